import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

interface RunOptions {
  readonly cwd: string
  /** By default the environment of this process. */
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
}

/**
 * Runs a program to its end.
 *
 * @returns what it wrote to standard output
 * @throws Error with the command and everything it wrote, if it fails
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await outcomeOf(program, args, options)
  if (code === 0) return stdout
  throw new Error(`${program} ${args.join(' ')} ended with exit code ${code}:\n${stdout}${stderr}`.trimEnd())
}

/**
 * Runs a program that may fail.
 *
 * @returns its exit code, null if a signal ended it, and what it wrote
 * @throws Error if it cannot be started
 */
export async function outcomeOf(program: string, args: readonly string[], { cwd, env, input }: RunOptions) {
  const child = spawn(program, args, { cwd, env: env ?? process.env })
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  child.stdin.on('error', () => undefined).end(input ?? '')
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}
