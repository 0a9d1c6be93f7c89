import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '#runtime/base/environment.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { InlinePicture, ReadingJob, ReadingResult, ReadMessage, Sending, Verdict } from './parsed-message.ts'

const maxHeapMib = 256
/** The longest that one message may take, its look-ups included. */
const maxReadMs = 20_000
/** Messages that are read or wait to be, at a time, and their bytes, of which the process has a copy. */
const maxWaiting = 40
const maxBytes = 128 * 1024 * 1024
/** After how long without work the process ends, so that an idle server does not hold its memory. */
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
}

/** A message that is kept, and is loaded once there is room for it. */
export interface StoredMessage {
  readonly bytes: number
  /** Undefined if it is gone. */
  load(): Promise<Uint8Array | undefined>
}

/**
 * Reads messages in a process of its own, with bounded time and memory: what strangers send must not make others wait. A thread
 * would not do: one that comes to the end of its memory within a single step ends the whole process with it.
 */
export class MailReader {
  readonly #options: ReaderOptions
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0
  /** Messages that have been taken on, and their bytes. */
  #taken = 0
  #bytes = 0

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
    const result = await this.#run(raw.byteLength, async () => ({ kind: 'message', raw, from, dns, host }))
    if (result && 'message' in result) return result
    throw new RefusedMessage(result && 'fault' in result ? result.fault : 'message cannot be read')
  }

  /** The bytes of an attachment of a stored message, counted from 0; undefined if it has none. @throws ApiError unavailable */
  async attachment(stored: StoredMessage, index: number): Promise<Uint8Array | undefined> {
    const result = await this.#run(stored.bytes, async () => {
      const raw = await stored.load()
      return raw && { kind: 'attachment', raw, index }
    })
    return result && 'bytes' in result ? result.bytes : undefined
  }

  /** The pictures inside of a stored message. @throws ApiError unavailable */
  async pictures(stored: StoredMessage): Promise<readonly InlinePicture[]> {
    const result = await this.#run(stored.bytes, async () => {
      const raw = await stored.load()
      return raw && { kind: 'pictures', raw }
    })
    return result && 'pictures' in result ? result.pictures : []
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#end(new Error('the server stops'))
  }

  /** @param jobOf called once there is room for as many bytes */
  async #run(bytes: number, jobOf: () => Promise<ReadingJob | undefined>): Promise<ReadingResult | undefined> {
    if (this.#taken >= maxWaiting || this.#bytes + bytes > maxBytes) {
      throw new ApiError('unavailable', 'Too many messages are being read; try again in a moment.', { retryAfterS: 10 })
    }
    this.#taken += 1
    this.#bytes += bytes
    try {
      const job = await jobOf()
      return job && (await this.#read(job))
    } finally {
      this.#taken -= 1
      this.#bytes -= bytes
      this.#rest()
    }
  }

  #read(job: ReadingJob): Promise<ReadingResult> {
    clearTimeout(this.#idle)
    const child = this.#started()
    this.#count += 1
    const id = this.#count
    return new Promise<ReadingResult>((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp('message takes too long to read'), maxReadMs)
      this.#waiting.set(id, { resolve, reject, timer, hasBegun: false })
      child.ref()
      child.channel?.ref()
      // That it could not be sent is noticed when the process ends.
      child.send({ id, job }, () => undefined)
    })
  }

  /**
   * Ends the process. Only a message that it was reading alone is refused for good: where there are several, any of them may be
   * to blame, and the others must not be lost for it. They are told to come again, as are those that wait.
   */
  #giveUp(reason: string): void {
    const begun = [...this.#waiting].filter(([, { hasBegun }]) => hasBegun)
    const [alone] = begun.length === 1 ? begun : []
    if (alone) {
      const [id, { timer, reject }] = alone
      clearTimeout(timer)
      this.#waiting.delete(id)
      reject(new RefusedMessage(reason))
    }
    void this.#end(interrupted())
  }

  #started(): ChildProcess {
    if (this.#child) return this.#child
    const program = fileURLToPath(new URL(`./parser-process${extname(import.meta.url)}`, import.meta.url))
    const child = fork(program, [], {
      execArgv: [`--max-old-space-size=${maxHeapMib}`],
      // Nothing of the server's environment: it holds secrets.
      env: { PATH: environment.PATH, NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.on('message', (told: Told) => this.#take(told))
    child.once('error', (failure) => this.#child === child && void this.#end(failure))
    child.once('exit', (_code, signal) => {
      if (this.#child !== child) return
      // So V8 ends a process that comes to the end of its memory.
      if (signal === 'SIGABRT') this.#giveUp('message takes too much memory')
      else void this.#end(interrupted())
    })
    return child
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
    const child = this.#child
    this.#child = undefined
    for (const { timer, reject } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(reason)
    }
    this.#waiting.clear()
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    child.ref()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  #rest(): void {
    if (this.#taken > 0 || !this.#child) return
    // Idle, it must not keep a finished server alive.
    this.#child.unref()
    this.#child.channel?.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#end(new Error('idle')), idleMs)
    this.#idle.unref()
  }
}

function interrupted(): ApiError {
  return new ApiError('unavailable', 'Reading was interrupted; try again.', { retryAfterS: 30 })
}
