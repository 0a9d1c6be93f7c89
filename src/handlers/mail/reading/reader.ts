import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError } from '#runtime/base/errors.ts'
import type { InlinePicture, ReadingJob, ReadingResult, ReadMessage, Sending, Verdict } from './types.ts'

const maxHeapMib = 256
/** The longest that one message may take, its look-ups included. */
const maxReadMs = 20_000
/** Messages that are read or wait to be, at a time. */
const maxWaiting = 40
/** After how long without work the thread ends, so that an idle server does not hold its memory. */
const idleMs = 30_000

/** A message that cannot be read, as the end of a line of SMTP. */
export class RefusedMessage extends Error {}

interface Waiting {
  resolve(result: ReadingResult): void
  reject(failure: Error): void
  timer: NodeJS.Timeout
  hasBegun: boolean
}

interface Told {
  readonly id: number
  readonly begun?: true
  readonly result?: ReadingResult
  readonly failure?: string
}

export interface ReaderOptions {
  /** The DNS servers that are asked; those of the system if not given. */
  readonly dns: readonly string[] | undefined
  /** The name of this server. */
  readonly host: string
  /** Given in tests only. */
  readonly timeoutMs?: number
}

/** Reads messages on a thread of its own, with bounded time and memory: what strangers send must not make others wait. */
export class MailReader {
  readonly #options: ReaderOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /**
   * A message from outside, and what is known of its sender.
   *
   * @throws RefusedMessage for one that cannot be read; ApiError unavailable when too many wait
   */
  async message(raw: Uint8Array, from: Sending): Promise<{ message: ReadMessage; verdict: Verdict }> {
    const { dns, host } = this.#options
    const result = await this.#run({ kind: 'message', raw, from, dns, host })
    if ('message' in result) return result
    throw new RefusedMessage('fault' in result ? result.fault : 'message cannot be read')
  }

  /** The bytes of an attachment of a stored message, counted from 0; undefined if it has none. */
  async attachment(raw: Uint8Array, index: number): Promise<Uint8Array | undefined> {
    const result = await this.#run({ kind: 'attachment', raw, index })
    return 'bytes' in result ? result.bytes : undefined
  }

  /** The pictures inside of a stored message. */
  async pictures(raw: Uint8Array): Promise<readonly InlinePicture[]> {
    const result = await this.#run({ kind: 'pictures', raw })
    return 'pictures' in result ? result.pictures : []
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#end(new Error('the server stops'))
  }

  #run(job: ReadingJob): Promise<ReadingResult> {
    if (this.#waiting.size >= maxWaiting) {
      throw new ApiError('unavailable', 'Too many messages are being read; try again in a moment.', { retryAfterS: 10 })
    }
    clearTimeout(this.#idle)
    const worker = this.#started()
    this.#count += 1
    const id = this.#count
    return new Promise<ReadingResult>((resolve, reject) => {
      const timer = setTimeout(() => this.#tooSlow(id), this.#options.timeoutMs ?? maxReadMs)
      this.#waiting.set(id, { resolve, reject, timer, hasBegun: false })
      worker.ref()
      worker.postMessage({ id, job })
    }).finally(() => this.#rest())
  }

  /** Ends the thread. Those that wait behind the one that took too long are told to come again. */
  #tooSlow(id: number): void {
    const slow = this.#waiting.get(id)
    if (slow?.hasBegun) {
      this.#waiting.delete(id)
      slow.reject(new RefusedMessage('message takes too long to read'))
    }
    void this.#end(new ApiError('unavailable', 'Reading was interrupted; try again.', { retryAfterS: 30 }))
  }

  #started(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL(`./reading-worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib, stackSizeMb: 4 },
    })
    this.#worker = worker
    worker.on('message', (told: Told) => this.#take(told))
    worker.on('error', (failure: NodeJS.ErrnoException) => {
      const isTooLarge = failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (this.#worker === worker)
        void this.#end(isTooLarge ? new RefusedMessage('message takes too much memory') : failure)
    })
    return worker
  }

  #take({ id, begun, result, failure }: Told): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    if (begun) {
      waiting.hasBegun = true
      return
    }
    clearTimeout(waiting.timer)
    this.#waiting.delete(id)
    if (result) waiting.resolve(result)
    else waiting.reject(new RefusedMessage(`message cannot be read: ${(failure ?? '').slice(0, 100)}`))
  }

  async #end(reason: Error): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    for (const { timer, reject } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(reason)
    }
    this.#waiting.clear()
    await worker?.terminate()
  }

  #rest(): void {
    if (this.#waiting.size > 0 || !this.#worker) return
    // An idle thread must not keep a finished process alive.
    this.#worker.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#end(new Error('idle')), idleMs)
    this.#idle.unref()
  }
}
