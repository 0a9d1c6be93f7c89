import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { endMarked } from './marked.ts'

/** A longer line is passed on in pieces. */
const maxLineLength = 8192

/** How a program ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: string | null
  /** Why it could not be started. */
  readonly failure: string | undefined
}

export interface ProgramOptions {
  /** The program and its arguments; not parsed by a shell. */
  readonly command: readonly string[]
  readonly folder: string
  /** Its complete environment. */
  readonly env: Readonly<Record<string, string>>
  /** Its mark in the environment; see MARK. */
  readonly id: string
  /** Called with each line of its output; the program has to wait until the promise resolves. */
  readonly onLine: (stream: 'stdout' | 'stderr', line: string) => Promise<void>
  /** How long it has to end after SIGTERM, in milliseconds. */
  readonly graceMs: number
  /**
   * Given for a command that confines another: the input on its descriptor 3. To stop it, only the confined program,
   * which alone has the mark, gets SIGTERM.
   */
  readonly input?: string
}

export interface Program {
  /** Resolves when it has ended, with everything it started, and its output was passed on. */
  readonly ended: Promise<Exit>
  /** Resolves with whether it was started. */
  readonly started: Promise<boolean>
  /** Sends SIGTERM, and SIGKILL if it does not end in time. */
  stop(): Promise<void>
}

/** Starts a program that leads its own process group. */
export function runProgram({ command, folder, env, id, onLine, graceMs, input }: ProgramOptions): Program {
  const [file = '', ...args] = command
  let child: ChildProcess
  try {
    const stdio = ['ignore', 'pipe', 'pipe', ...(input === undefined ? [] : ['pipe' as const])] as const
    child = spawn(file, args, { cwd: folder, env, detached: true, stdio: [...stdio], shell: false })
    if (input !== undefined) give(child.stdio[3] as Writable, input)
  } catch (error) {
    const exit = { code: null, signal: null, failure: (error as Error).message }
    return { started: Promise.resolve(false), ended: Promise.resolve(exit), stop: () => Promise.resolve() }
  }
  const output = [passLines(child.stdout, 'stdout', onLine), passLines(child.stderr, 'stderr', onLine)]
  const { promise: exited, resolve: onExit } = Promise.withResolvers<Exit>()
  const { promise: started, resolve: onStart } = Promise.withResolvers<boolean>()
  child.once('spawn', () => onStart(true))
  child.once('error', (error) => {
    onStart(false)
    onExit({ code: null, signal: null, failure: error.message })
  })
  child.once('exit', (code, signal) => onExit({ code, signal, failure: undefined }))

  const ended = exited.then(async (exit) => {
    if (exit.failure === undefined) {
      // Processes that it left behind end with it.
      await endGroup(child.pid, graceMs)
      await endMarked([id], graceMs)
    }
    child.stdout?.destroy()
    child.stderr?.destroy()
    await Promise.all(output)
    return exit
  })
  return {
    started,
    ended,
    async stop() {
      if (input === undefined) signalGroup(child.pid, 'SIGTERM')
      else void endMarked([id], graceMs)
      const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs)
      await ended.finally(() => clearTimeout(timer))
    },
  }
}

/** If it ends before reading everything, its exit code reports that. */
function give(stream: Writable, text: string): void {
  stream.on('error', () => undefined)
  stream.end(text)
}

/** Whether a process received the signal; signal 0 only checks for one. */
function signalGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (pid === undefined) return false
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** Ends the rest of the group after its leader, with SIGTERM and then SIGKILL. */
async function endGroup(pid: number | undefined, graceMs: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return
  const untilMs = performance.now() + graceMs
  while (performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (!signalGroup(pid, 0)) return
  }
  signalGroup(pid, 'SIGKILL')
}

/** Passes on whole lines, and pieces of lines that are too long. */
async function passLines(
  stream: Readable | null,
  name: 'stdout' | 'stderr',
  onLine: ProgramOptions['onLine'],
): Promise<void> {
  if (!stream) return
  stream.setEncoding('utf8')
  let rest = ''
  const closed = once(stream, 'close').catch(() => undefined)
  const pass = (line: string) => onLine(name, line.replaceAll('\0', '\ufffd').replace(/\r$/, '').toWellFormed())
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines.flatMap(inPieces)) await pass(line)
      const pieces = inPieces(rest)
      rest = pieces.pop() ?? ''
      for (const piece of pieces) await pass(piece)
    }
  } catch {
    // The pipe was closed while another process still had its other end open.
  }
  await closed
  if (rest !== '') await pass(rest)
}

function inPieces(line: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (; line.length - start > maxLineLength; start += maxLineLength)
    pieces.push(line.slice(start, start + maxLineLength))
  return [...pieces, line.slice(start)]
}
