import { newId } from '#runtime/base/ids.ts'
import { isWrongRevision } from '../nats/bucket.ts'
import type { Nats } from '../nats/connection.ts'
import { bellsFor } from './bells.ts'
import { eventBounds, sizeOfEvent } from './bounds.ts'
import {
  consumption,
  type EventsOptions,
  type GivenUp,
  idTaken,
  type KeptEvents,
  noDelivery,
  steps,
} from './embedded.ts'
import { consumeFrom } from './nats-consumption.ts'
import { createDeliveries } from './nats-deliveries.ts'
import { ensureConsumer } from './nats-group.ts'
import { eventOf, headOf, openStream } from './nats-stream.ts'
import type { StreamEvent } from './types.ts'

/** Messages that are fetched at once: heads alone are small, whole ones may be large. */
const headsAtOnce = 500
const eventsAtOnce = 8

/** Event streaming on JetStream: one stream for all namespaces, one durable consumer a group. */
export async function natsEvents(
  nats: Nats,
  { prefix, clock, log, retentionMs, onGivenUp }: EventsOptions & { readonly prefix: string },
): Promise<KeptEvents> {
  const stream = await openStream(nats, prefix, retentionMs)
  const bells = bellsFor<undefined>()
  const deliveries = createDeliveries(nats, prefix, (consumer) => bells.ring(consumer))
  const closing = new AbortController()
  const running = steps()

  function tellGivenUp(event: GivenUp): void {
    log.warn({ event }, 'an event was never acknowledged and is not delivered any more')
    onGivenUp?.(event)
  }

  const isOver = ({ expiresAtMs }: { readonly expiresAtMs?: number }): boolean =>
    expiresAtMs !== undefined && expiresAtMs <= clock.now()

  /** The number of the first message of a page; undefined where there is none. */
  async function pageStart(filter: string, offset: number): Promise<number | undefined> {
    let left = offset
    for await (const message of stream.scan(filter, { headersOnly: true, batch: Math.min(headsAtOnce, offset + 1) }))
      if (!isOver(headOf(message)) && left-- === 0) return message.seq
    return undefined
  }

  async function read(topic: string, filter: string, { limit, offset }: { limit: number; offset: number }) {
    const fromSeq = offset === 0 ? 0 : await pageStart(filter, offset)
    const page: StreamEvent[] = []
    if (fromSeq === undefined || limit === 0) return page
    let bytes = 0
    const from = fromSeq === 0 ? {} : { fromSeq }
    for await (const message of stream.scan(filter, { ...from, batch: Math.min(eventsAtOnce, limit) })) {
      if (isOver(headOf(message))) continue
      const event = eventOf(message, topic)
      bytes += sizeOfEvent(event.payload, JSON.stringify(event.metadata))
      if (page.length > 0 && bytes > eventBounds.readBytes) break
      page.push(event)
      if (page.length === limit) break
    }
    return page
  }

  /** The number of the message that has the subject and is out of date; undefined where it is not. */
  async function outdated(subject: string): Promise<number | undefined> {
    const message = await nats.manager.streams.getMessage(stream.name, { last_by_subj: subject })
    return message && isOver(headOf({ headers: message.header })) ? message.seq : undefined
  }

  return {
    publish: (namespace, { topic, metadata, payload, timestampS }) =>
      nats.run('events.stream.publish', async () => {
        const event = {
          id: newId('event'),
          topic,
          metadata,
          payload,
          timestampS: timestampS ?? Math.floor(clock.now() / 1000),
        }
        await stream.send(stream.published(namespace, topic), event, { id: 'events.stream.publish' })
        return event
      }),
    consume(namespace, options, signal) {
      const ended = AbortSignal.any([signal, closing.signal])
      const ready = nats.run('events.stream.consume', () => ensureConsumer(nats, stream, namespace, options))
      return consumption(ready, (info) =>
        running.tracked(consumeFrom({ nats, namespace, options, info, deliveries, bells, signal: ended, tellGivenUp })),
      )
    },
    ack: (namespace, acknowledgement) =>
      nats.run('events.stream.ack', async () => {
        if (!(await deliveries.acknowledge(namespace, acknowledgement))) throw noDelivery(acknowledgement)
      }),
    read: (namespace, topic, page) =>
      nats.run('events.store.read', () => read(topic, stream.kept(namespace, topic), page)),
    write: (namespace, event, ttlS) =>
      nats.run('events.store.write', async () => {
        const subject = stream.written(namespace, event.topic, event.id)
        const expiresAtMs = clock.now() + (ttlS === undefined ? retentionMs : ttlS * 1000)
        for (let after: number | undefined = 0; after !== undefined; ) {
          try {
            return await stream.send(subject, event, { id: 'events.store.write', expiresAtMs, after })
          } catch (error) {
            if (!isWrongRevision(error)) throw error
            after = await outdated(subject)
          }
        }
        throw idTaken(event)
      }),
    // JetStream wakes consumers and clears away by itself.
    poll: async () => undefined,
    purge: async () => 0,
    async close() {
      closing.abort()
      await running.settled()
      deliveries.close()
    },
  }
}
