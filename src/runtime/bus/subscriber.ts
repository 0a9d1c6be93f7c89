import type { z } from 'zod'
import type { Topic } from '../base/topic.ts'
import type { Writer } from '../store/types.ts'

/** A published event as a subscriber gets it. */
export interface BusEvent<Payload = unknown> {
  /** Unique among all announcements, and the same each time that this one is delivered. */
  readonly id: number
  readonly topic: string
  readonly payload: Payload
  /** When it was announced, in epoch milliseconds. */
  readonly at: number
  /** What it is about: announcements with the same key are delivered in the order in which they were committed. */
  readonly key: string | undefined
  /** The account whose data it is. */
  readonly account: string | undefined
}

/**
 * Takes an announcement. It runs in a transaction that also records the delivery: what it writes through `tx` takes effect
 * exactly once, even if the process is killed. It must wait for nothing but its statements, and may be run again from the
 * start; what has to reach the outside is handed to the job queue in the same transaction. After a replay it gets
 * announcements that it has had before, so it writes what is the case instead of adding to it.
 */
type Take<Payload> = (announcement: BusEvent<Payload>, tx: Writer) => Promise<unknown>

/** What a listener does with the announcements of one topic. */
export interface Subscription {
  /** Reads the payload; undefined, with the reason, if it is not what the listener expects. */
  read(payload: unknown): { readonly payload: unknown } | { readonly fault: string }
  take(announcement: BusEvent<never>, tx: Writer): Promise<unknown>
}

/** Somebody who is told of announcements, with a durable position of its own. */
export interface Subscriber {
  /** Keeps its position under this name: renaming it makes a new listener, which begins with the oldest announcement kept. */
  readonly name: string
  readonly topics: Readonly<Record<string, Subscription>>
}

/**
 * What to do with the announcements of a topic.
 *
 * @param schema the part of the payload that the listener needs; fields that it does not name are ignored
 */
export function heard<Schema extends z.ZodType>(schema: Schema, take: Take<z.output<Schema>>): Subscription {
  return {
    read(payload) {
      const { success, data, error } = schema.safeParse(payload)
      if (success) return { payload: data }
      return { fault: error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`).join('; ') }
    },
    take,
  }
}

/**
 * What a subscriber does with the events of a topic.
 *
 * @param take see `Take`
 */
// biome-ignore lint/suspicious/noExplicitAny: what publishers give makes no difference here
export function on<Stored>(topic: Topic<any, Stored>, take: Take<Stored>): readonly [name: string, Subscription] {
  return [topic.name, heard(topic.stored, take)]
}

/** @param name see `Subscriber` */
export function subscriber(name: string, ...topics: readonly (readonly [string, Subscription])[]): Subscriber {
  return { name, topics: Object.fromEntries(topics) }
}
