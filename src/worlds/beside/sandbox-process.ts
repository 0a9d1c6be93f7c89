import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '#runtime/base/environment.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { Log } from '../../runtime/base/log.ts'
import { memoryFolder } from '../../runtime/base/memory-folder.ts'
import { findGroups, type Group } from '../../runtime/isolation/boxes/cgroups.ts'
import { createSandboxFolder } from '../world/sandbox-folder.ts'
import type { SandboxStart, SandboxStarted, SandboxState } from './sandbox-program.ts'

export interface ProcessOptions {
  readonly baseUrl: string
  readonly maxWorlds: number
  readonly log: Pick<Log, 'info' | 'warn'>
  /** The file to start, with its arguments; the module beside this one if not given. */
  readonly program?: readonly string[] | undefined
  /** Milliseconds that only grow. */
  readonly now?: () => number
}

/** A sandbox that serves. */
export interface ServingSandbox {
  readonly pid: number
  readonly socketPath: string
  /** Its connections. */
  readonly agent: Agent
}

const maxHeapMib = 768
const startMs = 30_000
/** A process that has failed starts again at once; one that fails often waits this long, and up to a minute. */
const pauseMs = 1000
const longestPauseMs = 60_000
/** Failures longer ago do not count. */
const failureMs = 300_000
const ownProgram = new URL(`./sandbox-program${extname(import.meta.url)}`, import.meta.url)

/** The process of the sandbox: starts when it is first needed, and again after it has failed. */
export class SandboxProcess {
  readonly #options: ProcessOptions
  readonly #now: () => number
  #serving: Promise<ServingSandbox> | undefined
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  /** When it has failed. */
  #failures: number[] = []
  #starts = 0
  #state: SandboxState | undefined
  #isClosed = false

  constructor(options: ProcessOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** What it reported last; undefined unless it runs. */
  get state(): SandboxState | undefined {
    return this.#state
  }

  /** How often it has ended in the last five minutes although it should not. */
  get failures(): number {
    return this.#recentFailures().length
  }

  /** How often it has been started. */
  get starts(): number {
    return this.#starts
  }

  /**
   * The sandbox, which is started if necessary.
   *
   * @throws ApiError unavailable if it cannot start, or has failed too often to start again at once
   */
  serving(): Promise<ServingSandbox> {
    if (this.#serving) return this.#serving
    const waitMs = this.#isClosed ? pauseMs : this.#pauseMs()
    if (waitMs > 0) return Promise.reject(notNow(waitMs))
    const starting = this.#ended.then(() => this.#start())
    this.#serving = starting
    starting.catch((failure: unknown) => {
      if (this.#serving === starting) this.#serving = undefined
      this.#options.log.warn({ err: failure }, 'sandbox did not start')
    })
    return starting.catch((failure: unknown) => {
      throw failure instanceof ApiError ? failure : notNow(pauseMs)
    })
  }

  /** Ends it, with its worlds. It starts again when it is needed. */
  async end(): Promise<void> {
    const child = this.#child
    this.#forget()
    child?.kill('SIGKILL')
    await this.#ended
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#serving?.catch(() => undefined)
    await this.end()
  }

  /** How long it must not be started. */
  #pauseMs(): number {
    const failures = this.#recentFailures()
    const last = failures.at(-1)
    if (last === undefined || failures.length < 2) return 0
    const pause = Math.min(longestPauseMs, pauseMs * 2 ** (failures.length - 2))
    return last + pause - this.#now()
  }

  #recentFailures(): readonly number[] {
    this.#failures = this.#failures.filter((at) => this.#now() - at < failureMs)
    return this.#failures
  }

  async #start(): Promise<ServingSandbox> {
    const { baseUrl, maxWorlds, log, program = [fileURLToPath(ownProgram)] } = this.#options
    const folder = await createSandboxFolder(memoryFolder())
    const socketPath = join(folder, 'http')
    const worlds = join(folder, 'worlds')
    await mkdir(worlds)
    this.#starts += 1
    const agent = new Agent({ keepAlive: true })
    const [file = '', ...args] = program
    const child = fork(file, args, {
      execArgv: [`--max-old-space-size=${maxHeapMib}`],
      // Nothing from the server's environment: it contains secrets. Without PATH it finds no programs either.
      env: { NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE },
      cwd: worlds,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.on('message', ({ state }: SandboxStarted) => {
      if (this.#child === child) this.#state = state
    })
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
    const group = await limitedGroup(child).catch(() => undefined)
    this.#ended = exited.then(async () => {
      this.#failed(child)
      agent.destroy()
      await group?.remove()
      await rm(folder, { recursive: true, force: true })
    })
    await answered(child, exited, { socketPath, folder: worlds, baseUrl, maxWorlds })
    log.info({ process: child.pid, hasGroup: group !== undefined }, 'sandbox started')
    return { pid: child.pid as number, socketPath, agent }
  }

  /** Notes that it has ended although it should not. */
  #failed(child: ChildProcess): void {
    if (this.#child !== child) return
    this.#failures.push(this.#now())
    this.#options.log.warn({ code: child.exitCode, signal: child.signalCode }, 'sandbox ended')
    this.#forget()
  }

  #forget(): void {
    this.#child = undefined
    this.#serving = undefined
    this.#state = undefined
  }
}

function notNow(waitMs: number): ApiError {
  const message = 'The sandbox of this server is not running at the moment. Try again.'
  return new ApiError('unavailable', message, { retryAfterS: Math.ceil(waitMs / 1000) })
}

/** Starts it, and resolves when it serves. */
async function answered(child: ChildProcess, exited: Promise<void>, start: SandboxStart): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    reject(new Error('the sandbox took too long to start'))
    child.kill('SIGKILL')
  }, startMs)
  child.once('message', ({ failure }: SandboxStarted) => {
    if (failure === undefined) return resolve()
    reject(new Error(failure))
    child.kill('SIGKILL')
  })
  void exited.then(() => reject(new Error('the sandbox ended while it started')))
  child.send(start, () => undefined)
  try {
    await promise
    // A finished server must not be kept alive by it.
    child.unref()
    child.channel?.unref()
  } finally {
    clearTimeout(timer)
  }
}

/** At most half of the processors, where this process may create control groups. */
async function limitedGroup(child: ChildProcess): Promise<Group | undefined> {
  const groups = await findGroups({ limits: { cpus: availableParallelism() / 2 } })
  if (!groups.limited.has('cpu')) return undefined
  const group = await groups.create(`sandbox-${child.pid}`)
  for (const file of group.procs) await writeFile(file, String(child.pid))
  return group
}
