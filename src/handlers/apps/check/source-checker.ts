import { extname } from 'node:path'
import { ApiError } from '#runtime/base/errors.ts'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { TooLarge, TooSlow } from '#runtime/base/supervised-process.ts'
import { QueueFull, SupervisedQueue } from '#runtime/base/supervised-queue.ts'
import type { CheckJob, CheckResult } from './check-worker.ts'
import type { SourceReport } from './read-source.ts'

const bounds = { maxHeapMib: 128, maxStackMib: 4 }
/** The longest check of one source. Large ordinary sources take a tenth of a second. */
const maxCheckMs = 5000
/** Sources that wait, the one being checked included. */
const maxWaiting = 50

/** Checks sources and icons in a separate process, one after the other, and one of each account. Executes nothing in them. */
export class SourceChecker {
  readonly #turns = new FairLimiter({ maxRunningPerSubject: 1 })
  readonly #queue: SupervisedQueue<CheckJob, CheckResult>

  /** @param options for tests; `program` is what the process runs */
  constructor({
    timeoutMs = maxCheckMs,
    program = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url),
  } = {}) {
    this.#queue = new SupervisedQueue({ ...bounds, program, timeoutMs, maxWaiting })
  }

  /**
   * The faults and calls of a source. A source that takes too long or too much memory has that as its only fault.
   *
   * @param subject account or wallet of the source
   * @throws ApiError unavailable if too many sources wait
   */
  async source(subject: string, html: string): Promise<SourceReport> {
    const result = await this.#run(subject, { kind: 'source', html })
    if ('report' in result) return result.report
    const failure = 'failure' in result ? result.failure : ''
    return { issues: [{ rule: 'too_complex', message: `The source ${failure}.` }], calls: [] }
  }

  /** The fault of an icon: see `iconFault`. @throws ApiError unavailable */
  async icon(subject: string, icon: string): Promise<string | undefined> {
    const result = await this.#run(subject, { kind: 'icon', icon })
    if ('fault' in result) return result.fault
    return 'failure' in result ? result.failure : undefined
  }

  #run(subject: string, job: CheckJob): Promise<CheckResult> {
    return this.#turns.run(subject, () => this.#queue.run(job).catch(failed))
  }

  async close(): Promise<void> {
    await this.#queue.close()
  }
}

function failed(failure: unknown): CheckResult {
  if (failure instanceof QueueFull) {
    const message = 'Too many apps are being checked right now; try again in a moment.'
    throw new ApiError('unavailable', message, { retryAfterS: 10 })
  }
  if (failure instanceof TooSlow) return { failure: 'takes too long to check; make it simpler' }
  if (failure instanceof TooLarge) return { failure: 'takes too much memory to check; make it simpler' }
  return { failure: 'could not be checked to its end; make it simpler' }
}
