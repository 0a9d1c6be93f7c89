import { ApiError } from '../../runtime/base/errors.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'

/** No tag holds a comma, so a comma joins them in the database. */
const separator = ','

/**
 * Tags as an author writes them, separated by commas: blanks around each dropped, a repeated one (regardless of case)
 * kept in its first spelling, the order kept.
 *
 * @throws ApiError invalid_argument when there is nothing but commas and blanks
 */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>()
  for (const piece of text.split(separator)) {
    const tag = oneLine(piece)
    const key = identityKey(tag)
    if (key && !tags.has(key)) tags.set(key, tag)
  }
  if (tags.size > 0) return [...tags.values()]
  const message = 'must name at least one tag; leave it out to give none'
  throw new ApiError('invalid_argument', `tags ${message}.`, { details: [{ path: 'tags', message }] })
}

/** Tags as they are stored. */
export function joinTags(tags: readonly string[]): string {
  return tags.join(separator)
}

/** Tags as they were stored by joinTags. */
export function splitTags(stored: string): string[] {
  return stored ? stored.split(separator) : []
}
