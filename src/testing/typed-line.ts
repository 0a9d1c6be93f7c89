import { PassThrough } from 'node:stream'
import { families } from '../../generated/cli/index.ts'
import { upkeepOf } from '../app/backup-commands.ts'
import { checkConfig } from '../app/config-check.ts'
import { examine } from '../app/doctor.ts'
import { openInstance } from '../app/instance-commands.ts'
import { runCli } from '../doors/cli/run-cli.ts'

/** How a command line is run in a test. */
export interface Typing {
  /** The content of standard input, which ends after it unless it is a terminal. */
  readonly input?: string | Uint8Array
  /** Whether the streams are a terminal, and its width. */
  readonly isTTY?: boolean
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  readonly services?: readonly string[]
}

/** The result of a command line. */
export interface Typed {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, with only the given environment. */
export async function typeLine(words: readonly string[], typing: Typing = {}): Promise<Typed> {
  const { input, isTTY = false, columns, env = {}, services = Object.keys(families) } = typing
  const stream = () => Object.assign(new PassThrough(), { isTTY, ...(columns === undefined ? {} : { columns }) })
  const [stdin, stdout, stderr] = [stream(), stream(), stream()]
  if (input !== undefined) stdin.write(input)
  if (!isTTY) stdin.end()
  const code = await runCli(words, {
    terminal: { stdin, stdout, stderr },
    env,
    services,
    openInstance: () => openInstance(env, services),
    checkConfig: () => checkConfig(env),
    examine: () => examine(env),
    openCodegen: () => import('#codegen'),
    startSandbox: () => Promise.reject(new Error('No sandbox is started here.')),
    openUpkeep: async () => upkeepOf(env),
  })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}
