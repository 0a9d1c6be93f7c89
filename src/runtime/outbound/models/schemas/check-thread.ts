import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SchemaJob, SchemaResult } from './schema-jobs.ts'

/** A schema that cannot be used. The message is the predicate of a sentence about it. */
export class UnusableSchema extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableSchema'
  }
}

const maxHeapMib = 64
const maxStackMib = 4

/** A thread that does one job at a time. After a job that failed it has ended and cannot be used again. */
export class CheckThread {
  readonly #worker: Worker
  readonly #ready: Promise<unknown>
  #hasEnded = false

  constructor() {
    this.#worker = new Worker(new URL(`./schema-worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib, stackSizeMb: maxStackMib },
    })
    this.#ready = once(this.#worker, 'message')
    this.#ready.catch(() => undefined)
    this.#worker.on('error', () => undefined)
    this.#worker.on('exit', () => {
      this.#hasEnded = true
    })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /**
   * Does one job.
   *
   * @param timeoutMs how long it may take, once the thread has started
   * @throws UnusableSchema if it takes too long or too much memory
   */
  async run(job: SchemaJob, timeoutMs: number): Promise<SchemaResult> {
    const worker = this.#worker
    const stop = new AbortController()
    // An idle thread must not keep a finished process alive.
    worker.ref()
    let timer: NodeJS.Timeout | undefined
    try {
      await this.#ready
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new UnusableSchema('takes too long to check; make it simpler')), timeoutMs)
      })
      const done = once(worker, 'message', { signal: stop.signal })
      done.catch(() => undefined)
      worker.postMessage(job)
      const [result] = (await Promise.race([done, tooLong])) as [SchemaResult]
      return result
    } catch (failure) {
      await this.end()
      const { code } = failure as NodeJS.ErrnoException
      if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw failure
      throw new UnusableSchema('takes too much memory to check; make it simpler')
    } finally {
      clearTimeout(timer)
      stop.abort()
      worker.unref()
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#worker.terminate()
  }
}
