import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '#runtime/base/environment.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import type { Log } from '#runtime/base/log.ts'
import { findLimiter } from '#runtime/isolation/process-limits.ts'
import type { RasterJob, RasterReply } from './raster-job.ts'

interface RasterOptions {
  readonly log: Pick<Log, 'warn'>
  /** How long one picture may take. */
  readonly timeLimitMs?: number
  /** After how long without work a process ends, which frees its memory. */
  readonly idleMs?: number
  /** The module that reads and draws; replaced in tests only. */
  readonly worker?: URL
}

const bounds = { maxRunning: 2, maxRunningPerSubject: 1, maxWaiting: 40, maxWaitingPerSubject: 8 }
/** Node itself reserves some 2 GiB of addresses; the largest picture needs far less than the rest. */
const limits = { memory: 4096, open: 256 }
const retryAfterS = 5
/** Decoders leak some memory, so a process is replaced after this many pictures. */
const maxJobs = 200

/** A process between two pictures. */
interface Idle {
  readonly child: ChildProcess
  readonly jobs: number
  readonly timer: NodeJS.Timeout
}

function tooBusy(): ApiError {
  return new ApiError('unavailable', 'Too many pictures are being read right now; try again in a moment.', {
    retryAfterS,
  })
}

/**
 * Reads and draws pictures in separate processes, a few at once. The first picture starts the first process; the processes end
 * when they are idle and when this is disposed of.
 */
export class RasterProcesses {
  readonly #options: Required<RasterOptions>
  readonly #limiter = new FairLimiter(bounds, tooBusy)
  readonly #idle: Idle[] = []
  readonly #running = new Set<ChildProcess>()

  constructor(options: RasterOptions) {
    const worker = new URL(`./raster-worker${extname(import.meta.url)}`, import.meta.url)
    this.#options = { timeLimitMs: 30_000, idleMs: 20_000, worker, ...options }
  }

  /** How many processes are running. */
  get size(): number {
    return this.#running.size
  }

  /**
   * @param subject whom the limits count it for: an account's id, or the name of a schedule
   * @throws ApiError unavailable when too many wait, or the picture takes too long or too much memory; the reason of the signal
   */
  async run(subject: string, job: RasterJob, signal: AbortSignal): Promise<RasterReply> {
    const release = await this.#limiter.take(subject, { signal: signal })
    try {
      const idle = this.#idle.pop()
      clearTimeout(idle?.timer)
      const child = idle?.child ?? (await this.#start())
      const reply = await this.#send(child, job, signal)
      this.#park(child, (idle?.jobs ?? 0) + 1)
      return reply
    } finally {
      release()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    await Promise.all([...this.#running].map(end))
  }

  async #start(): Promise<ChildProcess> {
    const limiter = await findLimiter(limits, environment.PATH ?? '')
    const [execPath = process.execPath, ...execArgv] = limiter.wrap([process.execPath, '--max-old-space-size=128'])
    const child = fork(fileURLToPath(this.#options.worker), [], {
      execPath,
      execArgv,
      // Not the server's environment: it contains secrets.
      env: { PATH: environment.PATH },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#running.add(child)
    child.once('error', () => this.#forget(child))
    child.once('exit', () => this.#forget(child))
    return child
  }

  #forget(child: ChildProcess): void {
    this.#running.delete(child)
    const at = this.#idle.findIndex((each) => each.child === child)
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer)
  }

  #park(child: ChildProcess, jobs: number): void {
    if (jobs >= maxJobs) return void end(child)
    if (!this.#running.has(child)) return
    const timer = setTimeout(() => void end(child), this.#options.idleMs)
    // Neither the timer nor the idle process keeps a stopping server alive.
    timer.unref()
    child.unref()
    child.channel?.unref()
    this.#idle.push({ child, jobs, timer })
  }

  /** Runs one job. A process that does not reply, or whose caller has gone, is killed: it cannot be stopped otherwise. */
  async #send(child: ChildProcess, job: RasterJob, signal: AbortSignal): Promise<RasterReply> {
    child.ref()
    child.channel?.ref()
    const { promise, resolve, reject } = Promise.withResolvers<RasterReply>()
    const onExit = () => reject(this.#ended(child))
    const onAbort = () => reject(signal.reason)
    const timer = setTimeout(() => reject(tooMuch()), this.#options.timeLimitMs)
    child.once('message', resolve)
    child.once('exit', onExit)
    child.once('error', onExit)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      child.send(job, (error) => error && onExit())
      return await promise
    } catch (failure) {
      await end(child)
      throw failure
    } finally {
      clearTimeout(timer)
      child.off('message', resolve)
      child.off('exit', onExit)
      child.off('error', onExit)
      signal.removeEventListener('abort', onAbort)
    }
  }

  #ended({ exitCode, signalCode }: ChildProcess): ApiError {
    this.#options.log.warn({ code: exitCode, signal: signalCode }, 'reading a picture ended its process')
    return tooMuch()
  }
}

function tooMuch(): ApiError {
  return new ApiError('unavailable', 'Reading this picture took too long or too much memory; nothing was stored.', {
    retryAfterS,
  })
}

/** Resolves when the process has ended. */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    // An idle one is not waited for otherwise.
    child.ref()
    child.kill('SIGKILL')
  })
}
