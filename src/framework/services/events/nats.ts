import { createHash } from 'node:crypto'
import { AckPolicy, type ConsumerInfo, DeliverPolicy, ReplayPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { encodeBase32, newId } from '#runtime/base/ids.ts'
import { createNotifier } from '#runtime/base/notifier.ts'
import { isWrongRevision } from '../nats/bucket.ts'
import type { Nats } from '../nats/jetstream.ts'
import { eventBounds, sizeOfEvent } from './bounds.ts'
import { ConsumerSteps, createConsumption } from './consumption.ts'
import { consumeFrom } from './nats-consumption.ts'
import { Deliveries } from './nats-deliveries.ts'
import { eventOf, headOf, type NatsStream, openStream } from './nats-stream.ts'
import {
  type Acknowledgement,
  type ConsumeOptions,
  type Consumption,
  type Events,
  type EventsOptions,
  idTaken,
  type NewEvent,
  noDelivery,
  reportGivenUp,
  type StreamEvent,
} from './types.ts'

/** Messages fetched at once: headers are small, whole messages may be large. */
const headsAtOnce = 500
const eventsAtOnce = 8

interface NatsEventsOptions extends EventsOptions {
  readonly prefix: string
}

/** Event streaming on JetStream: one stream for all namespaces, one durable consumer per group. */
export async function openNatsEvents(nats: Nats, options: NatsEventsOptions): Promise<Events> {
  return new NatsEvents(nats, await openStream(nats, options.prefix, options.retentionMs), options)
}

class NatsEvents implements Events {
  readonly #nats: Nats
  readonly #stream: NatsStream
  readonly #options: NatsEventsOptions
  readonly #consumers = createNotifier<undefined>()
  readonly #deliveries: Deliveries
  readonly #closing = new AbortController()
  readonly #steps = new ConsumerSteps()

  constructor(nats: Nats, stream: NatsStream, options: NatsEventsOptions) {
    this.#nats = nats
    this.#stream = stream
    this.#options = options
    this.#deliveries = new Deliveries(nats, options.prefix, (consumer) => this.#consumers.notify(consumer))
  }

  publish(namespace: string, { topic, metadata, payload, timestampS }: NewEvent): Promise<StreamEvent> {
    const now = Math.floor(this.#options.clock.now() / 1000)
    const event = { id: newId('event'), topic, metadata, payload, timestampS: timestampS ?? now }
    return this.#nats.run('events.stream.publish', async () => {
      await this.#stream.send(this.#stream.published(namespace, topic), event, { id: 'events.stream.publish' })
      return event
    })
  }

  consume(namespace: string, options: ConsumeOptions, signal: AbortSignal): Consumption {
    const nats = this.#nats
    const ended = AbortSignal.any([signal, this.#closing.signal])
    const ready = nats.run('events.stream.consume', () => ensureConsumer(nats, this.#stream, namespace, options))
    return createConsumption(ready, (info) =>
      this.#steps.track(
        consumeFrom({
          nats,
          namespace,
          options,
          info,
          deliveries: this.#deliveries,
          consumers: this.#consumers,
          signal: ended,
          onGivenUp: (event) => reportGivenUp(this.#options, event),
        }),
      ),
    )
  }

  ack(namespace: string, acknowledgement: Acknowledgement): Promise<void> {
    return this.#nats.run('events.stream.ack', async () => {
      if (!(await this.#deliveries.acknowledge(namespace, acknowledgement))) throw noDelivery(acknowledgement)
    })
  }

  read(namespace: string, topic: string, page: { limit: number; offset: number }): Promise<StreamEvent[]> {
    return this.#nats.run('events.store.read', () => this.#read(topic, this.#stream.stored(namespace, topic), page))
  }

  write(namespace: string, event: StreamEvent, ttlS: number | undefined): Promise<void> {
    const { clock, retentionMs } = this.#options
    const subject = this.#stream.written(namespace, event.topic, event.id)
    const expiresAtMs = clock.now() + (ttlS === undefined ? retentionMs : ttlS * 1000)
    return this.#nats.run('events.store.write', async () => {
      for (let after: number | undefined = 0; after !== undefined; ) {
        try {
          return await this.#stream.send(subject, event, { id: 'events.store.write', expiresAtMs, after })
        } catch (error) {
          if (!isWrongRevision(error)) throw error
          after = await this.#expiredAt(subject)
        }
      }
      throw idTaken(event)
    })
  }

  /** JetStream wakes consumers automatically. */
  async poll(): Promise<void> {}

  /** JetStream deletes automatically. */
  async purge(): Promise<number> {
    return 0
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#steps.settled()
    this.#deliveries.close()
  }

  #isExpired({ expiresAtMs }: { readonly expiresAtMs?: number }): boolean {
    return expiresAtMs !== undefined && expiresAtMs <= this.#options.clock.now()
  }

  /** The sequence of the first message of a page; undefined if it does not exist. */
  async #pageStart(filter: string, offset: number): Promise<number | undefined> {
    let left = offset
    const batch = Math.min(headsAtOnce, offset + 1)
    for await (const message of this.#stream.scan(filter, { headersOnly: true, batch }))
      if (!this.#isExpired(headOf(message)) && left-- === 0) return message.seq
    return undefined
  }

  async #read(topic: string, filter: string, { limit, offset }: { limit: number; offset: number }) {
    const fromSeq = offset === 0 ? 0 : await this.#pageStart(filter, offset)
    const page: StreamEvent[] = []
    if (fromSeq === undefined || limit === 0) return page
    let bytes = 0
    const from = fromSeq === 0 ? {} : { fromSeq }
    for await (const message of this.#stream.scan(filter, { ...from, batch: Math.min(eventsAtOnce, limit) })) {
      if (this.#isExpired(headOf(message))) continue
      const event = eventOf(message, topic)
      bytes += sizeOfEvent(event.payload, JSON.stringify(event.metadata))
      if (page.length > 0 && bytes > eventBounds.readBytes) break
      page.push(event)
      if (page.length === limit) break
    }
    return page
  }

  /** The sequence of the message with the subject, if it has expired. */
  async #expiredAt(subject: string): Promise<number | undefined> {
    const message = await this.#nats.manager.streams.getMessage(this.#stream.name, { last_by_subj: subject })
    return message && this.#isExpired(headOf({ headers: message.header })) ? message.seq : undefined
  }
}

/** How long JetStream keeps the consumer of a vanished client without a group. */
const loneIdleMs = 10 * 60_000
/** How long JetStream keeps a probe that was not deleted. */
const probeIdleMs = 60_000
/** Per group: far above the maximum of its consumers, so that none stalls the others. */
const inFlightOfGroup = 100_000

/** Names of JetStream consumers are short and plain: a hash represents namespace, topic and group. */
function nameOf(namespace: string, topic: string, group: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([namespace, topic, group]))
    .digest()
  return `group_${encodeBase32(hash.subarray(0, 16))}`
}

/**
 * The sequence of the first message of the stream since a time, or of the next one to come. A consumer that begins with a
 * time itself could never be changed: NATS reports the start time as changed.
 */
async function sequenceSince({ manager }: Nats, stream: string, offsetS: number): Promise<number> {
  const probe = await manager.consumers.add(stream, {
    name: newId('probe'),
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(offsetS * 1000).toISOString(),
    inactive_threshold: nanos(probeIdleMs),
    mem_storage: true,
  })
  await manager.consumers.delete(stream, probe.name)
  return probe.delivered.stream_seq + 1
}

/**
 * Finds or creates the durable consumer of a group, or one for a consumer without a group. A known group keeps its
 * position, and waits for acknowledgements as long as its newest consumer requested.
 */
async function ensureConsumer(
  nats: Nats,
  stream: NatsStream,
  namespace: string,
  { topic, group, offsetS, ackWaitMs }: ConsumeOptions,
): Promise<ConsumerInfo> {
  const { consumers } = nats.manager
  const ack_wait = nanos(ackWaitMs)
  const name = group === undefined ? newId('lone') : nameOf(namespace, topic, group)
  const find = (): Promise<ConsumerInfo | undefined> =>
    consumers.info(stream.name, name).catch((error: Error) => {
      if (error.name === 'ConsumerNotFoundError') return undefined
      throw error
    })
  const renew = (info: ConsumerInfo): Promise<ConsumerInfo> | ConsumerInfo =>
    info.config.ack_wait === ack_wait ? info : consumers.update(stream.name, name, { ack_wait })
  const known = group === undefined ? undefined : await find()
  if (known) return renew(known)
  try {
    const begin =
      offsetS === undefined
        ? { deliver_policy: DeliverPolicy.New }
        : {
            deliver_policy: DeliverPolicy.StartSequence,
            opt_start_seq: await sequenceSince(nats, stream.name, offsetS),
          }
    return await consumers.add(stream.name, {
      durable_name: name,
      ...(group === undefined ? {} : { description: `${namespace} ${topic} ${group}` }),
      ...begin,
      ack_policy: AckPolicy.Explicit,
      ack_wait,
      max_deliver: -1,
      max_ack_pending: inFlightOfGroup,
      replay_policy: ReplayPolicy.Instant,
      filter_subject: stream.published(namespace, topic),
      inactive_threshold: nanos(group === undefined ? loneIdleMs : eventBounds.groupIdleMs),
    })
  } catch (error) {
    // Two processes may create a new group at the same time with different offsets: the first one wins.
    const made = group === undefined ? undefined : await find()
    if (!made) throw error
    return renew(made)
  }
}
