import type { Clock } from '../base/clock.ts'
import type { Topic } from '../base/topic.ts'
import type { Writer } from '../store/types.ts'
import { insertEvent } from './rows.ts'

/** The size of a payload as JSON, in bytes. What is larger is announced by its id. */
export const maxPayloadBytes = 262_144

export interface PublishOptions {
  /** What it is about, such as the id of a record. Announcements with the same key are delivered in their order. */
  readonly key?: string
  /** Whose data it is: it is deleted with the account. Required for everything that comes from an account. */
  readonly account?: string
  /** When it happened, in epoch milliseconds; now if not given. */
  readonly at?: number
}

/**
 * Publishes for a process that delivers nothing itself, such as the command line: a server that runs, or the next one that
 * does, finds the announcements in the database. As `publish` of the bus.
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
        throw new Error(`An announcement of ${topic.name} has ${bytes} bytes; at most ${maxPayloadBytes} are carried.`)
      const row = { topic: topic.name, key: key ?? null, account: account ?? null, payload: text, created_at: at }
      await tx.run(insertEvent(row))
    },
  }
}
