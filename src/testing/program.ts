import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundled } from '../../tools/setup/bundled.mjs'

/** The repository's folder. */
export const root = join(import.meta.dirname, '../..')

/**
 * What a Node program needs of this process's environment when it must not have the rest: where programs are, and the
 * cache of compiled code, without which each of its starts takes twice the processor time.
 */
export const bareEnv: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const joinedFiles = new Map<string, Promise<string>>()

/**
 * The file to start instead of an entry: the same program in few files, as `npm start` starts it, which takes a fraction of
 * the processor time. It is made once for all tests, and again when a source has changed.
 *
 * @param entry absolute path of a TypeScript file that exports `started`, as `src/main.ts` does
 * @param name of the folder of `.cache` that takes it
 * @returns a promise that rejects when the entry cannot be joined: unlike a user's server, no test starts from the sources
 */
export function joined(entry: string, name: string): Promise<string> {
  const file = joinedFiles.get(name) ?? joinedIn(entry, join(root, '.cache', name))
  joinedFiles.set(name, file)
  return file
}

async function joinedIn(entry: string, folder: string): Promise<string> {
  const file = await bundled(entry, folder)
  if (file === entry) throw new Error(`${entry} could not be joined; ${join(folder, 'log')} says why.`)
  return file
}

/** The file from which tests start the server in a separate process: `src/main.ts`, joined. */
export const mainFile = (): Promise<string> => joined(join(root, 'src/main.ts'), 'server')

const startLimitMs = 60_000
const stopLimitMs = 12_000

/** A program that runs beside this one. */
export interface Program {
  readonly pid: number
  /** The line that it printed when it was ready. */
  readyLine: string
  /** Everything it has printed. */
  output(): string
  /** Ends it, and by force if it does not. */
  stop(): Promise<void>
  /** Kills it, in the middle of its work. */
  kill(): Promise<void>
}

interface Command {
  /** The script and its arguments. */
  args: readonly string[]
  env?: Record<string, string>
  input?: string
}

/**
 * Starts a Node program and waits for the line that says it is ready.
 * Rejects with its output if it exits first or takes longer than a minute.
 */
export async function startProgram(command: Command, ready: RegExp): Promise<Program> {
  const child = spawnNode(command)
  const lines: string[] = []
  const output = () => lines.join('\n')
  const readyLine = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${command.args[0]} ${why}:\n${output()}`))
    const timer = setTimeout(() => fail(`did not say that it is ready within ${startLimitMs} ms`), startLimitMs)
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface(stream).on('line', (line) => {
        lines.push(line)
        if (!ready.test(line)) return
        clearTimeout(timer)
        resolve(line)
      })
    }
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with exit code ${code}`)
    })
  }).catch(async (failure: Error) => {
    await stop(child)
    throw failure
  })
  return { pid: child.pid as number, readyLine, output, stop: () => stop(child), kill: () => kill(child) }
}

/** Runs a Node program; returns its exit code and its output on each stream. */
export async function runProgram(command: Command): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnNode(command)
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  }
  child.stdin?.end(command.input ?? '')
  const [code] = await once(child, 'close')
  return { code, ...printed }
}

function spawnNode({ args, env }: Command): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: { ...process.env, NO_COLOR: '1', ...env } })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await ended
  clearTimeout(timer)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
