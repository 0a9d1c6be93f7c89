import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { ProcessAddress } from '#runtime/base/processes.ts'
import { createSerial } from '#runtime/base/serial.ts'
import { measureFolder } from '#runtime/isolation/boxes/measure.ts'
import type { ReachedLimit, Sandbox, SandboxExit, SandboxedProgram } from '#runtime/isolation/isolation.ts'
import type { Logs } from './logs.ts'
import type { Rows, WantedService } from './rows.ts'
import { RunStatus, type RunStatusNumber } from './types.ts'

export interface SupervisorTimes {
  /** The delay between two starts of a failing program, by its failures in a row; in milliseconds. */
  readonly backoffMs: (failures: number) => number
  /** A program that ran this long starts a new row of failures. */
  readonly steadyMs: number
  readonly graceMs: number
  /** The interval between two checks of its disk usage. */
  readonly measureEveryMs: number
}

export const usualTimes: SupervisorTimes = {
  backoffMs: (failures) => Math.min(60_000, 1000 * 2 ** (failures - 1)),
  steadyMs: 60_000,
  graceMs: 5000,
  measureEveryMs: 5000,
}

export interface SupervisorOptions {
  readonly service: WantedService
  /** The folder of all its files. */
  readonly folder: string
  /** The folder in it with its code. */
  readonly code: string
  /** The folder in it for what it writes. */
  readonly home: string
  /** The space that its files may take up; unlimited if undefined. */
  readonly diskMib: number | undefined
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** The environment of every instance, to which its own port is added. */
  readonly env: Readonly<Record<string, string>>
  readonly sandbox: Sandbox
  readonly rows: Pick<Rows, 'addProcess' | 'removeProcess' | 'setStatus'>
  readonly logs: Pick<Logs, 'add'>
  readonly me: ProcessAddress
  readonly times: SupervisorTimes
  /** Called when a failed write to the database made an instance give up. */
  readonly onFailure: (error: unknown) => void
}

export type Supervisor = ReturnType<typeof supervise>

interface InstanceState {
  status: RunStatusNumber
  error: string
}

/** Keeps the instances of a service running: starts every one, and restarts it when it fails: soon at first, then less and less often. */
export function supervise(options: SupervisorOptions) {
  const { service, rows, onFailure } = options
  const stopping = new AbortController()
  const disk = watchDisk({ ...options, everyMs: options.times.measureEveryMs })
  const states: InstanceState[] = []
  const serial = createSerial()
  let reported = ''

  function report(): Promise<void> {
    return serial
      .run(async () => {
        const { status, error } = together(states)
        const text = `${status} ${error}`
        if (text === reported || stopping.signal.aborted) return
        reported = text
        await rows.setStatus(service, status, error)
      })
      .catch(onFailure)
  }

  const running = Array.from({ length: service.instances }, async (_, index) => {
    const state: InstanceState = { status: RunStatus.starting, error: '' }
    states[index] = state
    try {
      await keepRunning({ ...options, index, state, report, disk, signal: stopping.signal })
    } catch (error) {
      Object.assign(state, { status: RunStatus.error, error: 'The server lost track of the program.' })
      onFailure(error)
    }
    await report()
  })
  return {
    /** Ends them; resolves when all have ended. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
      await disk.close()
      await serial.idle()
    },
  }
}

/** The status of a service, from that of its instances: a failure first, then what has yet to start. */
function together(states: readonly InstanceState[]): InstanceState {
  const { error, starting, running } = RunStatus
  for (const status of [error, starting, running] as const) {
    const state = states.find((each) => each.status === status)
    if (state) return state
  }
  return { status: RunStatus.stopped, error: '' }
}

interface InstanceOptions extends SupervisorOptions {
  readonly index: number
  readonly state: InstanceState
  readonly report: () => Promise<void>
  readonly disk: ReturnType<typeof watchDisk>
  readonly signal: AbortSignal
}

async function keepRunning(options: InstanceOptions): Promise<void> {
  const { service, index, state, report, signal, times, logs } = options
  const say = (line: string) => logs.add(service, { process: String(index), stream: 'runtime', line })
  for (let failures = 0; !signal.aborted; ) {
    Object.assign(state, { status: RunStatus.starting })
    await report()
    const startedMs = performance.now()
    const exit = await runOnce(options)
    if (signal.aborted) return
    if (exit.code === 0 && exit.limit === undefined) {
      Object.assign(state, { status: RunStatus.stopped, error: '' })
      return await say('It exited with code 0 and will not be restarted.')
    }
    failures = performance.now() - startedMs >= times.steadyMs ? 1 : failures + 1
    const delayMs = times.backoffMs(failures)
    const line = `${wordsFor(exit, options.diskMib)} It will be restarted in ${delayMs / 1000} s.`
    Object.assign(state, { status: RunStatus.error, error: line })
    await say(line)
    await report()
    await setTimeout(delayMs, undefined, { signal }).catch(() => undefined)
  }
}

async function runOnce({
  service,
  code: folder,
  home,
  command,
  env,
  sandbox,
  rows,
  logs,
  me,
  times,
  ...own
}: InstanceOptions) {
  const { index, state, report, disk, signal } = own
  const id = await rows.addProcess(service, me)
  try {
    const program = await sandbox.start({
      command,
      folder,
      home,
      env: { ...env, PORT: String(await freePort()) },
      id,
      onLine: (stream, line) => logs.add(service, { process: String(index), stream, line }),
      graceMs: times.graceMs,
    })
    const stop = () => void program.stop()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    if (await program.started) {
      Object.assign(state, { status: RunStatus.running, error: '' })
      await report()
    }
    return await disk.endOf(program).finally(() => signal.removeEventListener('abort', stop))
  } finally {
    await rows.removeProcess(id)
  }
}

function wordsFor({ code, signal, failure, limit }: ProgramEnd, diskMib: number | undefined): string {
  if (failure !== undefined) return `It could not be started (${failure}).`
  if (limit === 'memory') return 'It used more memory than RUNTIME_SERVICE_LIMITS allows.'
  if (limit === 'disk') return `The files of the service use more than ${diskMib} MiB (RUNTIME_SERVICE_LIMITS).`
  return signal === null ? `It exited with code ${code}.` : `It was ended by ${signal}.`
}

/** A port of this machine that is free at this moment. */
async function freePort(): Promise<number> {
  const server = createServer()
  return await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** How a program of a service ended, and which limit ended it. */
interface ProgramEnd extends Omit<SandboxExit, 'limit'> {
  /** Undefined if none did. */
  readonly limit: ReachedLimit | 'disk' | undefined
}

interface DiskWatchOptions {
  /** The folder of all files of the service. */
  readonly folder: string
  /** The space that they may take up; unlimited if undefined. */
  readonly diskMib: number | undefined
  readonly everyMs: number
  /** Called when the folder could not be measured. */
  readonly onFailure: (error: unknown) => void
}

const mebibyte = 1024 * 1024

/** Ends the programs of a service whose files take up too much space. */
function watchDisk({ folder, diskMib, everyMs, onFailure }: DiskWatchOptions) {
  const running = new Set<SandboxedProgram>()
  const over = new WeakSet<SandboxedProgram>()
  let measuring: Promise<void> | undefined

  async function measure(maxBytes: number): Promise<void> {
    if (running.size === 0) return
    const { bytes } = await measureFolder(folder)
    if (bytes <= maxBytes) return
    for (const program of running) {
      over.add(program)
      void program.stop()
    }
  }

  function look(maxBytes: number): void {
    measuring ??= measure(maxBytes)
      .catch(onFailure)
      .finally(() => {
        measuring = undefined
      })
  }

  const timer = diskMib === undefined ? undefined : setInterval(look, everyMs, diskMib * mebibyte).unref()
  return {
    /** Resolves when the program has ended, on its own or because of the disk. */
    async endOf(program: SandboxedProgram): Promise<ProgramEnd> {
      running.add(program)
      const exit = await program.ended.finally(() => running.delete(program))
      return over.has(program) ? { ...exit, limit: 'disk' } : exit
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await measuring
    },
  }
}
