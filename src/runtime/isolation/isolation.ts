import { constants } from 'node:os'
import type { GroupedPrograms, ProgramPlace } from './boxes/grouped-programs.ts'
import { endMarked, MARK } from './marked.ts'
import { findLimiter, type Limiter, type ProcessLimits } from './process-limits.ts'
import { type Exit, type Program, type ProgramOptions, runProgram } from './program.ts'

/** Which limit ended a program. */
export type ReachedLimit = 'time' | 'output' | 'memory'

export interface SandboxExit extends Exit {
  /** Undefined if it ended by itself or was stopped. */
  readonly limit: ReachedLimit | undefined
}

export interface SandboxedProgram extends Omit<Program, 'ended'> {
  /** Resolves when it has ended, with all that it has started, and its output was passed on. */
  readonly ended: Promise<SandboxExit>
}

export interface SandboxedOptions extends Omit<ProgramOptions, 'input'> {
  /** A folder that it keeps things in, which a program that is confined has beside its own. */
  readonly home?: string
  /** How long it may run, in milliseconds; without end if not given. */
  readonly timeLimitMs?: number
  /** How much it may write in all; beyond that it is ended, and what it still writes is dropped. No bound if not given. */
  readonly maxOutputBytes?: number
}

/** Runs programs as limited processes of this machine. */
export interface Sandbox {
  /** How limits are set: `prlimit`, `ulimit`, or `none` where the system has neither, or there are no limits. */
  readonly kind: Limiter['kind']
  /** Starts a program. Its environment is what is given and its mark, by which it is found after this process was killed. */
  start(options: SandboxedOptions): Promise<SandboxedProgram>
}

export interface SandboxOptions {
  /** For each process. */
  readonly limits: ProcessLimits
  /** The folders that programs are looked for in, as PATH has them. */
  readonly path: string
  /** Confines programs, such as to a file system of their own. What it starts is limited as well. */
  readonly confine?: Confine
  /** Limits each program together with all that it starts. */
  readonly groups?: GroupedPrograms
}

/** What a program is, and has. */
export interface Unconfined {
  readonly command: readonly string[]
  readonly folder: string
  /** The folder beside that one which it keeps things in. */
  readonly home: string
  readonly env: Readonly<Record<string, string>>
}

/** Says how a program is started confined: by another command, which gets the rest by its descriptor 3. */
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

/** What confines a program tells of the signal that ended it by 128 and more. */
function signalled(exit: Exit): Exit {
  const number = (exit.code ?? 0) - 128
  const signal = Object.entries(constants.signals).find(([, value]) => value === number)?.[0]
  return signal === undefined ? exit : { ...exit, code: null, signal }
}

/**
 * Ends the processes that a server which was killed has left behind, with all that they have started.
 *
 * @param ids of their programs
 * @param graceMs between SIGTERM and SIGKILL
 * @returns how many there were; 0 where the system does not show the environment of processes
 */
export function endLeftBehind(ids: readonly string[], graceMs: number): Promise<number> {
  return endMarked(ids, graceMs)
}
