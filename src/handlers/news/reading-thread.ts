import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ReadingJob, ReadingResult } from './parsed-feed.ts'

const maxHeapMib = 192
/** The longest that one document may take. */
const timeoutMs = 20_000
/** After how long without work the thread ends, so that an idle server does not hold its memory. */
const idleMs = 30_000
const maxWaiting = 50

/** Reads feeds and pages on a thread of its own, one after the other: a large document keeps a processor busy for a second. */
export class ReadingThread {
  #worker: Worker | undefined
  #ready: Promise<unknown> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  /** @throws Error for what cannot be read, in the time and memory that there are */
  async read(job: ReadingJob): Promise<Exclude<ReadingResult, { failure: string }>> {
    if (this.#waiting >= maxWaiting) throw new Error('too many documents wait to be read')
    this.#waiting += 1
    clearTimeout(this.#idle)
    const turn = this.#last.then(() => this.#one(job))
    this.#last = turn.catch(() => undefined)
    try {
      const result = await turn
      if ('failure' in result) throw new Error(result.failure)
      return result
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#rest()
    }
  }

  async #one(job: ReadingJob): Promise<ReadingResult> {
    const worker = this.#started()
    worker.ref()
    const stop = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      await this.#ready
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('takes too long to read')), timeoutMs)
      })
      const done = once(worker, 'message', { signal: stop.signal })
      done.catch(() => undefined)
      worker.postMessage(job)
      const [result] = (await Promise.race([done, tooLong])) as [ReadingResult]
      return result
    } catch (failure) {
      await this.close()
      throw failure
    } finally {
      clearTimeout(timer)
      stop.abort()
      worker.unref()
    }
  }

  #started(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL(`./reading-worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib },
    })
    this.#worker = worker
    this.#ready = once(worker, 'message')
    this.#ready.catch(() => undefined)
    worker.on('error', () => undefined)
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
