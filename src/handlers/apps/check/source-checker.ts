import { extname } from 'node:path'
import { ApiError } from '#runtime/base/errors.ts'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { TooLarge, TooSlow } from '#runtime/base/supervised-process.ts'
import { QueueFull, SupervisedQueue } from '#runtime/base/supervised-queue.ts'
import type { CheckJob, CheckResult, SourceReport } from './report.ts'

const bounds = { maxHeapMib: 128, maxStackMib: 4 }
/** The longest that one source may take. The largest usual ones take a tenth of a second. */
const maxCheckMs = 5000
/** Accounts whose sources wait at a time. */
const maxWaiting = 50

/** A source that cannot be checked in the time and memory that there are. */
export class UncheckableSource extends Error {}

/** Reads sources and icons in a process of its own, one after the other, each account one at a time. Nothing in them is executed. */
export class SourceChecker {
  readonly #turns = new FairLimiter({ maxRunningPerSubject: 1 })
  readonly #queue: SupervisedQueue<CheckJob, CheckResult>

  /** Both are given in tests only. @param program what the process runs */
  constructor({
    timeoutMs = maxCheckMs,
    program = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url),
  } = {}) {
    this.#queue = new SupervisedQueue({ ...bounds, program, timeoutMs, maxWaiting })
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
      try {
        return await this.#queue.run(job)
      } catch (failure) {
        if (failure instanceof QueueFull) throw tooMany()
        throw new UncheckableSource(reasonOf(failure), { cause: failure })
      }
    })
  }

  async close(): Promise<void> {
    await this.#queue.close()
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
