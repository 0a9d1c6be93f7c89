import { randomBytes } from 'node:crypto'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, iso } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { type Once, once } from '../../base/once.ts'
import type { Values } from '../../base/setting.ts'
import { SupervisedProcesses } from '../../base/supervised-processes.ts'
import { type GroupedPrograms, openGroupedPrograms, type ProgramPlace } from '../boxes/grouped-programs.ts'
import { type BrowserNetwork, findBrowserNetwork } from './browser-network.ts'
import type { BrowserReply, BrowserWork, Launch, ProgramFailure } from './browser-work.ts'
import type { chromiumSettings } from './chromium-settings.ts'

export type ChromiumSettings = Values<typeof chromiumSettings>

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** How long a new process may take until its browser runs. */
const startTimeoutMs = 60_000
/** How long a program may take, after its own time limit, to close what it opened. */
const closeMs = 6000
/** Starting a browser takes a second or more, so that one is kept for calls that follow. */
const idleMs = 600_000
/** How long a process has to close its browser, which deletes the browser's temporary files. */
const endGraceMs = 2000
/** Scripts of pages run in other processes: this one only controls them. */
const maxHeapMib = 512
/** Including threads, of which a browser with a page has some 115: BROWSER_PAGES allows 64. */
const usualMaxProcesses = 8000
export const chromiumMissing =
  'Chromium is not installed on this machine. Install it (on Debian: apt-get install chromium), or set BROWSER_PATH or BROWSER_URL.'

/** What to run, and its limits. */
export interface BrowserRun {
  /** A module that calls `answerBrowserWork`. */
  readonly program: URL
  readonly args: unknown
  /** The Unix socket of the proxy: nothing else can be reached. Without one, nothing can be reached. */
  readonly proxySocket?: string
  readonly signal: AbortSignal
  /** After this the process is ended, without waiting for the program. */
  readonly limitMs: number
}

type BrowserProcesses = SupervisedProcesses<BrowserWork<unknown>, BrowserReply>

export interface ChromiumOptions {
  readonly settings: ChromiumSettings
  readonly log: Log
  readonly clock: Clock
  /** Whether no browser may be started or used. */
  readonly isOff?: boolean
}

/** The error of a program, whose message may contain text of a page. It has at most a few thousand characters. */
class BrowserProgramError extends Error {
  constructor({ name, message }: ProgramFailure) {
    super(String(message))
    this.name = String(name)
  }
}

/** The browser ended while the program ran, because of the page or for another reason. */
export class BrowserEnded extends Error {
  override readonly name = 'BrowserEnded'
}

/**
 * Browsers, each in a separate process together with what controls it, so that nothing of a page is evaluated or
 * buffered in the server. A process runs one page at once, so a page that ends its process ends no other; only a lack
 * of memory, which all share, may end several. They are started when needed.
 */
export class Chromium {
  readonly #settings: ChromiumSettings
  readonly #log: Log
  readonly #groups: Once<GroupedPrograms>
  readonly #network: Once<BrowserNetwork>
  readonly #clock: Clock
  readonly #isOff: boolean
  /** By the program that they run. */
  readonly #processes = new Map<string, BrowserProcesses>()
  #hasEnded = false
  #place: Promise<ProgramPlace> | undefined
  /** The command of a process, in its group and its network. */
  #wrap = (command: readonly string[]) => command
  #works = 0
  /** How many times one was started. */
  starts = 0
  /** How many times one ended unexpectedly or could not be started. */
  failures = 0
  /** What happened the last time, and when. */
  lastFailure: string | undefined

  /** @param groupsRoot the mount point of control groups. @param maxProcesses and `network` given in tests only */
  constructor(
    { settings, log, clock, isOff = false }: ChromiumOptions,
    groupsRoot?: string,
    maxProcesses = usualMaxProcesses,
    network: () => Promise<BrowserNetwork> = findBrowserNetwork,
  ) {
    this.#settings = settings
    this.#log = log
    this.#clock = clock
    this.#isOff = isOff
    // A browser elsewhere has the network of its machine.
    this.#network = once(async () =>
      settings.browserUrl === undefined ? network() : { isConfined: false, prefix: [] },
    )
    this.#groups = once(() =>
      openGroupedPrograms({
        limits: { memoryBytes: settings.browserMemoryBytes, processes: maxProcesses },
        folder: join(settings.dataDir, 'browser'),
        ...(groupsRoot === undefined ? {} : { root: groupsRoot }),
      }),
    )
  }

  get isRunning(): boolean {
    return this.#processes.values().some(({ count }) => count > 0)
  }

  /** Whether the memory of browsers started here is limited; this does not start one. */
  async isMemoryLimited(): Promise<boolean> {
    return (await this.#groups()).isMemoryLimited
  }

  /**
   * Whether browsers started here are in a separate network, which has nothing but the proxy; this does not start one.
   */
  async isNetworkConfined(): Promise<boolean> {
    return (await this.#network()).isConfined
  }

  /** Whether the kernel has killed a process of a running browser because it ran out of memory. */
  async ranOutOfMemory(): Promise<boolean> {
    const place = await this.#place?.catch(() => undefined)
    return (await place?.ranOutOfMemory()) ?? false
  }

  /**
   * Runs a program with a browser.
   *
   * @returns its result, which is to be checked: a page may have had a hand in it
   * @throws ApiError not_configured if Chromium is missing, unavailable if it cannot be started; BrowserProgramError,
   * BrowserEnded; TooSlow after the time limit; the reason of the signal
   */
  async run({ program, args, proxySocket, signal, limitMs }: BrowserRun): Promise<unknown> {
    signal.throwIfAborted()
    const launch = await this.#launch()
    const isFirst = this.#works === 0
    this.#works += 1
    try {
      await this.#enterGroup(isFirst).catch((failure) => this.#failStart(failure))
      const processes = this.#processesOf(program)
      const work = { launch, args, proxySocket }
      const limit = { signal, timeoutMs: startTimeoutMs + limitMs + closeMs }
      return this.#resultOf(await processes.run(work, limit).catch((failure) => this.#fail(failure, signal)))
    } finally {
      this.#works -= 1
    }
  }

  /** Ends all browsers; nothing can run after that. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await Promise.all(this.#processes.values().map((each) => each.close()))
    const place = await this.#place?.catch(() => undefined)
    await place?.remove()
    await Promise.all([this.#groups.idle(), this.#network.idle()])
  }

  #processesOf(program: URL): BrowserProcesses {
    const present = this.#processes.get(program.href)
    if (present) return present
    const created: BrowserProcesses = new SupervisedProcesses({
      program,
      maxHeapMib,
      idleMs,
      endGraceMs,
      isSound: (reply) => reply.isSound === true,
      wrap: (command) => this.#wrap(command),
    })
    this.#processes.set(program.href, created)
    return created
  }

  async #launch(): Promise<Launch> {
    if (this.#isOff) throw new ApiError('not_configured', 'This is a sandbox, which runs no browser.')
    const { browserUrl } = this.#settings
    if (browserUrl !== undefined) return { url: browserUrl, timeoutMs: startTimeoutMs }
    const file = await findChromium(this.#settings)
    if (file === undefined) throw new ApiError('not_configured', chromiumMissing)
    return { file, timeoutMs: startTimeoutMs }
  }

  /**
   * All browsers share one control group. It is created again when it has been empty: another server may have deleted
   * it.
   */
  async #enterGroup(isFirst: boolean): Promise<void> {
    this.#refuseIfEnded()
    if (this.#place === undefined || (isFirst && !this.isRunning)) {
      this.#place = this.#createPlace(this.#place)
    }
    await this.#place
    this.#refuseIfEnded()
  }

  #refuseIfEnded(): void {
    if (this.#hasEnded) throw new Error('the browsers have been ended')
  }

  async #createPlace(before: Promise<ProgramPlace> | undefined): Promise<ProgramPlace> {
    await (await before?.catch(() => undefined))?.remove()
    const { prefix } = await this.#network()
    const name = `browser-${process.pid}-${randomBytes(4).toString('hex')}`
    const place = await (await this.#groups()).placeFor(prefix[0] ?? process.execPath, name)
    // Deleted with the place, in case a browser was killed before it could delete its own.
    const temporary = await mkdtemp(join(tmpdir(), 'onedoor-browser-'))
    const variables = Object.entries({ ...place.env, TMPDIR: temporary }).map(([key, value]) => `${key}=${value}`)
    this.#wrap = (command) => {
      const [, ...rest] = [...prefix, ...command]
      return ['env', ...variables, place.file, ...rest]
    }
    const remove = async () => {
      await place.remove()
      await rm(temporary, { recursive: true, force: true })
    }
    return { ...place, remove }
  }

  #resultOf(reply: BrowserReply): unknown {
    if (reply.hasStarted === true) this.starts += 1
    if (reply.outcome === 'done') return reply.result
    const err = new BrowserProgramError(reply.failure)
    if (reply.outcome === 'failed') throw err
    if (reply.outcome === 'ended') throw this.#ended(err)
    return this.#failStart(err)
  }

  #failStart(err: unknown): never {
    if (this.#hasEnded) throw err
    this.#log.error({ err }, 'browser did not start')
    const what = this.#settings.browserUrl === undefined ? 'started' : 'reached at BROWSER_URL'
    this.#noteFailure(`could not be ${what}`)
    throw new ApiError('unavailable', `The browser cannot be ${what}. See the server log for the reason.`, {
      retryAfterS: 30,
    })
  }

  #fail(failure: unknown, signal: AbortSignal): never {
    if (signal.aborted || this.#hasEnded || (failure instanceof Error && failure.name === 'TooSlow')) throw failure
    throw this.#ended(failure)
  }

  /**
   * What ended one browser, such as a lack of memory, may just be ending the idle ones: the next run starts another.
   */
  #ended(cause: unknown): BrowserEnded {
    for (const processes of this.#processes.values()) processes.endIdle()
    this.#noteFailure('ended unexpectedly')
    this.#log.warn({ failures: this.failures }, 'browser ended')
    return new BrowserEnded('the browser ended', { cause })
  }

  #noteFailure(what: string): void {
    this.failures += 1
    this.lastFailure = `${what} at ${iso(this.#clock.now())}`
  }
}

/** The browsers for users that did not open them. */
export type SharedChromium = Omit<Chromium, 'end'>

/** The path of an installed browser. */
export async function findChromium({
  browserPath,
}: Pick<ChromiumSettings, 'browserPath'>): Promise<string | undefined> {
  for (const file of browserPath === undefined ? usualPlaces : [browserPath]) {
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isProgram) return file
  }
  return undefined
}
