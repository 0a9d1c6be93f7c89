import { PassThrough } from 'node:stream'
import { families } from '../../generated/cli/index.ts'
import { runCli } from '../doors/cli/program.ts'

/** How a command line is typed in a test. */
export interface Typing {
  /** What standard input holds; a terminal never ends, a pipe does. */
  readonly input?: string | Uint8Array
  /** Whether it is typed on a terminal, and how wide that is. */
  readonly isTTY?: boolean
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  readonly services?: readonly string[]
}

/** What came of a command line. */
export interface Typed {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, with nothing in its environment but what is given. */
export async function typeLine(words: readonly string[], typing: Typing = {}): Promise<Typed> {
  const { input, isTTY = false, columns, env = {}, services = Object.keys(families) } = typing
  const stream = () => Object.assign(new PassThrough(), { isTTY, ...(columns === undefined ? {} : { columns }) })
  const [stdin, stdout, stderr] = [stream(), stream(), stream()]
  if (input !== undefined) stdin.write(input)
  if (!isTTY) stdin.end()
  const code = await runCli(words, { terminal: { stdin, stdout, stderr }, env, services, namespacedTables: [] })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}
