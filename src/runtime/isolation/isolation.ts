import { constants } from 'node:os'
import type { GroupedPrograms, ProgramPlace } from './boxes/grouped-programs.ts'
import { endMarked, MARK } from './marked.ts'
import { findLimiter, type Limiter, type ProcessLimits } from './process-limits.ts'
import { type Exit, type Program, type ProgramOptions, runProgram } from './program.ts'

/** Which limit ended a program. */
export type ReachedLimit = 'time' | 'output' | 'memory'

export interface SandboxExit extends Exit {
  /** Undefined if it ended on its own or was stopped. */
  readonly limit: ReachedLimit | undefined
}

export interface SandboxedProgram extends Omit<Program, 'ended'> {
  /** Resolves when it has ended, with everything it started, and its output was passed on. */
  readonly ended: Promise<SandboxExit>
}

export interface SandboxedOptions extends Omit<ProgramOptions, 'input'> {
  /** A folder for its data; a confined program sees it in addition to its own. */
  readonly home?: string
  /** The time limit in milliseconds; unlimited if not given. */
  readonly timeLimitMs?: number
  /** The maximum output. Beyond it the program is ended, and further output is dropped. Unlimited if not given. */
  readonly maxOutputBytes?: number
}

/** Runs programs as limited processes of this machine. */
export interface Sandbox {
  /** How limits are set: `prlimit`, `ulimit`, or `none` where the system has neither, or there are no limits. */
  readonly kind: Limiter['kind']
  /** Starts a program. Its environment is the given one plus its mark, which identifies it after this process was killed. */
  start(options: SandboxedOptions): Promise<SandboxedProgram>
}

export interface SandboxOptions {
  /** For each process. */
  readonly limits: ProcessLimits
  /** The folders to look for programs in, in the format of PATH. */
  readonly path: string
  /** Confines programs, for example to their own file system. Everything they start is limited as well. */
  readonly confine?: Confine
  /** Limits each program together with everything it starts. */
  readonly groups?: GroupedPrograms
}

/** A program and its folders. */
export interface Unconfined {
  readonly command: readonly string[]
  readonly folder: string
  /** The additional folder for its data. */
  readonly home: string
  readonly env: Readonly<Record<string, string>>
}

/** Returns how to start a program confined: with another command, which reads the rest from its descriptor 3. */
export type Confine = (program: Unconfined) => {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly input: string
}

export async function openSandbox({ limits, path, confine, groups }: SandboxOptions): Promise<Sandbox> {
  const limiter = await findLimiter(limits, path)
  const start = async ({ command, folder, home = folder, env, id }: SandboxedOptions) => {
    const marked = { ...env, [MARK]: id }
    const by = confine?.({ command, folder, home, env: marked }) ?? { command, env: marked }
    const [file = '', ...args] = limiter.wrap(by.command)
    const place: ProgramPlace | undefined = await groups?.placeFor(file, id)
    if (!place) return { started: { ...by, command: [file, ...args] } }
    return { place, started: { ...by, command: [place.file, ...args], env: { ...by.env, ...place.env } } }
  }
  return {
    kind: limiter.kind,
    async start({ timeLimitMs, maxOutputBytes = Number.POSITIVE_INFINITY, ...options }) {
      let limit: ReachedLimit | undefined
      let bytes = 0
      const reached = (which: ReachedLimit) => {
        limit ??= which
        void program.stop()
      }
      const { started, place } = await start(options)
      const program = runProgram({
        ...options,
        ...started,
        async onLine(stream, line) {
          bytes += Buffer.byteLength(line) + 1
          if (bytes <= maxOutputBytes) await options.onLine(stream, line)
          else if (limit === undefined) reached('output')
        },
      })
      const timer = timeLimitMs === undefined ? undefined : setTimeout(() => reached('time'), timeLimitMs)
      const ended = program.ended
        .then(async (exit) => {
          if (exit.code !== 0 && (await place?.ranOutOfMemory())) limit ??= 'memory'
          return { ...(confine ? signalled(exit) : exit), limit }
        })
        .finally(async () => {
          clearTimeout(timer)
          await place?.remove()
        })
      return { ...program, ended }
    },
  }
}

/** The confining program reports the signal that ended it as 128 and more. */
function signalled(exit: Exit): Exit {
  const number = (exit.code ?? 0) - 128
  const signal = Object.entries(constants.signals).find(([, value]) => value === number)?.[0]
  return signal === undefined ? exit : { ...exit, code: null, signal }
}

/**
 * Ends the processes that a killed server has left behind, with everything they started.
 *
 * @param ids of their programs
 * @param graceMs between SIGTERM and SIGKILL
 * @returns how many there were; 0 if the system does not show the environment of processes
 */
export function endLeftBehind(ids: readonly string[], graceMs: number): Promise<number> {
  return endMarked(ids, graceMs)
}
