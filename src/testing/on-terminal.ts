import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

/** A command to run on a terminal. */
export interface TerminalJob {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly columns?: number
  /** What is typed, each after its text has appeared. */
  readonly steps?: readonly (readonly [waitFor: string, type: string])[]
}

/** Runs a command on a pseudo-terminal; returns its exit code and its output, with `\n` for line ends. */
export async function onTerminal(job: TerminalJob): Promise<{ code: number; screen: string }> {
  const child = spawn('python3', [join(import.meta.dirname, 'type_on_terminal.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const failed = new Promise<never>((_, reject) => child.on('error', reject))
  child.stdin.end(JSON.stringify({ columns: 80, steps: [], ...job }))
  const { code, screen, left } = (await Promise.race([json(child.stdout), failed])) as {
    code: number
    screen: string
    left: unknown[]
  }
  if (left.length > 0) throw new Error(`The command never showed ${JSON.stringify(left)}; it showed:\n${screen}`)
  return { code, screen: screen.replaceAll('\r\n', '\n') }
}
