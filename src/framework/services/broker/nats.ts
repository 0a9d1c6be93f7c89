import { headers, type Subscription as NatsSubscription } from '@nats-io/transport-node'
import type { Feed } from '#runtime/live/feed.ts'
import { headerJson, type Nats, token } from '../nats/jetstream.ts'
import { messageFeed } from './bounds.ts'
import type { Broker, BrokerMessage } from './types.ts'

const headerName = 'Onedoor-Header'

/** What NATS sends on one subject, and who receives it in this process. */
interface Source {
  readonly subscription: NatsSubscription
  readonly feeds: Set<Feed<BrokerMessage>>
}

/** The sources of one process: one for all subscriptions to a subject, and one for each of a queue. */
class Sources {
  readonly #nats: Nats
  /** By subject; not those of queues, whose members get different messages. */
  readonly #shared = new Map<string, Source>()

  constructor(nats: Nats) {
    this.#nats = nats
  }

  join(subject: string, queue: string | undefined, feed: Feed<BrokerMessage>): Source {
    const source = (queue === undefined ? this.#shared.get(subject) : undefined) ?? this.#open(subject, queue)
    source.feeds.add(feed)
    return source
  }

  leave(subject: string, source: Source, feed: Feed<BrokerMessage>): void {
    source.feeds.delete(feed)
    if (source.feeds.size > 0) return
    this.#forget(subject, source)
    if (!this.#nats.connection.isClosed()) source.subscription.unsubscribe()
  }

  #open(subject: string, queue: string | undefined): Source {
    const feeds = new Set<Feed<BrokerMessage>>()
    const subscription = this.#nats.connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue: token(queue) }),
      callback: (error, message) => {
        if (error) {
          // Later subscribers must not join a source that has ended.
          this.#forget(subject, source)
          for (const feed of [...feeds]) feed.fail(error)
        } else {
          const received = { header: headerOf(message.headers?.get(headerName)), body: new Uint8Array(message.data) }
          for (const feed of feeds) feed.push(received)
        }
      },
    })
    const source = { subscription, feeds }
    if (queue === undefined) this.#shared.set(subject, source)
    return source
  }

  #forget(subject: string, source: Source): void {
    if (this.#shared.get(subject) === source) this.#shared.delete(subject)
  }
}

/**
 * Messages over NATS, between all processes connected to it. Subscriptions survive a lost connection. Those of one process
 * to the same topic get the same message, which NATS sends once, unless they share a queue with others.
 */
export function natsBroker(nats: Nats, prefix: string): Broker {
  const open = new Set<Feed<BrokerMessage>>()
  const sources = new Sources(nats)
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
      const subject = subjectOf(namespace, topic)
      let source: Source | undefined
      const messages = messageFeed(topic, signal, () => {
        open.delete(messages)
        if (source) sources.leave(subject, source, messages)
      })
      const ready = nats.run('broker.subscribe', async () => {
        if (signal.aborted) return
        open.add(messages)
        source = sources.join(subject, queue, messages)
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
