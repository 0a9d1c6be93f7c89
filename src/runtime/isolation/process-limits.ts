import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { limitsReader } from './limits-text.ts'

const NAMES = ['cpu', 'memory', 'file', 'open', 'processes'] as const

type LimitName = (typeof NAMES)[number]

/** The limits of one process; missing ones are unlimited. */
export type ProcessLimits = Readonly<Partial<Record<LimitName, number>>>

/** The required form of the setting. */
export const { rule: PROCESS_LIMITS_RULE, parse: parseProcessLimits } = limitsReader(NAMES)

/** Node itself needs about 2 GiB of address space. Processes are counted per user, including the server's. */
export const DEFAULT_PROCESS_LIMITS = 'cpu=86400 memory=8192 file=1024 open=4096 processes=4096'

/** How limits are set before a program starts. */
export interface Limiter {
  /** `prlimit`, `ulimit`, or `none` if the system has neither. */
  readonly kind: 'prlimit' | 'ulimit' | 'none'
  /** The command that sets the limits and then becomes the given one. */
  wrap(command: readonly string[]): readonly string[]
}

const mebibyte = 1024 * 1024

/**
 * How this system can limit processes.
 *
 * @param path the folders to look for programs in, in the format of PATH
 */
export async function findLimiter(limits: ProcessLimits, path: string): Promise<Limiter> {
  if (Object.keys(limits).length === 0) return { kind: 'none', wrap: (command) => command }
  const prlimit = await findProgram('prlimit', path)
  if (prlimit) return { kind: 'prlimit', wrap: (command) => [prlimit, ...prlimitOptions(limits), '--', ...command] }
  const sh = await findProgram('sh', path)
  if (sh) return { kind: 'ulimit', wrap: (command) => [sh, '-c', ulimitScript(limits), 'sh', ...command] }
  return { kind: 'none', wrap: (command) => command }
}

async function findProgram(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    try {
      await access(file, constants.X_OK)
      return file
    } catch {
      // Not installed.
    }
  }
  return undefined
}

function prlimitOptions({ cpu, memory, file, open, processes }: ProcessLimits): string[] {
  const options: string[] = []
  const add = (name: string, value: number | undefined) => {
    if (value !== undefined) options.push(`--${name}=${value}`)
  }
  add('cpu', cpu)
  add('as', memory && memory * mebibyte)
  add('fsize', file && file * mebibyte)
  add('nofile', open)
  add('nproc', processes)
  return options
}

/** The command is passed as the shell's arguments, which it does not parse. Shells have different names for some limits. */
function ulimitScript({ cpu, memory, file, open, processes }: ProcessLimits): string {
  const lines: string[] = []
  if (cpu !== undefined) lines.push(`ulimit -t ${cpu}`)
  if (memory !== undefined) lines.push(`ulimit -v ${memory * 1024} 2>/dev/null`)
  if (file !== undefined) lines.push(`ulimit -f ${file * 2048}`)
  if (open !== undefined) lines.push(`ulimit -n ${open}`)
  if (processes !== undefined) lines.push(`ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} 2>/dev/null`)
  return [...lines, 'exec "$@"'].join('\n')
}
