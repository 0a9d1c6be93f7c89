import { extname } from 'node:path'
import { ApiError } from '#runtime/base/errors.ts'
import { SupervisedProcess, TooLarge, TooSlow } from '#runtime/base/supervised-process.ts'
import { AtATime } from '#runtime/limits/at-a-time.ts'
import type { CheckJob, CheckResult, SourceReport } from './report.ts'

const bounds = { maxHeapMib: 128, maxStackMib: 4 }
/** The longest that one source may take. The largest usual ones take a tenth of a second. */
const maxCheckMs = 5000
/** After how long without work the process ends, so that an idle server does not hold its memory. */
const idleMs = 30_000
/** Accounts whose sources wait at a time. */
const maxWaiting = 50

/** A source that cannot be checked in the time and memory that there are. */
export class UncheckableSource extends Error {}

/** Reads sources and icons in a process of its own, one after the other, each account one at a time. Nothing in them is executed. */
export class SourceChecker {
  readonly #turns = new AtATime(1)
  readonly #timeoutMs: number
  readonly #program: URL
  #process: SupervisedProcess<CheckJob, CheckResult> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  /** Both are given in tests only. @param program what the process runs */
  constructor({
    timeoutMs = maxCheckMs,
    program = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url),
  } = {}) {
    this.#timeoutMs = timeoutMs
    this.#program = program
  }

  /**
   * What a source holds.
   *
   * @param subject whose source it is
   * @throws UncheckableSource; ApiError unavailable when too many wait
   */
  async source(subject: string, html: string): Promise<SourceReport> {
    const result = await this.#run(subject, { kind: 'source', html })
    if ('report' in result) return result.report
    throw new UncheckableSource('failure' in result ? result.failure : 'cannot be read')
  }

  /** Why an icon cannot be taken, as `iconFault` says it. */
  async icon(subject: string, icon: string): Promise<string | undefined> {
    try {
      const result = await this.#run(subject, { kind: 'icon', icon })
      if ('fault' in result) return result.fault
      return 'failure' in result ? 'cannot be read' : undefined
    } catch (failure) {
      if (failure instanceof UncheckableSource) return 'takes too long to read; make it simpler'
      throw failure
    }
  }

  #run(subject: string, job: CheckJob): Promise<CheckResult> {
    return this.#turns.run(subject, async () => {
      if (this.#waiting >= maxWaiting) throw tooMany()
      this.#waiting += 1
      clearTimeout(this.#idle)
      const turn = this.#last.then(() => this.#one(job))
      this.#last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        this.#waiting -= 1
        if (this.#waiting === 0) this.#rest()
      }
    })
  }

  async #one(job: CheckJob): Promise<CheckResult> {
    try {
      return await this.#started().run(job, { timeoutMs: this.#timeoutMs })
    } catch (failure) {
      throw new UncheckableSource(reasonOf(failure), { cause: failure })
    }
  }

  #started(): SupervisedProcess<CheckJob, CheckResult> {
    if (!this.#process || this.#process.hasEnded) this.#process = new SupervisedProcess(this.#program, bounds)
    return this.#process
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.close(), idleMs)
    this.#idle.unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const ended = this.#process
    this.#process = undefined
    await ended?.end()
  }
}

function reasonOf(failure: unknown): string {
  if (failure instanceof TooSlow) return 'takes too long to read'
  if (failure instanceof TooLarge) return 'takes too much memory to read'
  return 'was not read to its end'
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'Too many apps are being checked right now; try again in a moment.', {
    retryAfterS: 10,
  })
}
