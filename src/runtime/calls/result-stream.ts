import { Slices } from '../base/yield-to-event-loop.ts'
import type { StreamedResult } from './streamed.ts'

/** The length of a piece of JSON, in characters. A single row can be longer. */
const pieceChars = 64 * 1024

/** A result that is short enough to be returned whole. */
export interface WholeResult {
  readonly result: object
  readonly json: string
}

/** How a stream ended: read to its end, abandoned by its reader, or with rows that could not be read. */
export type StreamEnd = 'whole' | 'abandoned' | { readonly failure: unknown }

/** A few rows, or pieces of a text, and their JSON without the surrounding JSON. */
interface Piece {
  readonly rows: readonly unknown[]
  readonly json: string
}

/**
 * The JSON of a streamed result, in pieces. The next rows are read, and written as JSON, only when the next piece is requested,
 * and it yields to the event loop every few milliseconds. Has to be read to its end or closed.
 */
export class ResultStream implements AsyncIterable<string> {
  readonly #first: string
  readonly #rest: AsyncGenerator<Piece>
  readonly #last: string
  #onEnd: ((end: StreamEnd) => void)[] = []

  private constructor(first: string, rest: AsyncGenerator<Piece>, last: string) {
    this.#first = first
    this.#rest = rest
    this.#last = last
  }

  /**
   * Reads up to `maxChars` of JSON.
   *
   * @returns the whole result if that is all, otherwise a stream of it from the beginning
   */
  static async open(
    { member, kind, pages, rest }: StreamedResult,
    maxChars: number,
    slices = new Slices(),
  ): Promise<WholeResult | ResultStream> {
    const { empty, asValue, piecesOf } = forms[kind]
    const pieces = piecesOf(pages, slices)
    const rows: unknown[] = []
    const around = JSON.stringify({ ...rest, [member]: empty })
    const last = around.slice(-2)
    let json = around.slice(0, -2)
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return { result: { ...rest, [member]: asValue(rows) }, json: json + last }
      json += value.json
      if (json.length > maxChars) return new ResultStream(json, pieces, last)
      for (const row of value.rows) rows.push(row)
    }
  }

  /** Calls `listener` once, when the stream ends. */
  onEnd(listener: (end: StreamEnd) => void): void {
    this.#onEnd.push(listener)
  }

  /** @throws the error of reading the rows: the pieces until then are not a result */
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    try {
      yield this.#first
      for await (const { json } of this.#rest) yield json
      yield this.#last
      this.#end('whole')
    } catch (failure) {
      this.#end({ failure })
      throw failure
    } finally {
      await this.close()
    }
  }

  /** Stops reading. Harmless after the end. */
  async close(): Promise<void> {
    this.#end('abandoned')
    await this.#rest.return(undefined)
  }

  #end(end: StreamEnd): void {
    for (const listener of this.#onEnd.splice(0)) listener(end)
  }
}

async function* rowsIn(pages: AsyncIterable<readonly unknown[]>, slices: Slices): AsyncGenerator<Piece> {
  let separator = ''
  for await (const page of pages) {
    // The first page is always waited for.
    if (separator === '') slices.begin()
    let rows: unknown[] = []
    // Joined at the end: a text that grows row by row takes a third longer.
    let texts: string[] = []
    let chars = 0
    for (const [index, row] of page.entries()) {
      if (slices.isOver) await slices.next()
      const text = JSON.stringify(row)
      rows.push(row)
      texts.push(text)
      chars += text.length
      if (chars < pieceChars && index < page.length - 1) continue
      yield { rows, json: separator + texts.join(',') }
      separator = ','
      rows = []
      texts = []
      chars = 0
    }
  }
}

async function* textIn(pages: AsyncIterable<readonly unknown[]>, slices: Slices): AsyncGenerator<Piece> {
  for await (const rows of pages) {
    if (slices.isOver) await slices.next()
    yield { rows, json: rows.map((text) => JSON.stringify(text).slice(1, -1)).join('') }
  }
}

/** How a member is written: without content, as a value, and as JSON in pieces. */
const forms = {
  list: { empty: [], asValue: (rows: readonly unknown[]) => rows, piecesOf: rowsIn },
  text: { empty: '', asValue: (rows: readonly unknown[]) => rows.join(''), piecesOf: textIn },
} as const
