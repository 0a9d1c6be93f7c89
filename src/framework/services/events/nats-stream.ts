import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  type JsMsg,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { headers, nanos } from '@nats-io/transport-node'
import { headerJson, type Nats, token } from '../nats/jetstream.ts'
import type { StreamEvent } from './types.ts'

const headerName = 'Onedoor-Event'
/** How long a reader's consumer remains after a process that did not delete it. */
const readerIdleMs = 10_000
const fetchTimeoutMs = 5000
/** How long JetStream rejects duplicates: a message that is sent again because the response was lost is stored once. */
const duplicateWindowMs = 2 * 60_000

interface Head {
  readonly id: string
  readonly metadata: Record<string, string>
  readonly timestampS: number
  /** If it is not stored for as long as published events. */
  readonly expiresAtMs?: number
}

interface SendOptions {
  /** For errors. */
  readonly id: string
  readonly expiresAtMs?: number
  /** The sequence of the subject's last message; 0 for none. */
  readonly after?: number
}

interface ScanOptions {
  readonly fromSeq?: number
  readonly headersOnly?: boolean
  /** How many messages are fetched at once. */
  readonly batch: number
}

export function eventOf(message: JsMsg, topic: string): StreamEvent {
  const { id, metadata, timestampS } = headOf(message)
  return { id, topic, metadata, payload: new Uint8Array(message.data), timestampS }
}

export function headOf(message: Pick<JsMsg, 'headers'>): Head {
  return headerJson.decode<Head>(message.headers?.get(headerName) ?? '')
}

/** Creates the stream if it does not exist, and updates its retention if the setting has changed. */
export async function openStream(nats: Nats, prefix: string, retentionMs: number): Promise<NatsStream> {
  const { streams } = nats.manager
  const name = `${prefix}_events`
  const root = `${prefix}.events`
  const changeable = {
    subjects: [`${root}.>`],
    max_age: nanos(retentionMs),
    duplicate_window: nanos(Math.min(retentionMs, duplicateWindowMs)),
  }
  const known = await streams.info(name).catch((error: Error) => {
    if (error.name === 'StreamNotFoundError') return undefined
    throw error
  })
  if (!known) {
    await streams.add({
      name,
      ...changeable,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      allow_direct: true,
    })
  } else if (known.config.max_age !== changeable.max_age) {
    await streams.update(name, changeable)
  }
  return new NatsStream(nats, name, root)
}

/** The JetStream stream with the events of all namespaces. */
export class NatsStream {
  readonly name: string
  readonly #nats: Nats
  readonly #root: string

  constructor(nats: Nats, name: string, root: string) {
    this.#nats = nats
    this.name = name
    this.#root = root
  }

  /** The subject of events that are published to the topic, which consumers receive. */
  published(namespace: string, topic: string): string {
    return `${this.#place(namespace, topic)}.p`
  }

  /** The subject of an event that was written for reading only. */
  written(namespace: string, topic: string, id: string): string {
    return `${this.#place(namespace, topic)}.w.${token(id)}`
  }

  /** A filter for both. */
  stored(namespace: string, topic: string): string {
    return `${this.#place(namespace, topic)}.>`
  }

  async send(subject: string, event: StreamEvent, { id, expiresAtMs, after }: SendOptions): Promise<void> {
    const { metadata, timestampS } = event
    const head: Head = {
      id: event.id,
      metadata: { ...metadata },
      timestampS,
      ...(expiresAtMs ? { expiresAtMs } : {}),
    }
    const encoded = headerJson.encode(head)
    this.#nats.checkSize(id, event.payload.byteLength + encoded.length + 256)
    const sent = headers()
    sent.set(headerName, encoded)
    await this.#nats.jetstream.publish(subject, event.payload, {
      headers: sent,
      ...(after === undefined ? { msgID: event.id } : { expect: { lastSubjectSequence: after } }),
    })
  }

  /** The messages of a filter, in order. */
  async *scan(filter: string, { fromSeq, headersOnly, batch }: ScanOptions): AsyncGenerator<JsMsg> {
    const { consumers } = this.#nats.manager
    const info = await consumers.add(this.name, {
      ...startAt(fromSeq),
      ack_policy: AckPolicy.None,
      replay_policy: ReplayPolicy.Instant,
      filter_subject: filter,
      inactive_threshold: nanos(readerIdleMs),
      mem_storage: true,
      ...(headersOnly ? { headers_only: true } : {}),
    })
    try {
      let pending = info.num_pending
      const consumer = this.#nats.jetstream.consumers.getConsumerFromInfo(info)
      while (pending > 0) {
        const messages = await consumer.fetch({ max_messages: Math.min(batch, pending), expires: fetchTimeoutMs })
        let count = 0
        for await (const message of messages) {
          count++
          pending = message.info.pending
          yield message
        }
        // The first messages may have expired meanwhile.
        if (count === 0) return
      }
    } finally {
      await consumers.delete(this.name, info.name).catch(() => undefined)
    }
  }

  #place(namespace: string, topic: string): string {
    return `${this.#root}.${token(namespace)}.${token(topic)}`
  }
}

function startAt(seq: number | undefined): Pick<ConsumerConfig, 'deliver_policy'> & Partial<ConsumerConfig> {
  if (seq === undefined) return { deliver_policy: DeliverPolicy.All }
  return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: seq }
}
