import { Readable } from 'node:stream'
import { ApiError } from '../../base/errors.ts'
import { FairLimiter } from '../../base/fair-limiter.ts'
import { once } from '../../base/once.ts'
import { openBubblewrap } from './bubblewrap-engine.ts'
import { openContainers } from './container-engine.ts'
import type { Engine, Launch } from './engine.ts'
import { faultIn, lastLine, Running, textOf, usedIn } from './running.ts'
import type { Box, BoxesOptions, BoxesState, BoxRun, BoxTask } from './types.ts'

/** How many runs of one account may wait for the previous one, and how many in total. */
const maxWaitingPerBox = 10
const maxWaiting = 100
/** How long a launcher has beyond the time limit of its command, to prepare the disk and to measure it afterwards. */
const launchExtraS = 60
const archiveLimitS = 600
/** How long a command may run while another account, which has none running, waits. */
const sharedMs = 60_000
const trialLimitS = 20
const measureEveryMs = 1000
/** The box of a trial run for all accounts; no account has it. */
const trialBox: Box = { id: 'trial', number: 0 }
const trialScript = 'echo ready >&5; exec 5>&-; exit 0'
/** Sparse files stay sparse, because they may be larger than any disk. Files that the account cannot read are skipped. */
const archiveScript =
  'echo ready >&5; exec 5>&-; exec tar -C /work --sparse --ignore-failed-read --warning=no-failed-read -cf - .'
const fillScript = 'echo ready >&5; exec 5>&-; exec tar -C /work --preserve-permissions -xf -'

function tooBusy(): ApiError {
  return new ApiError('rate_limited', 'The shell is busy. Try again in 5 seconds.', { retryAfterS: 5 })
}

/**
 * The boxes of an instance on this machine: one for each account, in which its commands run. No process is started and no
 * folder created before the first use.
 */
export class Boxes {
  readonly #options: BoxesOptions
  readonly #engine: ReturnType<typeof once<Engine>>
  readonly #limiter: FairLimiter
  readonly #children = new Set<Running>()
  readonly #stopping = new AbortController()
  #tried: Promise<BoxesState> | undefined
  #known: BoxesState | undefined
  #running = 0
  /** How many boxes failed to start. */
  failures = 0
  /** The reason of the last failure to start, if any. */
  lastFailure: string | undefined

  constructor(options: BoxesOptions) {
    this.#options = options
    this.#engine = once(() => (options.engine === 'bubblewrap' ? openBubblewrap(options) : openContainers(options)))
    const bounds = { maxRunning: options.atOnce, maxRunningPerSubject: 1, maxWaiting, leavesRoom: true }
    this.#limiter = new FairLimiter({ ...bounds, maxWaitingPerSubject: maxWaitingPerBox }, tooBusy)
  }

  /** The result of the trial run. */
  get known(): BoxesState | undefined {
    return this.#known
  }

  /** How many runs are in progress. */
  get running(): number {
    return this.#running
  }

  /** How many are waiting. */
  get waiting(): number {
    return this.#limiter.waiting
  }

  /** The state as far as it is known without a trial run: what is installed, and what can be limited. */
  async look(): Promise<BoxesState> {
    return (await this.#engine()).state
  }

  /** The state after a trial run, which is repeated after a failure. */
  state(): Promise<BoxesState> {
    this.#tried ??= this.#try().then((state) => {
      this.#known = state
      // Missing programs may be installed in the meantime.
      if (state.kind === 'missing') this.#tried = undefined
      return state
    })
    return this.#tried
  }

  /**
   * Runs a script in a box, one after the other in each. While another account waits that has none running, it is ended after
   * a minute, as by its time limit.
   *
   * @throws ApiError not_configured without confinement, rate_limited when too many wait, unavailable when the box
   * could not be started, internal when it cannot be until the operator has repaired it; the reason of the signal when it aborts
   */
  async run(task: BoxTask): Promise<BoxRun> {
    await this.#refuseWithout()
    const signal = AbortSignal.any([task.signal, this.#stopping.signal])
    const release = await this.#turn(task.box, signal)
    try {
      return await this.#runNow(task, signal)
    } finally {
      release()
    }
  }

  /** The content of `/work` as a tar file, made in the box. It fails like `run`. */
  async archive(box: Box, stop: AbortSignal): Promise<Readable> {
    await this.#refuseWithout()
    const signal = AbortSignal.any([stop, this.#stopping.signal])
    const release = await this.#turn(box, signal)
    try {
      const launch = launchOf(
        { box, script: archiveScript, args: [] },
        { tailBytes: 0, timeLimitS: archiveLimitS, fileBytes: 0 },
      )
      const running = await this.#start(launch, '', signal)
      const output = Readable.from(wholeOf(running), { objectMode: false })
      running.ended.then(release, release)
      output.once('close', () => running.kill())
      return output
    } catch (failure) {
      release()
      throw failure
    }
  }

  /**
   * Fills a box from an archive of `archive`, inside the box: the archive can do no more there than a command.
   *
   * @throws Error with the message of tar if it does not fit; also like `run`
   */
  async fill(box: Box, tar: Readable, stop: AbortSignal): Promise<void> {
    await this.#refuseWithout()
    const signal = AbortSignal.any([stop, this.#stopping.signal])
    const release = await this.#turn(box, signal)
    try {
      const launch = launchOf(
        { box, script: fillScript, args: [] },
        { tailBytes: 2000, timeLimitS: archiveLimitS, fileBytes: this.#options.limits.diskBytes },
      )
      const running = await this.#start(launch, tar, signal)
      const output = await textOf(running.child.stdout, 2000)
      const { exitCode, words } = await running.ended
      if (exitCode === 0 && words !== '') return
      const why = lastLine(output) || `tar ended with ${exitCode}`
      throw new Error(`${why}. SHELL_DISK_MIB and SHELL_FILES must be at least as large as before.`)
    } finally {
      release()
    }
  }

  /** Whether the box has any files on this machine. */
  async has(box: Box): Promise<boolean> {
    return (await this.#engine()).has(box)
  }

  /** Deletes all files of a box. */
  async remove(box: Box): Promise<void> {
    await (await this.#engine()).remove(box)
  }

  /** Deletes the files of all boxes of any account, while none is in use. */
  async clear(): Promise<void> {
    await (await this.#engine()).clear()
  }

  /** Ends all runs. */
  async close(): Promise<void> {
    this.#stopping.abort(new ApiError('unavailable', 'The server is stopping.'))
    await Promise.allSettled([...this.#children].map(({ ended }) => ended))
    await this.#engine.idle()
    await this.#tried?.catch(() => undefined)
  }

  async #try(): Promise<BoxesState> {
    const { state } = await this.#engine()
    if (state.kind === 'missing') return state
    const launch = launchOf(
      { box: trialBox, script: trialScript, args: [] },
      { tailBytes: 2000, timeLimitS: trialLimitS, fileBytes: 0 },
    )
    try {
      const running = await this.#start(launch, '', this.#stopping.signal)
      const output = await textOf(running.child.stdout, 2000)
      const { said, words, exitCode } = await running.ended
      if (words.startsWith('ready') && exitCode === 0) return state
      const why = faultIn(said) ?? (lastLine(output) || lastLine(running.complaint))
      this.#options.log.warn({ said, output, complaint: running.complaint }, 'sandbox trial failed')
      this.#noteFailure(why || `exit code ${exitCode}`)
      return {
        kind: 'missing',
        reason: `The shell's sandbox cannot be started here (${why || `exit code ${exitCode}`}).`,
      }
    } catch (failure) {
      this.#options.log.warn({ err: failure }, 'sandbox trial failed')
      return { kind: 'missing', reason: `The shell's sandbox cannot be started here (${(failure as Error).message}).` }
    } finally {
      await (await this.#engine()).remove(trialBox).catch(() => undefined)
    }
  }

  #noteFailure(what: string): void {
    this.failures += 1
    this.lastFailure = what.slice(0, 200)
  }

  async #refuseWithout(): Promise<void> {
    const state = await this.state()
    if (state.kind === 'missing') throw new ApiError('not_configured', state.reason)
  }

  async #turn({ id }: Box, signal: AbortSignal): Promise<() => void> {
    return this.#limiter.take(id, { signal })
  }

  async #runNow(task: BoxTask, signal: AbortSignal): Promise<BoxRun> {
    const { limits } = this.#options
    const { maxOutputBytes: tailBytes, timeLimitS, stdin } = task
    const before = await (await this.#engine()).measure?.(task.box)
    const room = Math.max(0, limits.diskBytes - (before?.bytes ?? 0))
    const launch = launchOf(task, { tailBytes, timeLimitS, fileBytes: Math.min(task.roomBytes, room) })
    const startedAt = performance.now()
    const running = await this.#start(launch, stdin, signal)
    const endOffer = this.#limiter.offerAfter(sharedMs, () => running.timeOut())
    running.ended.then(endOffer, endOffer)
    const watch = this.#watch(running, task.box, before)
    const chunks: Buffer[] = []
    for await (const chunk of running.child.stdout as AsyncIterable<Buffer>) chunks.push(chunk)
    const { said, words, exitCode, ranOutOfMemory } = await running.ended
    const overfull = await watch.end()
    const durationMs = performance.now() - startedAt
    signal.throwIfAborted()
    if (overfull !== undefined) {
      return {
        words,
        exitCode: 137,
        isTimedOut: false,
        output: Buffer.concat(chunks),
        durationMs,
        usedBytes: overfull,
        isOverfull: true,
      }
    }
    const fault = faultIn(said)
    if (fault === 'locked')
      throw new ApiError('rate_limited', 'Another server process is running a command for this account.', {
        retryAfterS: 5,
      })
    const output = Buffer.concat(chunks)
    if (fault !== undefined || (words === '' && !ranOutOfMemory)) {
      this.#options.log.error(
        { said, complaint: running.complaint, output: output.toString().slice(0, 500) },
        'sandbox did not start',
      )
      this.#noteFailure(fault ?? 'the box reported nothing')
      throw startFailure(fault, running.complaint)
    }
    const isTimedOut = running.isTimedOut
      ? [124, 137].includes(exitCode)
      : exitCode === 124 && durationMs >= timeLimitS * 1000
    return {
      words,
      exitCode: exitCodeOf({ exitCode, isTimedOut, ranOutOfMemory }),
      isTimedOut,
      output,
      durationMs,
      usedBytes: usedIn(said),
      isOverfull: false,
    }
  }

  /**
   * Ends a run without a disk of fixed size when it exceeds the limit and has grown since the start: a full disk can still be
   * emptied. `end` resolves with whether the run was ended for that.
   */
  #watch(running: Running, box: Box, before: Used | undefined): { end(): Promise<number | undefined> } {
    const { diskBytes, files } = this.#options.limits
    if (!before) return { end: async () => undefined }
    const most = { bytes: Math.max(diskBytes, before.bytes), files: Math.max(files, before.files) }
    let overfull: number | undefined
    let measuring: Promise<void> | undefined
    const look = async () => {
      const used = await (await this.#engine()).measure?.(box)
      if (used === undefined || (used.bytes <= most.bytes && used.files <= most.files)) return
      overfull = used.bytes
      running.kill()
    }
    const timer = setInterval(() => {
      measuring ??= look()
        .catch(() => undefined)
        .finally(() => {
          measuring = undefined
        })
    }, this.#options.measureEveryMs ?? measureEveryMs)
    return {
      async end() {
        clearInterval(timer)
        await measuring
        return overfull
      },
    }
  }

  async #start(launch: Launch, stdin: string | Readable, signal: AbortSignal): Promise<Running> {
    signal.throwIfAborted()
    const started = await (await this.#engine()).prepare(launch)
    this.#running += 1
    const running = new Running(
      started,
      { stdin, asUser: this.#options.asUser },
      (launch.timeLimitS + launchExtraS) * 1000,
      signal,
    )
    this.#children.add(running)
    const over = () => {
      this.#running -= 1
      this.#children.delete(running)
    }
    running.ended.then(over, over)
    return running
  }
}

/** Faults that are there again the next time, until somebody has repaired the machine or the files of the box. */
const lastingFaults: ReadonlySet<string | undefined> = new Set([
  'the lock cannot be opened',
  'no file system can be mounted',
  'the disk cannot be made',
  'the disk cannot be mounted',
  'the disk cannot be used',
  'the folder cannot be used',
])

function startFailure(fault: string | undefined, complaint: string): ApiError {
  const cause = new Error(complaint.trim() || fault)
  if (lastingFaults.has(fault)) {
    const message = `The sandbox cannot be used: ${fault}. Only the operator can repair it. To find the cause in the server log, search for the request id.`
    return new ApiError('internal', message, { cause })
  }
  return new ApiError('unavailable', 'The sandbox could not be started. Try again.', { cause, retryAfterS: 5 })
}

function exitCodeOf(run: { exitCode: number; isTimedOut: boolean; ranOutOfMemory: boolean }): number {
  if (run.isTimedOut) return 124
  return run.ranOutOfMemory && run.exitCode !== 0 && run.exitCode !== 124 ? 137 : run.exitCode
}

type Used = Awaited<ReturnType<NonNullable<Engine['measure']>>>

/** The output of tar. It only ends after tar has succeeded: a truncated archive looks complete. */
async function* wholeOf({ child, ended }: Running): AsyncGenerator<Buffer> {
  yield* child.stdout as AsyncIterable<Buffer>
  const { exitCode } = await ended
  if (exitCode !== 0) throw new Error(`The sandbox archive is incomplete: tar exited with code ${exitCode}.`)
}

function launchOf(
  { box, script, args }: Pick<BoxTask, 'box' | 'script' | 'args'>,
  rest: Pick<Launch, 'tailBytes' | 'timeLimitS' | 'fileBytes'>,
): Launch {
  // Bash would take its input pipe for a network connection and read the account's start file.
  return { box, command: ['bash', '--norc', '--noprofile', '-c', script, 'bash', ...args], ...rest }
}
