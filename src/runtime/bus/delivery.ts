import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { shorten } from '../base/text/shorten.ts'
import { storable } from '../base/text/storable-text.ts'
import type { Leases } from '../store/leases.ts'
import { isForeignKeyViolation, QuotaError, StoreClosedError, StoreUnavailableError } from '../store/store-errors.ts'
import { totalOf } from '../store/total.ts'
import type { Store, Writer } from '../store/types.ts'
import * as rows from './rows.ts'
import { lastPosition } from './sequence.ts'
import type { BusEvent, Subscriber } from './subscriber.ts'

/** How many times to try an event before it is set aside for an administrator. */
export const maxAttempts = 10
/** The most events that may wait for a retry, per subscriber; at that number it takes no new ones. */
export const maxWaiting = 1000
const firstDelayMs = 1000
const maxDelayMs = 3_600_000
const maxErrorCharacters = 500
const batch = 50
/** A subscriber of rare topics is moved past other events in steps of this many. */
const skipStep = 500

/** The delay before the next attempt: 1 s, 4 s, 16 s and so on up to an hour. */
export function delayMs(attempts: number): number {
  return Math.min(firstDelayMs * 4 ** (attempts - 1), maxDelayMs)
}

/** Another process now delivers to the subscriber, or it was reset: the current work is rolled back. */
class NoLongerMine extends Error {}

export interface DeliveryOptions {
  readonly listener: Subscriber
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly leases: Leases
  /** Identifies this bus among those of all processes. */
  readonly holder: string
  readonly count: (outcome: 'delivered' | 'failed' | 'dead') => void
}

/**
 * Delivers to one subscriber, one event after the other. An event that fails is set aside, with all later ones that have
 * the same key, and retried later, so that nothing else waits for it.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #topics: readonly string[]
  /** From this position up to `to` no event was for the subscriber; stored only when that is worth a write. */
  #skipped = { from: 0, to: 0 }

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#topics = Object.keys(options.listener.topics)
  }

  get name(): string {
    return this.#options.listener.name
  }

  get topics(): readonly string[] {
    return this.#topics
  }

  /** Whether there may be something new for a subscriber at `position`, if the last event has the position `last`. */
  mayHaveNews(position: number, last: number): boolean {
    return last > this.#after(position)
  }

  /**
   * Delivers until nothing more is due, the signal aborts, or another process has the lease of the subscriber.
   *
   * @throws what the store throws when it does not respond
   */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const position = await this.#hold()
        if (position === undefined) return
        const retried = await this.#retryDue(position, signal)
        const { delivered, hasMore } = await this.#deliverNew(position, signal)
        if (retried === 0 && delivered === 0 && !hasMore) return
      }
    } catch (error) {
      if (!(error instanceof NoLongerMine || error instanceof StoreClosedError)) throw error
    }
  }

  /** Stores how far no event was for the subscriber, so that events of other topics are not stored for it. */
  async noteSkipped(): Promise<void> {
    try {
      const position = await this.#hold('always')
      if (position === undefined || this.#skipped.from !== position || this.#skipped.to <= position) return
      const { to } = this.#skipped
      await this.#options.store.write((tx) => this.#advance(tx, position, to))
    } catch (error) {
      if (!(error instanceof NoLongerMine)) throw error
    }
  }

  /**
   * The position of the subscriber, whose lease this process now has.
   *
   * @returns undefined if another process has the lease, or if no work justifies taking it
   */
  async #hold(when: 'for work' | 'always' = 'for work'): Promise<number | undefined> {
    const { store, leases, holder, clock } = this.#options
    const row = await store.get<rows.ListenerRow>(rows.listenerRow({ name: this.name }))
    if (!row) return undefined
    const position = Number(row.position)
    const { machine, pid, lease_until: until } = row
    const isMine = row.holder === holder && Number(until) > leases.now()
    if (!isMine) {
      const isFree = row.holder === null || machine === null || pid === null || until === null
      if (!isFree && row.holder !== holder && leases.isHeld({ machine, pid, until })) return undefined
      const hasWork = await this.#hasWork(position, clock.now())
      if (!hasWork && when === 'for work') return undefined
      const lease = leases.grant()
      const mine = { holder, machine: lease.machine, pid: lease.pid, lease_until: lease.until }
      const { changes } = await store.run(rows.takeLease(store.sql, row, mine))
      if (changes === 0) return undefined
    }
    return position
  }

  async #hasWork(position: number, now: number): Promise<boolean> {
    const { store } = this.#options
    const from = this.#after(position)
    const to = await lastPosition(store)
    if (to > from && (await this.#next(from, to, 1)).length > 0) return true
    this.#skipped = { from: position, to }
    return (await store.all(rows.dueSetbacks({ listener: this.name, now, limit: 1 }))).length > 0
  }

  #next(from: number, to: number, limit: number): Promise<rows.EventRow[]> {
    return rows.nextEvents(this.#options.store, { topics: this.#topics, from, to, limit })
  }

  /** Where to continue reading after the skipped events. */
  #after(position: number): number {
    return this.#skipped.from === position ? Math.max(position, this.#skipped.to) : position
  }

  async #deliverNew(position: number, signal: AbortSignal): Promise<{ delivered: number; hasMore: boolean }> {
    const to = await lastPosition(this.#options.store)
    const from = this.#after(position)
    if (to <= from) return { delivered: 0, hasMore: false }
    const found = await this.#next(from, to, batch)
    let at = position
    for (const row of found) {
      if (signal.aborted || !(await this.#mayGoOn())) return { delivered: 0, hasMore: false }
      await this.#deliver(row, at)
      at = Number(row.position)
    }
    const hasMore = found.length === batch
    if (!hasMore) await this.#skip(at, to)
    return { delivered: found.length, hasMore }
  }

  /** Records that no event up to `to` is for the subscriber. */
  async #skip(position: number, to: number): Promise<void> {
    this.#skipped = { from: position, to }
    if (to - position < skipStep) return
    await this.#options.store.write((tx) => this.#advance(tx, position, to))
  }

  /** False while the maximum number of events waits for a retry: then the cause is not in the events. */
  async #mayGoOn(): Promise<boolean> {
    const { store } = this.#options
    return (await totalOf(store, rows.waitingCount({ listener: this.name, most: maxWaiting }))) < maxWaiting
  }

  async #advance(tx: Writer, from: number, to: number): Promise<void> {
    const { holder, leases } = this.#options
    const until = leases.grant().until
    const { changes } = await tx.run(rows.advance({ name: this.name, holder, from, to, until }))
    if (changes === 0) throw new NoLongerMine()
  }

  /** Delivers one event, or sets it aside; either way the subscriber moves past it. */
  async #deliver(row: rows.EventRow, from: number): Promise<void> {
    const { store, count } = this.#options
    const to = Number(row.position)
    if (row.key !== null && (await store.get(rows.waitsFor({ listener: this.name, key: row.key })))) {
      await this.#putAside(row, from, { attempts: 0, error: null })
      return
    }
    try {
      await store.write(async (tx) => {
        await this.#advance(tx, from, to)
        await this.#take(row, tx)
      })
      count('delivered')
    } catch (error) {
      passOn(error)
      if (error instanceof QuotaError) await this.#leaveOut(row, (tx) => this.#advance(tx, from, to))
      else await this.#putAside(row, from, { attempts: 1, error })
    }
  }

  async #take(row: rows.EventRow, tx: Writer): Promise<void> {
    const subscription = this.#options.listener.topics[row.topic]
    if (!subscription) return
    // Deleted with its account since it was read: its data must not be written anywhere.
    if (!(await tx.get(rows.stillThere({ id: Number(row.id) })))) return
    const read = subscription.read(JSON.parse(row.payload))
    if ('fault' in read) throw new UnreadablePayload(read.fault)
    const event: BusEvent = {
      id: Number(row.id),
      topic: row.topic,
      payload: read.payload,
      at: Number(row.created_at),
      key: row.key ?? undefined,
      account: row.account ?? undefined,
    }
    await subscription.take(event as BusEvent<never>, tx)
  }

  async #putAside(
    row: rows.EventRow,
    from: number,
    { attempts, error }: { attempts: number; error: unknown },
  ): Promise<void> {
    const { store, clock } = this.#options
    const now = clock.now()
    const state = isHopeless(error) ? 'dead' : 'waiting'
    const setback = {
      listener: this.name,
      announcement: Number(row.id),
      key: row.key,
      state,
      attempts,
      due_at: attempts === 0 ? now : now + delayMs(attempts),
      error: error === null ? null : messageOf(error),
      now,
    } as const
    if (error !== null) this.#report(row, state, attempts, error)
    await store
      .write(async (tx) => {
        await this.#advance(tx, from, Number(row.position))
        await tx.run(rows.addSetback(setback))
      })
      .catch(async (failure: unknown) => {
        // The account was deleted, and the event with it.
        if (!isForeignKeyViolation(failure)) throw failure
        await store.write((tx) => this.#advance(tx, from, Number(row.position)))
      })
  }

  async #retryDue(position: number, signal: AbortSignal): Promise<number> {
    const { store, clock } = this.#options
    const due = await store.all<rows.SetbackRow>(
      rows.dueSetbacks({ listener: this.name, now: clock.now(), limit: batch }),
    )
    for (const row of due) {
      if (signal.aborted) break
      await this.#retry(row, position)
    }
    return due.length
  }

  async #retry(row: rows.SetbackRow, position: number): Promise<void> {
    const { store, clock, count } = this.#options
    const setback = { listener: this.name, announcement: Number(row.id), attempts: Number(row.attempts) }
    try {
      await store.write(async (tx) => {
        await this.#advance(tx, position, position)
        if ((await tx.run(rows.settleSetback(setback))).changes === 0) throw new NoLongerMine()
        await this.#take(row, tx)
      })
      count('delivered')
    } catch (error) {
      passOn(error)
      if (error instanceof QuotaError) {
        return this.#leaveOut(row, async (tx) => void (await tx.run(rows.settleSetback(setback))))
      }
      const attempts = setback.attempts + 1
      const state = attempts >= maxAttempts || isHopeless(error) ? 'dead' : 'waiting'
      this.#report(row, state, attempts, error)
      const now = clock.now()
      const due = now + delayMs(attempts)
      await store.run(rows.failSetback({ ...setback, state, due_at: due, error: messageOf(error), now }))
    }
  }

  /** Skips an event for which the account has no room: retries would only hold up later events. */
  async #leaveOut({ id, topic }: rows.EventRow, goOn: (tx: Writer) => Promise<void>): Promise<void> {
    const { store, log, count } = this.#options
    await store.write(goOn)
    count('failed')
    log.info({ listener: this.name, topic, announcement: Number(id) }, 'event skipped, account is full')
  }

  #report({ id, topic }: rows.EventRow, state: 'waiting' | 'dead', attempts: number, error: unknown): void {
    const { log, count } = this.#options
    const fields = { listener: this.name, topic, announcement: Number(id), attempts, err: error }
    count('failed')
    if (state === 'waiting') {
      log.warn(fields, 'event not delivered, will be retried')
    } else {
      count('dead')
      log.error(fields, 'event given up')
    }
  }
}

/** The payload is not what the subscriber expects: a retry with the same code cannot help. */
class UnreadablePayload extends Error {}

function isHopeless(error: unknown): boolean {
  return error instanceof UnreadablePayload
}

/** Rethrows errors that the event did not cause. */
function passOn(error: unknown): void {
  const isNoFault =
    error instanceof NoLongerMine || error instanceof StoreClosedError || error instanceof StoreUnavailableError
  if (isNoFault) throw error
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return shorten(storable(message), maxErrorCharacters)
}
