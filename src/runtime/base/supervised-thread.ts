import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** A thread did not finish its work in the time that it had. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** A thread needed more memory than it may have. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/**
 * A thread that takes one message at a time and answers it, in bounded time and memory. It says that it is ready by a
 * first message. After work that failed it has ended and cannot be used again.
 */
export class SupervisedThread<Work, Answer> {
  readonly #worker: Worker
  readonly #ready: Promise<unknown>
  #hasEnded = false

  /** @param program the module that the thread runs */
  constructor(program: URL, resourceLimits: ResourceLimits) {
    this.#worker = new Worker(program, { resourceLimits })
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
   * Has one piece of work done.
   *
   * @param timeoutMs how long it may take, once the thread has started
   * @throws TooSlow, TooLarge, and what ends the thread
   */
  async run(work: Work, timeoutMs: number): Promise<Answer> {
    const worker = this.#worker
    const stop = new AbortController()
    // An idle thread must not keep a finished process alive.
    worker.ref()
    let timer: NodeJS.Timeout | undefined
    try {
      await this.#ready
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new TooSlow(`took more than ${timeoutMs} ms`)), timeoutMs)
      })
      const done = once(worker, 'message', { signal: stop.signal })
      done.catch(() => undefined)
      worker.postMessage(work)
      const [answer] = (await Promise.race([done, tooLong])) as [Answer]
      return answer
    } catch (failure) {
      await this.end()
      const isTooLarge = (failure as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw isTooLarge ? new TooLarge('took too much memory', { cause: failure }) : failure
    } finally {
      clearTimeout(timer)
      stop.abort()
      worker.unref()
    }
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#worker.terminate()
  }
}
