import type { Clock } from '../base/clock.ts'
import type { Topic } from '../base/topic.ts'
import type { Writer } from '../store/types.ts'
import { insertEvent } from './rows.ts'

/** The maximum size of a payload as JSON, in bytes. For larger data publish the id. */
export const maxPayloadBytes = 262_144

export interface PublishOptions {
  /** What it is about, such as the id of a record. Events with the same key are delivered in order. */
  readonly key?: string
  /** The owner of the data: the event is deleted with the account. Required for everything that comes from an account. */
  readonly account?: string
  /** When it happened, in epoch milliseconds; now if not given. */
  readonly at?: number
}

/**
 * Publishes for a process that delivers nothing itself, such as the command line: a running server, or the next one to
 * start, finds the events in the database. Like `publish` of the bus.
 */
export function createPublisher({ clock }: { clock: Clock }) {
  return {
    async publish<Payload>(
      tx: Writer,
      topic: Topic<Payload>,
      payload: Payload,
      { key, account, at = clock.now() }: PublishOptions = {},
    ): Promise<void> {
      const text = JSON.stringify(topic.schema.parse(payload))
      const bytes = Buffer.byteLength(text)
      if (bytes > maxPayloadBytes)
        throw new Error(`An event for ${topic.name} is ${bytes} bytes. The maximum is ${maxPayloadBytes} bytes.`)
      const row = { topic: topic.name, key: key ?? null, account: account ?? null, payload: text, created_at: at }
      await tx.run(insertEvent(row))
    },
  }
}
