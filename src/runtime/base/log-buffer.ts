import { writeSync } from 'node:fs'
import { type DestinationStream, symbols } from 'pino'

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
