import type { Clock } from '#runtime/base/clock.ts'
import type { StoreLog } from '#runtime/store/types.ts'
import { conflict, notFound, type RpcError } from '../../kernel/rpc-errors.ts'

/** A stored event. It never changes after it was published. */
export interface StreamEvent {
  readonly id: string
  readonly topic: string
  readonly metadata: Readonly<Record<string, string>>
  readonly payload: Uint8Array
  /** When it happened, according to the publisher: Unix time in seconds. */
  readonly timestampS: number
}

export interface NewEvent {
  readonly topic: string
  readonly metadata: Readonly<Record<string, string>>
  readonly payload: Uint8Array
  /** Unix time in seconds; without it the time of publishing. */
  readonly timestampS?: number
}

export interface ConsumeOptions {
  readonly topic: string
  /**
   * Consumers that name one group share its events: each goes to one of them. Without a group the consumer gets every
   * event and acknowledges nothing.
   */
  readonly group?: string
  /** Where a new group begins: with the first event published at or after this Unix time in seconds; else with the next. */
  readonly offsetS?: number
  /** An event counts as acknowledged as soon as the consumer has taken it. */
  readonly autoAck: boolean
  /** How long an event may go without acknowledgement before it is delivered again. */
  readonly ackWaitMs: number
  /** How often an event is delivered again before it is given up; 0 for as often as needed. */
  readonly retryLimit: number
}

export interface Acknowledgement {
  readonly topic: string
  readonly group: string
  /** The id of the event. */
  readonly id: string
  /** False requests another delivery at once. */
  readonly success: boolean
}

/** Events by topic, stored for a while and delivered at least once to each group of consumers. */
export interface Events {
  /** Resolves once the event is stored. */
  publish(namespace: string, event: NewEvent): Promise<StreamEvent>
  /**
   * The events of a group, in order of publishing except for those delivered again. Ends when the signal aborts. A
   * consumer with the maximum of unacknowledged events gets no more until it acknowledges some or their time runs out;
   * others of the group continue.
   */
  consume(namespace: string, options: ConsumeOptions, signal: AbortSignal): Consumption
  /** Throws an RpcError 404 when that group expects no acknowledgement of the event. */
  ack(namespace: string, acknowledgement: Acknowledgement): Promise<void>
  /** Stored events of a topic, the oldest first. */
  read(namespace: string, topic: string, page: { limit: number; offset: number }): Promise<StreamEvent[]>
  /**
   * Stores an event for reading only: no consumer gets it. Throws an RpcError 409 when the id is taken.
   *
   * @param ttlS seconds for which it is stored; undefined for as long as published events
   */
  write(namespace: string, event: StreamEvent, ttlS: number | undefined): Promise<void>
  /**
   * Wakes consumers that have new events, including those that other processes published and those that were not
   * acknowledged in time, and resolves when those have taken them. Runs automatically while there are consumers; who moves
   * the clock calls it as needed.
   */
  poll(): Promise<void>
  /** When `poll` next finds events that were not acknowledged in time, in epoch milliseconds; missing if not by the clock. */
  nextDue?(): Promise<number | undefined>
  /** Deletes events and groups that have expired. Resolves with how many. */
  purge(): Promise<number>
  /** Ends the consumers and releases the engine's resources. */
  close(): Promise<void>
}

export interface Consumption extends AsyncIterable<StreamEvent> {
  /** Resolves once the group exists: an event published from then on reaches it. */
  readonly ready: Promise<void>
}

/** An unacknowledged event that is no longer delivered. */
export interface GivenUp {
  readonly namespace: string
  readonly topic: string
  readonly group: string
  readonly id: string
  /** How often it was delivered. */
  readonly attempts: number
}

export interface EventsOptions {
  readonly clock: Clock
  readonly log: StoreLog
  /** The retention of published events. */
  readonly retentionMs: number
  /** Called with each event that is given up, after it was logged. */
  onGivenUp?(event: GivenUp): void
}

/** Logs an event that is given up, and reports it to the engine's owner. */
export function reportGivenUp({ log, onGivenUp }: Pick<EventsOptions, 'log' | 'onGivenUp'>, event: GivenUp): void {
  log.warn({ event }, 'event retries exhausted')
  onGivenUp?.(event)
}

export function noDelivery({ topic, group, id }: { topic: string; group: string; id: string }): RpcError {
  return notFound(
    'events.stream.ack',
    `The group "${group}" is not waiting for an acknowledgement of the event "${id}" in the topic "${topic}". The event was already acknowledged, has no retries left, or belongs to another group.`,
  )
}

export function idTaken({ id, topic }: StreamEvent): RpcError {
  return conflict('events.store.write', `The topic "${topic}" already has an event with the id "${id}".`)
}
