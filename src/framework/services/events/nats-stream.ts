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
import type { Nats } from '../nats/connection.ts'
import { headerJson, token } from '../nats/subjects.ts'
import type { StreamEvent } from './types.ts'

const headerName = 'Onedoor-Event'
/** A consumer for reading, should it not be deleted when it is no longer needed. */
const readerIdleMs = 10_000
const fetchTimeoutMs = 5000
/** JetStream refuses the same message again for so long: what was sent twice because the answer was lost is kept once. */
const duplicateWindowMs = 2 * 60_000

interface Head {
  readonly id: string
  readonly metadata: Record<string, string>
  readonly timestampS: number
  /** Where it is kept for another time than all the rest. */
  readonly expiresAtMs?: number
}

/** The stream of JetStream that holds the events of all namespaces. */
export interface NatsStream {
  readonly name: string
  /** What is published to the topic; of this, consumers are given. */
  published(namespace: string, topic: string): string
  /** What was written for reading only. */
  written(namespace: string, topic: string, id: string): string
  /** Both. */
  kept(namespace: string, topic: string): string
  send(subject: string, event: StreamEvent, options: SendOptions): Promise<void>
  /** The messages of a filter, in order. */
  scan(filter: string, options: ScanOptions): AsyncGenerator<JsMsg>
}

interface SendOptions {
  /** For errors. */
  readonly id: string
  readonly expiresAtMs?: number
  /** What the last message of the subject must be: 0 for none. */
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

/** Creates the stream where there is none; changes how long it keeps events where that is another time now. */
export async function openStream(nats: Nats, prefix: string, retentionMs: number): Promise<NatsStream> {
  const name = `${prefix}_events`
  const root = `${prefix}.events`
  const { streams, consumers } = nats.manager
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
  const place = (namespace: string, topic: string) => `${root}.${token(namespace)}.${token(topic)}`

  return {
    name,
    published: (namespace, topic) => `${place(namespace, topic)}.p`,
    written: (namespace, topic, id) => `${place(namespace, topic)}.w.${token(id)}`,
    kept: (namespace, topic) => `${place(namespace, topic)}.>`,
    async send(subject, event, { id, expiresAtMs, after }) {
      const { metadata, timestampS } = event
      const head: Head = {
        id: event.id,
        metadata: { ...metadata },
        timestampS,
        ...(expiresAtMs ? { expiresAtMs } : {}),
      }
      const encoded = headerJson.encode(head)
      nats.checkSize(id, event.payload.byteLength + encoded.length + 256)
      const sent = headers()
      sent.set(headerName, encoded)
      await nats.jetstream.publish(subject, event.payload, {
        headers: sent,
        ...(after === undefined ? { msgID: event.id } : { expect: { lastSubjectSequence: after } }),
      })
    },
    async *scan(filter, { fromSeq, headersOnly, batch }) {
      const start: Partial<ConsumerConfig> =
        fromSeq === undefined
          ? { deliver_policy: DeliverPolicy.All }
          : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: fromSeq }
      const info = await consumers.add(name, {
        deliver_policy: DeliverPolicy.All,
        ...start,
        ack_policy: AckPolicy.None,
        replay_policy: ReplayPolicy.Instant,
        filter_subject: filter,
        inactive_threshold: nanos(readerIdleMs),
        mem_storage: true,
        ...(headersOnly ? { headers_only: true } : {}),
      })
      try {
        let pending = info.num_pending
        const consumer = nats.jetstream.consumers.getConsumerFromInfo(info)
        while (pending > 0) {
          const messages = await consumer.fetch({ max_messages: Math.min(batch, pending), expires: fetchTimeoutMs })
          let count = 0
          for await (const message of messages) {
            count++
            pending = message.info.pending
            yield message
          }
          // What was there when it began has run out of time meanwhile.
          if (count === 0) return
        }
      } finally {
        await consumers.delete(name, info.name).catch(() => undefined)
      }
    },
  }
}
