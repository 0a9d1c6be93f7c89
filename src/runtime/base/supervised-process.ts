import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environment } from './environment.ts'

/** A process did not finish its work in time. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** A process needed more memory than it is allowed. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** The limits of a process. */
export interface ProcessBounds {
  readonly maxHeapMib: number
  /** Node's own default if not given: a little less than 1. */
  readonly maxStackMib?: number
  /** How long it has, when it is ended, to clean up outside its memory; it is killed at once if not given. */
  readonly endGraceMs?: number
  /** The command that sets further limits and then becomes the given one. */
  readonly wrap?: (command: readonly string[]) => readonly string[]
}

/** What ends work: a time limit, from the start of the process, or a signal. */
export interface WorkLimit {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** V8 ends a process with this exit code when it runs out of memory; the number is the one on Windows. */
const abortSignal = 'SIGABRT'
const abortCode = 134

const running = new Set<ChildProcess>()
/** How often the process checks: a busy one would notice only after its work that the server has exited. */
const endAll = () => {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * A process that does one piece of work at once, in bounded time and memory; its program calls `answerWork`. After failed work
 * the process has ended and cannot be used again.
 *
 * A thread is not enough for input from strangers: one that runs out of memory within a single step, such as parsing a JSON
 * text, takes the whole server with it.
 */
export class SupervisedProcess<Work, Answer> {
  readonly #child: ChildProcess
  readonly #endGraceMs: number
  readonly #ready = Promise.withResolvers<void>()
  #answer: ((answer: Answer) => void) | undefined
  #fail: ((failure: Error) => void) | undefined
  #failure: Error | undefined
  #works = 0

  /** @param program the module that the process runs */
  constructor(program: URL, { maxHeapMib, maxStackMib, endGraceMs = 0, wrap = (command) => command }: ProcessBounds) {
    this.#endGraceMs = endGraceMs
    const stack = maxStackMib === undefined ? [] : [`--stack-size=${maxStackMib * 1024}`]
    const [execPath, ...execArgv] = wrap([process.execPath, `--max-old-space-size=${maxHeapMib}`, ...stack])
    const child = fork(fileURLToPath(program), [], {
      execPath,
      execArgv,
      // Nothing from the server's environment: it contains secrets.
      env: { PATH: environment.PATH, NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    if (running.size === 0) process.on('exit', endAll)
    running.add(child)
    child.once('message', () => {
      this.#ready.resolve()
      child.on('message', (answer) => this.#answer?.(answer as Answer))
    })
    child.on('error', (failure) => this.#ended(failure))
    child.once('exit', (code, signal) => {
      const isTooLarge = signal === abortSignal || code === abortCode
      this.#ended(isTooLarge ? new TooLarge('took too much memory') : new Error('the process ended before its work'))
    })
  }

  get hasEnded(): boolean {
    return this.#failure !== undefined
  }

  /** How many pieces of work it has begun. */
  get works(): number {
    return this.#works
  }

  /**
   * Does one piece of work.
   *
   * @throws TooSlow, TooLarge, the reason of the signal, and the error that ended the process
   */
  async run(work: Work, { timeoutMs, signal }: WorkLimit): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const leave = () => reject(signal?.reason)
    let timer: NodeJS.Timeout | undefined
    this.#works += 1
    this.#hold()
    this.#answer = resolve
    this.#fail = reject
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    if (this.#failure) reject(this.#failure)
    const begin = () => {
      if (this.#fail !== reject) return
      if (timeoutMs !== undefined) {
        timer = setTimeout(() => reject(new TooSlow(`took more than ${timeoutMs} ms`)), timeoutMs)
      }
      // A failure to send is noticed when the process ends.
      this.#child.send(work as object, () => undefined)
    }
    this.#ready.promise.then(begin).catch(reject)
    try {
      return await promise
    } catch (failure) {
      await this.end()
      throw failure
    } finally {
      this.#answer = undefined
      this.#fail = undefined
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      // An idle process must not keep a finished server alive.
      this.#child.unref()
      this.#child.channel?.unref()
    }
  }

  /** Ends it at any time. Resolves when it has ended. */
  async end(): Promise<void> {
    const child = this.#child
    this.#ended(new Error('the process was ended'))
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    this.#hold()
    const { promise, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    const kill = () => child.kill('SIGKILL')
    let timer: NodeJS.Timeout | undefined
    if (this.#endGraceMs > 0 && child.connected) {
      // It exits when its channel closes.
      child.disconnect()
      timer = setTimeout(kill, this.#endGraceMs)
    } else kill()
    await promise
    clearTimeout(timer)
  }

  #hold(): void {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  #ended(failure: Error): void {
    this.#failure ??= failure
    this.#fail?.(failure)
    if (!running.delete(this.#child) || running.size > 0) return
    process.off('exit', endAll)
  }
}
