import { Cron } from 'croner'
import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import { statement } from '../store/statement.ts'
import type { Store, Writer } from '../store/types.ts'
import { type Job, type JobHandler, type JobKind, jobKind } from './kind.ts'
import type { JobQueue } from './queue.ts'

/** A run that starts later than this after its time was missed. */
const lateMs = 300_000

/** Recurring work, such as deleting expired rows: once for all processes of an instance. */
export interface Schedule {
  /** Named like a kind of job: `limits.purge`. */
  readonly name: string
  /** When, as five fields of cron: minute, hour, day of the month, month, day of the week. */
  readonly times: string
  /** The IANA time zone of `times`; UTC if not given. */
  readonly timeZone?: string
  /**
   * What to do about times at which no process was running: `once` makes up for all of them with one run, `skip` waits for
   * the next.
   */
  readonly ifMissed: 'once' | 'skip'
  /** How long it may take and how often it is tried, like a job. */
  readonly limits?: Parameters<typeof jobKind>[2]
  /** @param signal like that of a job */
  run(signal: AbortSignal): Promise<unknown>
}

/** Periodic upkeep, every hour. Names spread over the minutes, so that not everything runs at the same time. */
export function hourly(name: string, run: Schedule['run']): Schedule {
  const minute = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 60, 7)
  return { name, times: `${minute} * * * *`, ifMissed: 'once', run }
}

/**
 * The next time of a schedule. A local time that daylight saving skips is moved to the end of the gap;
 * one that happens twice counts once, except for schedules that run every hour or more often.
 *
 * @param after epoch milliseconds
 * @returns epoch milliseconds
 * @throws Error if the schedule is malformed or has no further time
 */
export function nextTime({ times, timeZone = 'UTC' }: Pick<Schedule, 'times' | 'timeZone'>, after: number): number {
  const minute = timeZone === 'UTC' ? /^([1-5]?\d) \* \* \* \*$/.exec(times)?.[1] : undefined
  if (minute !== undefined) return nextInHour(Number(minute), after)
  const next = cronOf(times, timeZone).nextRun(new Date(after))
  if (!next) throw new Error(`The schedule "${times}" never runs after ${new Date(after).toISOString()}.`)
  return next.getTime()
}

/** Parsed schedules: of the code, so there are few. */
const crons = new Map<string, Cron>()

function cronOf(times: string, timeZone: string): Cron {
  const key = `${times} ${timeZone}`
  const known = crons.get(key)
  if (known) return known
  // For a named zone, even UTC, it would use `Intl`, which a start need not load.
  const place = timeZone === 'UTC' ? { utcOffset: 0 } : { timezone: timeZone }
  const cron = new Cron(times, { ...place, paused: true })
  crons.set(key, cron)
  return cron
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Most schedules are hourly, and an hour of UTC has no exceptions, so a start need not parse and search for each. */
function nextInHour(minute: number, after: number): number {
  const inThisHour = Math.floor(after / hourMs) * hourMs + minute * minuteMs
  return inThisHour > after ? inThisHour : inThisHour + hourMs
}

function isFrequent(schedule: Schedule): boolean {
  const next = nextTime(schedule, 0)
  return nextTime(schedule, next) - next <= hourMs
}

const occurrence = z.object({ times: z.string(), timeZone: z.string() })

type Occurrence = z.output<typeof occurrence>

const queuedOfKind = statement<{ kind: string }>((sql, param) =>
  sql('jobs')
    .select('id', 'payload')
    .where({ kind: param('kind') })
    .whereRaw("state in ('waiting', 'ready')"),
)

/** The queued runs of these kinds. */
function waitingOf({ sql }: Pick<Store, 'sql'>, kinds: readonly string[]) {
  return sql('jobs')
    .select('kind', 'payload')
    .whereIn('kind', [...kinds])
    .whereIn('state', ['waiting', 'ready'])
}

function occurrenceOf({ times, timeZone = 'UTC' }: Schedule): Occurrence {
  return { times, timeZone }
}

interface SchedulesOptions {
  readonly store: Store
  readonly clock: Clock
  readonly queue: JobQueue
}

/** Schedules as jobs: each run queues the next one when it starts. */
export class Schedules {
  readonly #options: SchedulesOptions
  readonly #entries: readonly { readonly schedule: Schedule; readonly kind: JobKind<Occurrence> }[]
  #frequentKinds: readonly string[] | undefined

  /** @throws Error for a schedule whose name or times are malformed */
  constructor(options: SchedulesOptions, schedules: readonly Schedule[]) {
    this.#options = options
    this.#entries = schedules.map((schedule) => ({
      schedule,
      kind: jobKind(schedule.name, occurrence, schedule.limits),
    }))
    for (const schedule of schedules) nextTime(schedule, options.clock.now())
  }

  get handlers(): readonly JobHandler[] {
    return this.#entries.map(({ schedule, kind }) => ({
      kind: kind as JobKind<never>,
      run: (job: Job<never>) => this.#run(schedule, kind, job),
    }))
  }

  /** The kinds of those that recur every hour or more often. */
  get frequentKinds(): readonly string[] {
    this.#frequentKinds ??= this.#entries.filter(({ schedule }) => isFrequent(schedule)).map(({ kind }) => kind.name)
    return this.#frequentKinds
  }

  /** Makes sure that the next run of each schedule is queued, at the times that this release has. */
  async sync(): Promise<void> {
    const queued = await this.#options.store.all<{ kind: string; payload: string }>(
      waitingOf(
        this.#options.store,
        this.#entries.map(({ kind }) => kind.name),
      ),
    )
    const missing = this.#entries.filter(({ schedule, kind }) => {
      const payload = JSON.stringify(occurrenceOf(schedule))
      return !queued.some((row) => row.kind === kind.name && row.payload === payload)
    })
    if (missing.length === 0) return
    // In one transaction: separate ones take a third of a server's first start on PostgreSQL.
    await this.#options.store.write(async (tx) => {
      for (const { schedule, kind } of missing) await this.#ensureNext(tx, schedule, kind)
    })
  }

  async #run(schedule: Schedule, kind: JobKind<Occurrence>, { dueAt, attempt, signal }: Job): Promise<void> {
    await this.#options.store.write((tx) => this.#ensureNext(tx, schedule, kind))
    const isMissed = attempt === 1 && this.#options.clock.now() - dueAt > lateMs
    if (isMissed && schedule.ifMissed === 'skip') return
    await schedule.run(signal)
  }

  async #ensureNext(tx: Writer, schedule: Schedule, kind: JobKind<Occurrence>): Promise<void> {
    const { clock, queue } = this.#options
    const payload = occurrenceOf(schedule)
    const queued = await tx.all<{ id: string; payload: string }>(queuedOfKind({ kind: kind.name }))
    if (queued.some((row) => row.payload === JSON.stringify(payload))) return
    if (queued.length > 0)
      await tx.run(
        tx
          .sql('jobs')
          .whereIn(
            'id',
            queued.map(({ id }) => id),
          )
          .delete(),
      )
    const runAt = nextTime(schedule, clock.now())
    await queue.enqueue(tx, kind, payload, { key: String(runAt), runAt })
  }
}
