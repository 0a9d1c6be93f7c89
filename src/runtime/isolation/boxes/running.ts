import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '../../base/ids.ts'
import { MARK } from '../marked.ts'
import type { Started } from './engine.ts'

/** What a launcher may report. */
const maxSaid = 4096
const maxWords = 256
/** How long a launcher has to end its command and to return the output. */
const timeOutGraceMs = 10_000

interface Ended {
  readonly said: string
  readonly words: string
  readonly exitCode: number
  readonly ranOutOfMemory: boolean
}

/** One launcher and everything it has started. */
export class Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  readonly #started: Started
  #grace: NodeJS.Timeout | undefined
  /** What the launcher wrote to standard error, for the log. */
  complaint = ''

  constructor(
    started: Started,
    { stdin, asUser }: { stdin: string | Readable; asUser: number | undefined },
    timeLimitMs: number,
    signal: AbortSignal,
  ) {
    this.#started = started
    const [file = '', ...args] = started.command
    this.child = spawn(file, args, {
      env: { ...started.env, [MARK]: newId('process') },
      detached: true,
      ...(asUser === undefined ? {} : { uid: asUser, gid: asUser }),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    })
    const [, , , said, words] = this.child.stdio as unknown as (Readable | null)[]
    const saying = textOf(said, maxSaid)
    const wording = textOf(words, maxWords)
    void textOf(this.child.stderr, maxSaid).then((text) => {
      this.complaint = text
    })
    this.child.stdin?.on('error', () => undefined)
    if (typeof stdin === 'string') this.child.stdin?.end(stdin)
    else if (this.child.stdin) void pipeline(stdin, this.child.stdin).catch(() => this.kill())
    const stop = () => this.kill()
    const timer = setTimeout(stop, timeLimitMs)
    signal.addEventListener('abort', stop, { once: true })
    // The caller may have disconnected while the run was being prepared.
    if (signal.aborted) stop()
    this.ended = exitOf(this.child)
      .then(
        async () => {
          const { ranOutOfMemory } = await started.done()
          const text = await saying
          return { said: text, words: (await wording).trim(), exitCode: exitIn(text), ranOutOfMemory }
        },
        async (failure: unknown) => {
          await started.done()
          throw failure
        },
      )
      .finally(() => {
        clearTimeout(timer)
        clearTimeout(this.#grace)
        signal.removeEventListener('abort', stop)
      })
    // A caller that waits gets the failure; waiting is optional.
    this.ended.catch(() => undefined)
  }

  /** Whether `timeOut` was called. */
  get isTimedOut(): boolean {
    return this.#grace !== undefined
  }

  /** Ends the command now as its time limit would, so that its output so far is returned. */
  timeOut(): void {
    this.#grace ??= setTimeout(() => this.kill(), timeOutGraceMs)
    if (this.#started.timeOut) void this.#started.timeOut()
    else this.#signal('SIGALRM')
  }

  /** Kills the launcher, its box and everything in it. */
  kill(): void {
    if (this.#signal('SIGKILL')) void this.#started.kill?.()
  }

  /** @returns false if it has already ended */
  #signal(signal: NodeJS.Signals): boolean {
    if (this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return false
    try {
      process.kill(-this.child.pid, signal)
    } catch {
      // It has just ended on its own.
    }
    return true
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}

/** The beginning of a stream, which is closed when it sends more. */
export async function textOf(stream: Readable | null | undefined, maxBytes: number): Promise<string> {
  let text = ''
  try {
    for await (const chunk of stream ?? []) {
      text += (chunk as Buffer).toString('latin1')
      if (text.length > maxBytes) break
    }
  } catch {
    // The other end was closed.
  }
  return text.slice(0, maxBytes)
}

/** The last line that says something; engines end with a link to more information. */
export const lastLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .findLast((line) => !line.startsWith("See '"))

export const faultIn = (said: string) => /^fault (.*)$/m.exec(said)?.[1]

const exitIn = (said: string) => Number(/^exit (\d+)$/m.exec(said)?.[1] ?? 137)

/** The used space of a disk: `size blocks free nodes free-nodes` for an image, the measured size for a folder. */
export function usedIn(said: string): number | undefined {
  const numbers = /^used ([\d ]+)$/m.exec(said)?.[1]?.trim().split(' ').map(Number)
  if (!numbers) return undefined
  const [first, blocks, free] = numbers
  if (numbers.length < 3) return first
  return (first ?? 0) * ((blocks ?? 0) - (free ?? 0))
}
