import { extname } from 'node:path'
import { ApiError } from '#runtime/base/errors.ts'
import { FairLimiter, LimiterFull } from '#runtime/base/fair-limiter.ts'
import { TooLarge, TooSlow } from '#runtime/base/supervised-process.ts'
import { SupervisedProcesses } from '#runtime/base/supervised-processes.ts'
import type { CheckJob, CheckResult } from './check-worker.ts'
import type { SourceReport } from './read-source.ts'

const bounds = { maxHeapMib: 128, maxStackMib: 4 }
/** The longest check of one source. Large ordinary sources take a tenth of a second. */
const maxCheckMs = 5000
/** Sources that wait: in all, and of one account or wallet. */
const waiting = { maxWaiting: 50, maxWaitingPerSubject: 20 }

/** Checks sources and icons in a separate process, one after the other, and accounts take turns. Executes nothing in them. */
export class SourceChecker {
  readonly #limiter = new FairLimiter({ maxRunning: 1, ...waiting })
  readonly #processes: SupervisedProcesses<CheckJob, CheckResult>
  readonly #timeoutMs: number

  /** @param options for tests; `program` is what the process runs */
  constructor({
    timeoutMs = maxCheckMs,
    program = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url),
  } = {}) {
    this.#timeoutMs = timeoutMs
    this.#processes = new SupervisedProcesses({ ...bounds, program })
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
    const check = () => this.#processes.run(job, { timeoutMs: this.#timeoutMs })
    return this.#limiter.run(subject, check).catch(failed)
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }
}

function failed(failure: unknown): CheckResult {
  if (failure instanceof LimiterFull) {
    const message = 'Too many apps are being checked right now. Try again in a moment.'
    throw new ApiError('unavailable', message, { retryAfterS: 10 })
  }
  if (failure instanceof TooSlow) return { failure: 'takes too long to check. Make it simpler' }
  if (failure instanceof TooLarge) return { failure: 'takes too much memory to check. Make it simpler' }
  return { failure: 'could not be checked completely. Make it simpler' }
}
