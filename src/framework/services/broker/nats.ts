import { headers, type Subscription as NatsSubscription } from '@nats-io/transport-node'
import type { Feed } from '#runtime/live/feed.ts'
import type { Nats } from '../nats/connection.ts'
import { headerJson, token } from '../nats/subjects.ts'
import { messageFeed } from './feeds.ts'
import type { Broker, BrokerMessage } from './types.ts'

const headerName = 'Onedoor-Header'

/** Messages over NATS, between all processes connected to it. Subscriptions survive a lost connection. */
export function natsBroker(nats: Nats, prefix: string): Broker {
  const open = new Set<Feed<BrokerMessage>>()
  const subjectOf = (namespace: string, topic: string) => `${prefix}.broker.${token(namespace)}.${token(topic)}`

  return {
    publish: (namespace, topic, { header, body }) =>
      nats.run('broker.publish', async () => {
        const encoded = headerJson.encode(header)
        nats.checkSize('broker.publish', body.byteLength + encoded.length + 64)
        const sent = headers()
        sent.set(headerName, encoded)
        nats.connection.publish(subjectOf(namespace, topic), body, { headers: sent })
      }),
    subscribe(namespace, topic, queue, signal) {
      let subscription: NatsSubscription | undefined
      const messages = messageFeed(topic, signal, () => {
        open.delete(messages)
        if (!nats.connection.isClosed()) subscription?.unsubscribe()
      })
      const ready = nats.run('broker.subscribe', async () => {
        if (signal.aborted) return
        open.add(messages)
        subscription = nats.connection.subscribe(subjectOf(namespace, topic), {
          ...(queue === undefined ? {} : { queue: token(queue) }),
          callback(error, message) {
            if (error) messages.fail(error)
            else
              messages.push({ header: headerOf(message.headers?.get(headerName)), body: new Uint8Array(message.data) })
          },
        })
        await nats.connection.flush()
      })
      ready.catch((error: Error) => messages.fail(error))
      return { ready, [Symbol.asyncIterator]: () => messages[Symbol.asyncIterator]() }
    },
    async close() {
      for (const messages of [...open]) messages.end()
    },
  }
}

/** A message of another program on the same subject has no such header. */
function headerOf(encoded: string | undefined): Record<string, string> {
  return encoded ? headerJson.decode<Record<string, string>>(encoded) : {}
}
