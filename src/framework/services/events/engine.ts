import type { Clock } from '#runtime/base/clock.ts'
import type { StoreLog } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import type { Events, StreamEvent } from './types.ts'

/** Event streaming that needs upkeep. */
export interface EventsEngine extends Events {
  /**
   * Wakes consumers that have new events, including those that other processes published and those that were not
   * acknowledged in time. Runs automatically while there are consumers; tests call it as needed.
   */
  poll(): Promise<void>
  /** Deletes events and groups that have expired. Resolves with how many. */
  purge(): Promise<number>
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
  return new RpcError(
    'not_found',
    'events.stream.ack',
    `The group "${group}" expects no acknowledgement of the event "${id}" of the topic "${topic}": it was acknowledged or given up, or it belongs to another group.`,
  )
}

export function idTaken({ id, topic }: StreamEvent): RpcError {
  return new RpcError(
    'conflict',
    'events.store.write',
    `The topic "${topic}" already has an event with the id "${id}".`,
  )
}
