import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/** The streams of a command: those of the process, or those of a test. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

/** A command with wrong usage: exit code 2. */
export class UsageError extends Error {}

/** More than any password; a stream without a line end must not fill the memory. */
const maxLineBytes = 64 * 1024

/** Shows control characters (escape sequences, line ends) as question marks. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?')
}

/** A count with its noun: `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/**
 * Writes one line for a person to standard error, so that standard output contains only the result.
 */
export function note(terminal: Terminal, text: string): void {
  terminal.stderr.write(`${text}\n`)
}

/**
 * Writes rows under a header: aligned columns on a terminal, otherwise one line per row with tabs, for `cut` and `awk`.
 *
 * @param rows as many cells as the header has; control characters are made harmless
 */
export function writeTable(terminal: Terminal, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [header, ...rows].map((row) => row.map(printable))
  const widths = header.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? '')].length)))
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)
  for (const line of lines) {
    const text = terminal.stdout.isTTY ? line.map(pad).join('  ').trimEnd() : line.join('\t')
    terminal.stdout.write(`${text}\n`)
  }
}

/** Writes a value as indented JSON. */
export function writeJson(terminal: Terminal, value: unknown): void {
  terminal.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/**
 * Reads the first line of standard input, without its line end (LF or CRLF), and nothing after it.
 *
 * @throws UsageError if the line is not UTF-8 or longer than 64 KiB
 */
export async function readLine(terminal: Terminal): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of terminal.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    const end = bytes.indexOf(0x0a)
    chunks.push(end < 0 ? bytes : bytes.subarray(0, end))
    size += chunks.at(-1)?.length ?? 0
    if (size > maxLineBytes) throw new UsageError('The first line of standard input is longer than 64 KiB.')
    if (end >= 0) break
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).replace(/\r$/, '')
  } catch (error) {
    throw new UsageError('The first line of standard input is not UTF-8 text.', { cause: error })
  }
}

/** Asks a question. Only "y" or "yes" is a yes; closing the input (Ctrl-D, Ctrl-C) is a no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr })
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
  const asked = lines.question(`${printable(question)} [y/N] `).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error // Ctrl-C may reject the question before it closes the input
    return undefined
  })
  const answer = await Promise.race([asked, closed])
  lines.close()
  if (answer === undefined) terminal.stderr.write('\n')
  return /^y(es)?$/i.test(answer?.trim() ?? '')
}

const KEYS = { interrupt: '\u0003', endOfInput: '\u0004', backspaces: ['\u007F', '\b'], enters: ['\r', '\n'] }

/**
 * Asks for a secret and reads it up to Enter without showing it.
 *
 * @throws Error when it is cancelled by Ctrl-C or Ctrl-D
 */
export async function readSecret({ stdin, stderr }: Terminal, question: string): Promise<string> {
  // Before the question, so that early typing is not shown either.
  stdin.setRawMode?.(true)
  stdin.setEncoding('utf8')
  stderr.write(question)
  let typed = ''
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(chunk)) {
        if (KEYS.enters.includes(key)) return typed
        if (key === KEYS.interrupt || key === KEYS.endOfInput) throw new Error('Nothing was done.')
        typed = KEYS.backspaces.includes(key) ? typed.slice(0, -1) : typed + key
      }
    }
    throw new Error('Nothing was done.')
  } finally {
    stdin.setRawMode?.(false)
    stderr.write('\n')
  }
}
