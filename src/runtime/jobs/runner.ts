import type { Clock } from '../base/clock.ts'
import { Coalesced } from '../base/coalesced.ts'
import type { Log } from '../base/log.ts'
import type { Signals } from '../base/signals.ts'
import { shorten } from '../base/text/shorten.ts'
import { storable } from '../base/text/storable-text.ts'
import type { Leases } from '../store/leases.ts'
import { StoreClosedError } from '../store/store-errors.ts'
import type { Store } from '../store/types.ts'
import { Heartbeat } from './heartbeat.ts'
import type { JobMetrics } from './job-metrics.ts'
import type { JobHandler } from './kind.ts'
import { jobsTopic, type LaneRange, shortLanes } from './queue.ts'
import * as rows from './rows.ts'
import { LeaseLostError, Run, type RunResult, ServerStoppingError } from './run.ts'

const usualMaxSleepMs = 60_000
const minSleepMs = 20
/** How long after a database failure a runner tries again. */
const troubleMs = 5_000
/** How long aborted runs have to be recorded before the store is closed. */
const abortMs = 5_000

export interface RunnerOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly signals: Signals
  /** A process that does not renew its leases within their time has lost them. */
  readonly leases: Leases
  /** How often leases are renewed, in milliseconds. */
  readonly heartbeatMs: number
  /** It looks for work at least this often, in case a signal was lost, in milliseconds. */
  readonly maxSleepMs?: number | undefined
  readonly handlers: readonly JobHandler[]
  /** How many jobs this process runs concurrently. */
  readonly concurrency: number
  /** The lanes whose jobs it runs; those of short jobs if not given. */
  readonly lanes?: LaneRange | undefined
  readonly metrics?: Pick<JobMetrics, 'ran'> | undefined
  /** Called when it has found due jobs, which may belong to another runner. */
  readonly foundDue?: ((finder: JobRunner) => void) | undefined
  /** What has to succeed before this process looks for work; retried every few seconds. */
  readonly prepare?: (() => Promise<void>) | undefined
  /** For the jitter of retries. */
  readonly random?: (() => number) | undefined
}

/** Runs the jobs that this process has handlers for. */
export class JobRunner {
  readonly #options: RunnerOptions
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #holder = `runner_${crypto.randomUUID()}`
  readonly #runs = new Map<string, Run>()
  readonly #heartbeat: Heartbeat
  #ended: { readonly id: string }[] = []
  /** How many runs it has started. */
  started = 0
  #promoted = 0
  readonly #finishing = new Coalesced(() => this.#finishAll())
  #timer: NodeJS.Timeout | undefined
  #wakeAt = Number.POSITIVE_INFINITY
  readonly #looking = new Coalesced(() => this.#look())
  #isPrepared = false
  /** When to look for jobs of dead processes again, by the clock of leases. */
  #rescueAt = 0
  /** The lane that was served last. */
  #lastLane: string
  readonly #lanes: LaneRange
  #endListening: (() => void) | undefined
  #state: 'new' | 'running' | 'stopping' = 'new'
  readonly #whenIdle = new Set<() => void>()

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#lanes = options.lanes ?? shortLanes
    this.#lastLane = this.#lanes.from
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind.name, handler]))
    this.#heartbeat = new Heartbeat(options, this.#holder, (id) => this.#runs.get(id)?.abort(new LeaseLostError()))
  }

  /** How many jobs it has started, or found due. */
  get moved(): number {
    return this.started + this.#promoted
  }

  /** The kinds of jobs that it runs. */
  get kinds(): readonly string[] {
    return [...this.#handlers.keys()]
  }

  /** Starts running jobs. @param afterMs when to look for them first, unless something wakes it before */
  start(afterMs = 0): void {
    this.#state = 'running'
    this.#endListening = this.#options.signals.listen(jobsTopic, () => this.wake())
    if (afterMs === 0) this.wake()
    else this.#timer = setTimeout(() => this.wake(), afterMs).unref()
  }

  /** Looks for work now. */
  wake(): void {
    if (this.#state === 'running') void this.#looking.run()
  }

  /** Resolves when nothing is due and nothing runs, after at least one look. For tests, which control the clock. */
  async settle(): Promise<void> {
    this.wake()
    while (this.#state === 'running' && (this.#looking.isRunning || this.#runs.size > 0)) {
      await this.#looking.idle()
      if (this.#runs.size > 0) await new Promise<void>((resolve) => this.#whenIdle.add(resolve))
    }
  }

  /**
   * Starts no more jobs, waits for running ones, and aborts them at the time limit; those that have not ended are queued
   * again.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#state = 'stopping'
    this.#endListening?.()
    clearTimeout(this.#timer)
    this.#looking.cancel()
    await this.#looking.idle()
    await this.#drained(timeoutMs)
    for (const run of this.#runs.values()) run.abort(new ServerStoppingError())
    await this.#drained(abortMs)
    this.#heartbeat.stop()
  }

  async #drained(timeoutMs: number): Promise<void> {
    if (this.#runs.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        this.#whenIdle.add(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
    await this.#finishing.idle()
  }

  async #look(): Promise<void> {
    // Signals that arrive together cause one look.
    await new Promise(setImmediate)
    try {
      if (this.#state === 'running') await this.#lookOnce()
    } catch (error) {
      this.#looking.cancel()
      if (error instanceof StoreClosedError) return
      this.#options.log.warn({ err: error }, 'could not look for jobs')
      this.#sleepUntil(this.#options.clock.now() + troubleMs)
    }
  }

  async #lookOnce(): Promise<void> {
    const { store, clock, leases, prepare, maxSleepMs = usualMaxSleepMs } = this.#options
    if (!this.#isPrepared) await prepare?.()
    this.#isPrepared = true
    const found = await this.#nextTimes()
    let rescued = 0
    if (found.lapse < Number.POSITIVE_INFINITY && leases.now() >= this.#rescueAt) {
      this.#rescueAt = leases.now() + this.#options.heartbeatMs
      rescued = await rescue(this.#options, this.#holder)
    }
    const isDue = found.due <= clock.now() || rescued > 0
    if (isDue) {
      const promoted = await store.take(rows.promoteDue({ now: clock.now() }))
      this.#promoted += promoted.length
      if (promoted.length === rows.maxPromoted) this.wake()
      if (promoted.length > 0) this.#options.foundDue?.(this)
    }
    const claimed = await this.#claimAll()
    const next = isDue || claimed > 0 ? await this.#nextTimes() : found
    // The clock of leases is independent of the product's, which may be fixed.
    const untilLapse = Math.max(next.lapse, this.#rescueAt) - leases.now()
    this.#wakeAt = Number.POSITIVE_INFINITY
    this.#sleepUntil(Math.min(next.due, clock.now() + Math.min(untilLapse, maxSleepMs)))
  }

  async #nextTimes(): Promise<{ due: number; lapse: number }> {
    const row = await this.#options.store.get<{ due: number | null; lapse: number | null }>(
      rows.nextTimes({ holder: this.#holder }),
    )
    return { due: Number(row?.due ?? Number.POSITIVE_INFINITY), lapse: Number(row?.lapse ?? Number.POSITIVE_INFINITY) }
  }

  #sleepUntil(at: number): void {
    if (this.#state !== 'running' || at >= this.#wakeAt) return
    this.#wakeAt = at
    clearTimeout(this.#timer)
    const { clock, maxSleepMs = usualMaxSleepMs } = this.#options
    const ms = Math.min(Math.max(at - clock.now(), minSleepMs), maxSleepMs)
    this.#timer = setTimeout(() => this.wake(), ms).unref()
  }

  /** @returns how many */
  async #claimAll(): Promise<number> {
    let count = 0
    while (this.#state === 'running') {
      const free = this.#options.concurrency - this.#runs.size
      if (free <= 0) break
      const claimed = await this.#claim(free)
      if (claimed.length === 0) break
      count += claimed.length
      if (this.#isRunning()) for (const row of claimed) void this.#run(new Run(row))
      else await this.#unclaim(claimed)
    }
    return count
  }

  #isRunning(): boolean {
    return this.#state === 'running'
  }

  /** Queues jobs again whose claim was in progress when the runner stopped: none of them has started. */
  async #unclaim(claimed: readonly rows.ClaimedRow[]): Promise<void> {
    const { store, signals } = this.#options
    await store.take(rows.unclaim(store.sql, { ids: claimed.map(({ id }) => id), holder: this.#holder }))
    // Other runners may have looked in the meantime, and found nothing.
    signals.send(jobsTopic)
  }

  /** Claims jobs from the lanes whose turn it is. */
  async #claim(free: number): Promise<rows.ClaimedRow[]> {
    const { store, leases, clock, concurrency } = this.#options
    const running = new Map<string, number>()
    for (const { row } of this.#runs.values()) running.set(row.lane, (running.get(row.lane) ?? 0) + 1)
    const lanes = await this.#nextLanes(free + running.size)
    const shares = shareOut(lanes, { free, most: laneLimit(concurrency), running })
    if (shares.length === 0) return []
    this.#lastLane = shares.at(-1)?.lane ?? this.#lanes.from
    const { machine, pid, until } = leases.grant()
    const query = rows.claim(store.sql, {
      ...{ shares, kinds: this.kinds, holder: this.#holder, machine, pid, until },
      now: clock.now(),
    })
    return store.take<rows.ClaimedRow>(query)
  }

  /** Ready lanes from the one after the last served, wrapping around. */
  async #nextLanes(limit: number): Promise<string[]> {
    const { store } = this.#options
    const { from, until } = this.#lanes
    const after = async (lane: string): Promise<string[]> =>
      (await store.all<{ lane: string }>(rows.lanesAfter({ after: lane, until, limit }))).map((row) => row.lane)
    const later = await after(this.#lastLane)
    if (later.length >= limit || this.#lastLane === from) return later
    return [...new Set([...later, ...(await after(from))])].slice(0, limit)
  }

  async #run(run: Run): Promise<void> {
    const { id, kind } = run.row
    const { log, metrics } = this.#options
    this.started += 1
    this.#runs.set(id, run)
    this.#heartbeat.add(id)
    const startedAt = performance.now()
    const result = await run.perform(this.#handlers.get(kind) as JobHandler, log)
    metrics?.ran(kind, run.isLost ? 'lost' : result.outcome, performance.now() - startedAt)
    if (run.isLost) log.warn({ job: id, kind, attempt: run.row.attempt }, 'job lost its lease')
    else if (result.outcome === 'done') return this.#end(id)
    else await this.#settleFailure(run, result)
    this.#release([id])
  }

  async #settleFailure(run: Run, { error, retry }: Extract<RunResult, { outcome: 'failed' }>): Promise<void> {
    const { store, clock, log, random } = this.#options
    const { id, kind, attempt, max_attempts } = run.row
    const now = clock.now()
    const common = { id, holder: this.#holder, attempt, error: errorText(error), now }
    const isStop = error instanceof ServerStoppingError
    const isOver = !isStop && (retry === 'never' || attempt >= max_attempts)
    const fields = { err: error, job: id, kind, attempt }
    if (isOver) log.error(fields, 'job given up')
    else log.warn(fields, 'job failed, will be retried')
    const delayMs = isStop ? 0 : typeof retry === 'number' ? retry : backoffMs(attempt, random)
    const query = isOver
      ? rows.giveUp(store.sql, common)
      : rows.retryLater(store.sql, { ...common, runAt: now + delayMs })
    // If this also fails, the lease ends and the job is run again.
    await store.take(query).catch((err: unknown) => log.warn({ err, job: id, kind }, 'could not record a failed job'))
    this.#sleepUntil(now + delayMs)
  }

  /** Marks jobs as done; those that end together in one statement. */
  #end(id: string): void {
    this.#ended.push({ id })
    void this.#finishing.run()
  }

  async #finishAll(): Promise<void> {
    const { store, clock, log } = this.#options
    await new Promise(setImmediate)
    const ids = this.#ended.map(({ id }) => id)
    this.#ended = []
    if (ids.length === 0) return
    await store
      .take(rows.finish(store.sql, { ids, holder: this.#holder, now: clock.now() }))
      .catch((err: unknown) => log.warn({ err, jobs: ids.length }, 'could not record finished jobs'))
    this.#release(ids)
  }

  #release(ids: readonly string[]): void {
    for (const id of ids) {
      this.#runs.delete(id)
      this.#heartbeat.delete(id)
    }
    this.wake()
    if (this.#runs.size > 0) return
    for (const resolve of this.#whenIdle) resolve()
    this.#whenIdle.clear()
  }
}

/** How many jobs of one lane a process runs concurrently: slots have to stay free for the others. */
export function laneLimit(concurrency: number): number {
  return Math.max(1, Math.floor(concurrency / 4))
}

/**
 * Divides free slots among lanes, one by one in the given order.
 *
 * @param free how many jobs may start
 * @param most how many jobs of a lane may run concurrently
 * @param running how many of each lane are running
 */
export function shareOut(
  lanes: readonly string[],
  { free, most, running }: { free: number; most: number; running: ReadonlyMap<string, number> },
): rows.Share[] {
  const counts = new Map<string, number>()
  const room = (lane: string): number => most - (running.get(lane) ?? 0) - (counts.get(lane) ?? 0)
  let left = free
  for (let open = lanes.filter((lane) => room(lane) > 0); open.length > 0 && left > 0; ) {
    for (const lane of open.slice(0, left)) counts.set(lane, (counts.get(lane) ?? 0) + 1)
    left -= Math.min(open.length, left)
    open = open.filter((lane) => room(lane) > 0)
  }
  return [...counts].map(([lane, count]) => ({ lane, count }))
}

const firstMs = 5_000
const factor = 3
const maxMs = 6 * 3_600_000

/**
 * How long to wait after a failed run: 5 s, 15 s, 45 s and so on up to six hours. Half of it is random, so
 * that jobs which failed together are not retried together.
 *
 * @param attempt the number of the failed run, from 1 on
 * @param random from 0 to below 1
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(firstMs * factor ** (attempt - 1), maxMs)
  return Math.round(full / 2 + (random() * full) / 2)
}

const maxErrorLength = 500
/** How many jobs of dead processes are queued again at once. */
const rescueBatch = 100

/** The text of an error that is stored and shown to administrators. */
function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return shorten(storable(message), maxErrorLength)
}

interface RescueOptions {
  readonly store: Store
  readonly clock: Clock
  readonly leases: Leases
  readonly log: Log
}

/**
 * Queues jobs again whose process has died, or has not renewed their lease in time.
 *
 * @returns how many
 */
async function rescue({ store, clock, leases, log }: RescueOptions, holder: string): Promise<number> {
  let count = 0
  const running = await store.all<rows.RunningRow>(rows.runningByOthers({ holder, limit: rescueBatch }))
  for (const row of running.filter((each) => !leases.isHeld(each))) {
    const { id, kind, attempt } = row
    const now = clock.now()
    const error = 'The process that ran the job ended, or did not renew its lease in time.'
    const common = { id, holder: row.holder, attempt, error, now }
    const isOver = attempt >= row.max_attempts
    const changed = await store.take(
      isOver ? rows.giveUp(store.sql, common) : rows.retryLater(store.sql, { ...common, runAt: now }),
    )
    count += changed.length
    if (changed.length > 0) log.warn({ job: id, kind, attempt }, isOver ? 'job given up' : 'job queued again')
  }
  return count
}
