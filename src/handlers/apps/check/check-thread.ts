import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError } from '#runtime/base/errors.ts'
import { AtATime } from '#runtime/limits/at-a-time.ts'
import type { CheckJob, CheckResult, SourceReport } from './report.ts'

const maxHeapMib = 128
const maxStackMib = 4
/** The longest that one source may take. The largest usual ones take a tenth of a second. */
const maxCheckMs = 5000
/** After how long without work the thread ends, so that an idle server does not hold its memory. */
const idleMs = 30_000
/** Accounts whose sources wait at a time. */
const maxWaiting = 50

/** A source that cannot be checked in the time and memory that there are. */
export class UncheckableSource extends Error {}

/** Reads sources and icons on a thread of its own, one after the other, each account one at a time. Nothing in them is executed. */
export class CheckThread {
  readonly #turns = new AtATime(1)
  readonly #timeoutMs: number
  readonly #module: URL
  #worker: Worker | undefined
  #ready: Promise<unknown> | undefined
  /** Rejects when the thread ends. */
  #ended: Promise<never> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  /** Both are given in tests only. @param module what runs on the thread */
  constructor({
    timeoutMs = maxCheckMs,
    module = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url),
  } = {}) {
    this.#timeoutMs = timeoutMs
    this.#module = module
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
    const worker = this.#started()
    const ended = this.#ended
    // An idle thread must not keep a finished process alive.
    worker.ref()
    const stop = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      await this.#ready
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('takes too long to read')), this.#timeoutMs)
      })
      const done = once(worker, 'message', { signal: stop.signal })
      done.catch(() => undefined)
      worker.postMessage(job)
      const [result] = (await Promise.race([done, tooLong, ended])) as [CheckResult]
      return result
    } catch (failure) {
      await this.close()
      throw new UncheckableSource((failure as Error).message, { cause: failure })
    } finally {
      clearTimeout(timer)
      stop.abort()
      worker.unref()
    }
  }

  #started(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#module, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib, stackSizeMb: maxStackMib },
    })
    this.#worker = worker
    this.#ended = new Promise((_, reject) => {
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('was not read to its end')))
    })
    this.#ended.catch(() => undefined)
    this.#ready = Promise.race([once(worker, 'message'), this.#ended])
    this.#ready.catch(() => undefined)
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.close(), idleMs)
    this.#idle.unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'Too many apps are being checked right now; try again in a moment.', {
    retryAfterS: 10,
  })
}
