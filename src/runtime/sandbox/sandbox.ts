import { endMarked, MARK } from './marked.ts'
import { findLimiter, type Limiter, type ProcessLimits } from './process-limits.ts'
import { type Exit, type Program, type ProgramOptions, runProgram } from './program.ts'

/** Which limit ended a program. */
export type ReachedLimit = 'time' | 'output'

export interface SandboxExit extends Exit {
  /** Undefined if it ended by itself or was stopped. */
  readonly limit: ReachedLimit | undefined
}

export interface SandboxedProgram extends Omit<Program, 'ended'> {
  /** Resolves when it has ended, with all that it has started, and its output was passed on. */
  readonly ended: Promise<SandboxExit>
}

export interface SandboxedOptions extends ProgramOptions {
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
  start(options: SandboxedOptions): SandboxedProgram
}

export interface SandboxOptions {
  /** For each process. */
  readonly limits: ProcessLimits
  /** The folders that programs are looked for in, as PATH has them. */
  readonly path: string
  /** The command that confines the given one, such as to a file system of its own. It is limited as well. */
  readonly confine?: (command: readonly string[]) => readonly string[]
}

export async function openSandbox({ limits, path, confine = (command) => command }: SandboxOptions): Promise<Sandbox> {
  const limiter = await findLimiter(limits, path)
  return {
    kind: limiter.kind,
    start({ timeLimitMs, maxOutputBytes = Number.POSITIVE_INFINITY, ...options }) {
      let limit: ReachedLimit | undefined
      let bytes = 0
      const reached = (which: ReachedLimit) => {
        limit ??= which
        void program.stop()
      }
      const program = runProgram({
        ...options,
        command: limiter.wrap(confine(options.command)),
        env: { ...options.env, [MARK]: options.id },
        async onLine(stream, line) {
          bytes += Buffer.byteLength(line) + 1
          if (bytes <= maxOutputBytes) await options.onLine(stream, line)
          else if (limit === undefined) reached('output')
        },
      })
      const timer = timeLimitMs === undefined ? undefined : setTimeout(() => reached('time'), timeLimitMs)
      const ended = program.ended.then((exit) => ({ ...exit, limit })).finally(() => clearTimeout(timer))
      return { ...program, ended }
    },
  }
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
