import { ApiError } from '../base/errors.ts'
import { oneLine } from '../base/text/shorten.ts'

interface IdOrTitle {
  readonly id?: string | undefined
  readonly title?: string | undefined
}

/**
 * How a record was named, for methods that take its id or its title.
 *
 * @throws ApiError invalid_argument when neither or both are given: with both, the caller would not see which one decided
 */
export function idOrTitle({
  id,
  title,
}: IdOrTitle): { id: string; title?: undefined } | { id?: undefined; title: string } {
  if (id !== undefined && title === undefined) return { id }
  if (title !== undefined && id === undefined) return { title }
  const path = id === undefined ? 'id' : 'title'
  const message = id === undefined ? 'or title is required' : 'must be left out where id is given'
  throw new ApiError('invalid_argument', `${path} ${message}.`, { details: [{ path, message }] })
}

/** A record that a title could mean. */
export interface Candidate {
  readonly id: string
  readonly title: string
}

/** Candidates that the refusal of an ambiguous title names. Look up one more, so that it can say whether there are others. */
export const candidatesShown = 10

/**
 * The refusal of a title that means several records: names them, so that the next call can give an id.
 *
 * @param title as the caller gave it
 * @param plural what the records are, such as `documents`
 * @param candidates only such as the caller may see, in a stated order, up to candidatesShown + 1 of them
 */
export function ambiguousTitle(title: string, plural: string, candidates: readonly Candidate[]): ApiError {
  const shown = candidates.slice(0, candidatesShown).map((candidate) => `"${candidate.title}" (${candidate.id})`)
  const isCut = candidates.length > candidatesShown
  const count = isCut ? `more than ${candidatesShown}` : String(candidates.length)
  return new ApiError(
    'failed_precondition',
    `The title "${oneLine(title)}" fits ${count} ${plural}: ${shown.join(', ')}${isCut ? ' and others' : ''}. Give the id of the one you mean.`,
  )
}
