/** A result in which lists may come page by page. */
type InPages<Result> = {
  readonly [Name in keyof Result]: NonNullable<Result[Name]> extends readonly (infer Row)[]
    ? Result[Name] | AsyncIterable<readonly Row[]>
    : Result[Name]
}

/**
 * The result of a read with one list that may be too long to be held in memory. Only a free call without an
 * Idempotency-Key is sent while it is read; for any other call, and for callers within the server, it is collected first.
 */
export class StreamedResult<Result = object> {
  /** Tells the results of different methods apart, in types only. */
  declare protected readonly of: Result
  readonly list: string
  readonly pages: AsyncIterable<readonly unknown[]>
  /** The other members of the result. */
  readonly rest: Readonly<Record<string, unknown>>

  /** @param members those of the result, one of them as pages: each is read when those before it have been written */
  constructor(members: InPages<Result>) {
    const { list, others } = split(members as object)
    this.list = list[0]
    this.pages = list[1]
    this.rest = Object.fromEntries(others)
  }
}

function split(members: object) {
  const entries = Object.entries(members)
  const lists = entries.filter((entry): entry is [string, AsyncIterable<readonly unknown[]>] => isPages(entry[1]))
  const [list] = lists
  if (!list || lists.length > 1) throw new Error('A streamed result has exactly one list in pages')
  return { list, others: entries.filter((entry) => entry[0] !== list[0]) }
}

function isPages(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
