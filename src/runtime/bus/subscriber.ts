import type { z } from 'zod'
import type { Topic } from '../base/topic.ts'
import type { Writer } from '../store/types.ts'

/** A published event as a subscriber gets it. */
export interface BusEvent<Payload = unknown> {
  /** Unique among all events, and the same for each delivery of this one. */
  readonly id: number
  readonly topic: string
  readonly payload: Payload
  /** When it was published, in epoch milliseconds. */
  readonly at: number
  /** What it is about: events with the same key are delivered in the order in which they were committed. */
  readonly key: string | undefined
  /** The account that owns the data. */
  readonly account: string | undefined
}

/**
 * Handles an event. It runs in a transaction that also records the delivery: what it writes through `tx` takes effect
 * exactly once, even if the process is killed. It must wait only for its statements, and may be run again from the
 * start; effects outside the database go through the job queue in the same transaction. After a replay it gets
 * events that it has had before, so it should write the current state rather than add to it.
 */
type Take<Payload> = (event: BusEvent<Payload>, tx: Writer) => Promise<unknown>

/** How a subscriber handles the events of one topic. */
export interface Subscription {
  /** Reads the payload; returns the reason if it is not what the subscriber expects. */
  read(payload: unknown): { readonly payload: unknown } | { readonly fault: string }
  take(event: BusEvent<never>, tx: Writer): Promise<unknown>
}

/** A recipient of events, with a durable position. */
export interface Subscriber {
  /** Its position is stored under this name: a renamed subscriber is a new one, which starts with the oldest stored event. */
  readonly name: string
  readonly topics: Readonly<Record<string, Subscription>>
}

/**
 * Handles the events of a topic.
 *
 * @param schema the part of the payload that the subscriber needs; other fields are ignored
 */
export function subscription<Schema extends z.ZodType>(schema: Schema, take: Take<z.output<Schema>>): Subscription {
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
 * How a subscriber handles the events of a topic.
 *
 * @param take see `Take`
 */
// biome-ignore lint/suspicious/noExplicitAny: the type that publishers pass does not matter here
export function on<Stored>(topic: Topic<any, Stored>, take: Take<Stored>): readonly [name: string, Subscription] {
  return [topic.name, subscription(topic.stored, take)]
}

/** @param name see `Subscriber` */
export function subscriber(name: string, ...topics: readonly (readonly [string, Subscription])[]): Subscriber {
  return { name, topics: Object.fromEntries(topics) }
}
