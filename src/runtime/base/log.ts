import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, type LoggerOptions, pino, symbols } from 'pino'
import type { Values } from './setting.ts'
import type { baseSettings } from './settings.ts'

/** Enough for about fifty lines; also the most that a killed process loses, together with `flushMs`. */
const maxChars = 16_384
/** How long a line waits for others, in ms. */
const flushMs = 200
/** pino's number for the level error. */
const errorLevel = 50

/**
 * Collects log lines and writes them in batches, since a system call for each line costs more than the line. A full buffer, an
 * error line, 200 ms and `flush` write the lines so far, in order. It contains at most 16,384 characters and one line.
 */
export class LogBuffer implements DestinationStream {
  /** Makes pino set `lastLevel` before each `write`. */
  readonly [symbols.needsMetadataGsym] = true
  lastLevel = 0
  readonly #sink: DestinationStream
  #text = ''
  #timer: NodeJS.Timeout | undefined

  /** @param sink writes synchronously, so that a flush on exit loses nothing */
  constructor(sink: DestinationStream) {
    this.#sink = sink
  }

  write(line: string): void {
    this.#text += line
    if (this.#text.length >= maxChars || this.lastLevel >= errorLevel) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), flushMs).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#text
    this.#text = ''
    if (text !== '') this.#sink.write(text)
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes a whole text to a file descriptor before it returns; waits for a slow reader of a pipe. Text that cannot be written,
 * for instance because the reader has closed the pipe, is dropped: a failing log must not end the server.
 *
 * @param write for tests
 */
export function writeFully(fd: number, text: string, write: (fd: number, bytes: Buffer) => number = writeSync): void {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(write(fd, bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(pause, 0, 0, 1)
    }
  }
}

/** The product's logger: `log.info({ operation, durationMs }, 'call')`. */
export type Log = Logger

/**
 * Fields that are never logged, at any depth and in any case, because their value would let a reader act as another caller.
 */
const SECRET_FIELDS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'csrf_?token',
  'x-payment',
  'payment-signature',
  'password',
  'password_?hash',
  'secret',
  'secret_?sha256',
  'client_?secret',
  'token',
  'access_?token',
  'refresh_?token',
  'api_?key',
  'private_?key',
  'database_?url',
]

const SECRET_FIELD = new RegExp(`"(?:${SECRET_FIELDS.join('|')})":`, 'gi')
/** A string, a number or word, or a bracket: the tokens needed to find the end of a JSON value. */
const JSON_PIECE = /"(?:[^"\\]|\\.)*"|[^"{}[\],\s:]+|[{}[\]]/g

/** The end of the JSON value that begins at `start`, however deep it is. */
function endOfValue(line: string, start: number): number {
  let depth = 0
  JSON_PIECE.lastIndex = start
  for (let piece = JSON_PIECE.exec(line); piece; piece = JSON_PIECE.exec(line)) {
    if (piece[0] === '{' || piece[0] === '[') depth += 1
    else if (piece[0] === '}' || piece[0] === ']') depth -= 1
    if (depth === 0) return JSON_PIECE.lastIndex
  }
  return line.length
}

function withoutSecretFields(line: string): string {
  let kept = ''
  let from = 0
  SECRET_FIELD.lastIndex = 0
  for (let field = SECRET_FIELD.exec(line); field; field = SECRET_FIELD.exec(line)) {
    const start = SECRET_FIELD.lastIndex
    kept += `${line.slice(from, start)}"[redacted]"`
    from = endOfValue(line, start)
    SECRET_FIELD.lastIndex = from
  }
  return kept + line.slice(from)
}

/**
 * The query of an address or a path: what people search for is private. A backslash ends it, since it escapes a quote.
 */
const ADDRESS_QUERY = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"\\?]*)\?[^\s"\\]*/gi
const PATH_QUERY = /("(?:url|path|originalUrl|original_url|href|referer|referrer)":"[^"\\?]*)\?(?:[^"\\]|\\.)*/gi
const ADDRESS_CREDENTIALS = /(:\/\/)[^\s"\\/@:]*:[^\s"\\/]*@/g
const TOKEN = /\bod_[A-Za-z0-9_-]{8,}/g
const CREDENTIAL = /\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]{4,}/gi

/**
 * Removes secrets and queries from a log line. It works on the finished line, so that it does not matter whether a secret was a
 * field, in a nested object, in a child logger's fields, in a message or in an error's text.
 *
 * @param line one JSON line
 */
export function redact(line: string): string {
  return withoutSecretFields(line)
    .replace(ADDRESS_CREDENTIALS, '$1[redacted]@')
    .replace(ADDRESS_QUERY, '$1')
    .replace(PATH_QUERY, '$1')
    .replace(TOKEN, 'od_[redacted]')
    .replace(CREDENTIAL, '$1 [redacted]')
}

let standardOutput: LogBuffer | undefined

/** The buffered standard output, one for the process. It is flushed before the process exits, except by kill -9. */
function bufferedOutput(): LogBuffer {
  if (!standardOutput) {
    const buffer = new LogBuffer({ write: (text) => writeFully(1, text) })
    process.on('exit', () => buffer.flush())
    standardOutput = buffer
  }
  return standardOutput
}

/**
 * Creates the log: JSON lines with RFC 3339 times on standard output, buffered for at most 200 ms, or one readable line per
 * event when that is a terminal.
 *
 * @param config the level
 * @param output where lines go instead of standard output
 */
export function createLog(config: Pick<Values<typeof baseSettings>, 'logLevel'>, output?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: redact },
  }
  if (output) return pino(options, output)
  const terminal = { write: (line: string) => void process.stdout.write(readable(line)) }
  return pino(options, process.stdout.isTTY ? terminal : bufferedOutput())
}

/**
 * A log line for a person at a terminal: time of day, level, message, then the other fields as `name=value`.
 *
 * @param line one JSON line
 */
export function readable(line: string): string {
  const { time, level, msg, pid: _pid, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const { stack, ...error } = (err ?? {}) as Record<string, unknown>
  const pairs = Object.entries({ ...fields, ...(err ? { err: error } : {}) }).map(
    ([name, value]) =>
      `${name}=${typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)}`,
  )
  const head = `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${[msg, ...pairs].filter(Boolean).join(' ')}`
  return `${[head, ...(typeof stack === 'string' ? stack.split('\n') : [])].map(withoutControls).join('\n')}\n`
}

/**
 * Shows control characters (escape sequences, and their one-character C1 forms) as question marks.
 */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '?')
}
