/** A long text of a result, in pieces. */
export class TextInPieces {
  readonly pieces: AsyncIterable<string>

  /** @param pieces read only as fast as the caller reads; a surrogate pair may be divided between two */
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** A result in which one list can come page by page, or one text in pieces. */
type InPages<Result> = {
  readonly [Name in keyof Result]:
    | Result[Name]
    | (NonNullable<Result[Name]> extends readonly (infer Row)[] ? AsyncIterable<readonly Row[]> : never)
    | (NonNullable<Result[Name]> extends string ? TextInPieces : never)
}

/**
 * The result of a read with one list, or one text, that may be too long for memory. Only a free call without an
 * Idempotency-Key is sent while it is read; for any other call, and for callers within the server, it is collected first.
 */
export class StreamedResult<Result = object> {
  /** Distinguishes the results of different methods, in types only. */
  declare protected readonly of: Result
  /** The member that is streamed. */
  readonly member: string
  readonly kind: 'list' | 'text'
  /** Rows of the list, or pieces of the text. */
  readonly pages: AsyncIterable<readonly unknown[]>
  /** The other members of the result. */
  readonly rest: Readonly<Record<string, unknown>>

  /** @param members of the result, one of them in pages: each is read when the previous ones have been written */
  constructor(members: InPages<Result>) {
    const { streamed, others } = split(members as object)
    const [member, value] = streamed
    this.member = member
    this.kind = value instanceof TextInPieces ? 'text' : 'list'
    this.pages = value instanceof TextInPieces ? oneByOne(value.pieces) : value
    this.rest = Object.fromEntries(others)
  }
}

type Streamed = TextInPieces | AsyncIterable<readonly unknown[]>

function split(members: object) {
  const entries = Object.entries(members)
  const all = entries.filter((entry): entry is [string, Streamed] => isStreamed(entry[1]))
  const [streamed] = all
  if (!streamed || all.length > 1) throw new Error('A streamed result has exactly one member in pages')
  return { streamed, others: entries.filter((entry) => entry[0] !== streamed[0]) }
}

function isStreamed(value: unknown): boolean {
  if (value instanceof TextInPieces) return true
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function* oneByOne(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  for await (const piece of pieces) yield [piece]
}
