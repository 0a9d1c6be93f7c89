import type { Registry } from 'prom-client'
import type { Operation } from '#generated/server/operations.ts'
import type { Clock } from '../../base/clock.ts'
import { Counter, gauge } from '../../base/metrics.ts'
import { singleFlight } from '../../base/once.ts'
import type { Store, StoreLog } from '../../store/types.ts'
import type { Caller } from '../caller.ts'
import { type EntryFilter, type EntryPage, pageOf } from './entry-page.ts'
import { seal, sealingTurn, type Unsealed } from './log-chain.ts'
import { LoggedCall, type LoggedCallSink, type PlacedCall } from './logged-call.ts'
import { PendingEntries, type PendingEntry } from './pending.ts'
import { prune } from './prune.ts'

/**
 * How long entries of reads wait: a process that is killed loses at most those. Not less, even for a busy server: SQLite's readers
 * drop their caches at each commit.
 */
const groupMs = 1000
/** How many entries are added in one transaction. */
const maxGroup = 5000
/** With so many entries waiting, they are added at once. */
const maxWaiting = 10_000
/** How many entries wait if the database is slow or cannot be written. */
const maxQueued = 20_000

export interface CallLogOptions {
  readonly store: Store
  readonly clock: Clock
  /** The server's secret for the call log: it signs both ends of each chain and the arguments. */
  readonly key: string
  /** CALL_LOG_DAYS */
  readonly days: number
  /** CALL_LOG_ENTRIES */
  readonly maxEntries: number
  readonly log?: StoreLog | undefined
  readonly metrics?: Registry | undefined
  readonly pending?: PendingEntries
  readonly maxQueued?: number
}

/** A call that has ended. */
export interface Ended extends Unsealed {
  /** What was stored with its write. */
  readonly pending?: PendingEntry | undefined
}

/**
 * The log of the calls of all accounts: one chain of entries for each account, in which every change of an older entry is found. Adding
 * to it never makes a call wait, except that a write stores its entry in its own transaction. Entries are added to the chains in
 * groups, because only one transaction at once can extend a chain.
 */
export class CallLog {
  readonly #options: CallLogOptions
  readonly #pending: PendingEntries
  /** By account. */
  #queue = new Map<string, Ended[]>()
  #waiting = 0
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  /** When the timer ends, by `performance.now()`. */
  #dueAt = Number.POSITIVE_INFINITY
  #isFailing = false
  #isClosed = false
  readonly #flushOnce = singleFlight(() => this.#sealQueued())
  readonly #sink: LoggedCallSink

  constructor(options: CallLogOptions) {
    this.#options = options
    this.#pending = options.pending ?? new PendingEntries()
    this.#sink = {
      storePending: (tx, entry) => this.#pending.store(tx, entry),
      add: (ended) => this.#add(ended),
      now: () => options.clock.now(),
      key: options.key,
    }
    if (options.metrics) this.#measure(options.metrics)
  }

  /** What records this call; undefined for a caller without an account, whose calls are only counted. */
  begin(operation: Operation, call: PlacedCall, caller: Caller): LoggedCall | undefined {
    if (caller.kind !== 'account' && caller.kind !== 'delegated') return undefined
    return new LoggedCall(this.#sink, operation, call, caller)
  }

  /** The entries of an account, newest first, with all calls that have ended in this process or were cut off. */
  async page(owner: string, filter: EntryFilter): Promise<EntryPage> {
    await this.flush()
    await this.#sealAbandoned()
    return pageOf(this.#options.store.readingAs(owner), owner, filter)
  }

  /** Adds what waits to the chains. Rejects if the database does; then it is tried again. */
  async flush(): Promise<void> {
    // What was added during a running flush may not be part of it.
    await this.#flushOnce.idle()
    await this.#flushOnce()
  }

  /** Adds the entries of calls that ended with their process, and prunes what is too old or too much. */
  async tend(signal?: AbortSignal): Promise<void> {
    await this.#sealAbandoned(signal)
    const { store, clock, key, days, maxEntries } = this.#options
    await prune({ store, key, before: clock.now() - days * 86_400_000, maxEntries }, signal)
  }

  /** Adds what waits to the chains and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.flush().catch((err: unknown) => {
      this.#options.log?.warn({ err, lost: this.#waiting }, 'call log not written at the end')
    })
  }

  /**
   * An account has at most as many entries in the queue as still fit, so that one that floods it leaves room for all others (see
   * `LimiterBounds.leavesRoom`).
   */
  #add({ isUrgent, ...unsealed }: Ended & { isUrgent: boolean }): void {
    const { owner } = unsealed
    const own = this.#queue.get(owner) ?? []
    if (this.#isClosed || own.length >= (this.#options.maxQueued ?? maxQueued) - this.#waiting) {
      this.#dropped += 1
      return
    }
    own.push(unsealed)
    this.#queue.set(owner, own)
    this.#waiting += 1
    if (!this.#isFailing && (isUrgent || this.#waiting >= maxWaiting)) this.#flushSoon(0)
    else this.#flushSoon(groupMs)
  }

  #flushSoon(ms: number): void {
    const at = performance.now() + ms
    if (at >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = at
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), ms).unref()
  }

  /**
   * Only what waits now: what is added meanwhile waits for the next group, which would otherwise be a tiny one. Accounts with
   * few entries come first, so that none waits for one with many.
   */
  async #sealQueued(): Promise<void> {
    const { store, key, log } = this.#options
    clearTimeout(this.#timer)
    this.#dueAt = Number.POSITIVE_INFINITY
    let waiting = [...this.#queue.values()].sort((one, other) => one.length - other.length).flat()
    this.#queue = new Map()
    try {
      for (; waiting.length > 0; waiting = waiting.slice(maxGroup)) {
        const group = waiting.slice(0, maxGroup)
        const removed = await store.write(async (tx) => {
          const forget = await this.#pending.remove(
            tx,
            group.flatMap(({ pending }) => pending ?? []),
          )
          await seal(tx, group, key)
          return forget
        }, sealingTurn)
        removed()
        this.#waiting -= group.length
        this.#isFailing = false
      }
    } catch (err) {
      const added = [...this.#queue.values()].flat()
      this.#queue = Map.groupBy([...waiting, ...added], ({ owner }) => owner)
      if (!this.#isFailing) log?.warn({ err, waiting: waiting.length }, 'call log not written')
      this.#isFailing = true
      if (!this.#isClosed) this.#flushSoon(groupMs)
      throw err
    }
  }

  async #sealAbandoned(signal?: AbortSignal): Promise<void> {
    const { store, key } = this.#options
    for (let after: string | undefined = ''; after !== undefined && !signal?.aborted; ) {
      const { rows, next } = await this.#pending.abandoned(store, after)
      if (rows.length > 0) {
        await store.write(async (tx) => {
          const entries = await this.#pending.takeAbandoned(tx, rows)
          const unsealed = entries.map((entry) => ({ owner: entry.owner, entry: () => entry }))
          await seal(tx, unsealed, key)
        }, sealingTurn)
      }
      after = next
    }
  }

  #measure(registry: Registry): void {
    gauge(registry, 'onedoor_call_log_waiting', 'Entries that wait to be added to the call log', () => this.#waiting)
    const dropped = () => this.#dropped
    new Counter({
      name: 'onedoor_call_log_dropped_total',
      help: 'Entries that were not added to the call log, because too many waited',
      registers: [registry],
      collect() {
        this.reset()
        this.inc(dropped())
      },
    })
  }
}
