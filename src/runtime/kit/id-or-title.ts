import { ApiError, invalidArgument } from '../base/errors.ts'
import { identityKey } from '../base/text/identity-key.ts'
import { oneLine } from '../base/text/shorten.ts'
import { markColumn } from '../store/marks.ts'
import { statement } from '../store/statement.ts'
import type { Reader } from '../store/types.ts'

interface IdOrTitle {
  readonly id?: string | undefined
  readonly title?: string | undefined
}

/**
 * How a record is named, for methods that take its id or its title.
 *
 * @throws ApiError invalid_argument if neither or both are given: with both, the caller would not see which one decided
 */
export function idOrTitle({
  id,
  title,
}: IdOrTitle): { id: string; title?: undefined } | { id?: undefined; title: string } {
  if (id !== undefined && title === undefined) return { id }
  if (title !== undefined && id === undefined) return { title }
  const path = id === undefined ? 'id' : 'title'
  const message = id === undefined ? 'or title is required' : 'must be omitted if id is given'
  throw invalidArgument(path, message)
}

/** A record that a title could mean. */
export interface Candidate {
  readonly id: string
  readonly title: string
}

/** How many candidates the error for an ambiguous title names. */
const candidatesShown = 10

/** How many candidates to look up: one more than are named, so that the error can say whether there are others. */
export const maxCandidates = candidatesShown + 1

/**
 * The error for a title that several records have: it names them, so that the next call can use an id.
 *
 * @param title as the caller sent it
 * @param plural the kind of record, such as `documents`
 * @param candidates only those that the caller may see, in a defined order, up to maxCandidates of them
 */
function ambiguousTitle(title: string, plural: string, candidates: readonly Candidate[]): ApiError {
  const shown = candidates.slice(0, candidatesShown).map((candidate) => `"${candidate.title}" (${candidate.id})`)
  const isCut = candidates.length > candidatesShown
  const count = isCut ? `more than ${candidatesShown}` : String(candidates.length)
  return new ApiError(
    'failed_precondition',
    `The title "${oneLine(title)}" matches ${count} ${plural}: ${shown.join(', ')}${isCut ? ' and others' : ''}. Specify the id of the one you mean.`,
  )
}

/**
 * The id of the only record with a title; undefined if there is no such record.
 *
 * @param title as the caller sent it
 * @param plural the kind of record, such as `documents`
 * @param candidates only those that the caller may see, in a defined order, up to maxCandidates of them
 * @throws ApiError failed_precondition if there are several
 */
export function onlyCandidate(title: string, plural: string, candidates: readonly Candidate[]): string | undefined {
  if (candidates.length > 1) throw ambiguousTitle(title, plural, candidates)
  return candidates[0]?.id
}

/**
 * Declares the look-up of an owner's records by title, once at module level: those with the same `title_key`.
 *
 * @param order in which the error names them
 */
export function ownedByTitle(
  table: string,
  order: { column: string; order: string }[],
): (reader: Reader, owner: string, title: string) => Promise<Candidate[]> {
  const titled = statement<{ owner: string; title_key: string }>((sql, param) =>
    sql(table)
      .select('id', 'title', markColumn)
      .where({ owner: param('owner'), title_key: param('title_key') })
      .orderBy(order)
      .limit(maxCandidates),
  )
  return (reader, owner, title) => reader.all<Candidate>(titled({ owner, title_key: identityKey(title) }))
}
