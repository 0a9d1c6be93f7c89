import { invalidArgument } from '../errors.ts'
import { identityKey } from './identity-key.ts'
import { oneLine } from './shorten.ts'

/** No tag contains a comma, so commas join them in the database. */
const separator = ','

/**
 * Splits tags that an author wrote with commas between them: blanks around each are dropped, of tags that differ only in case
 * the first spelling is kept, and the order stays.
 *
 * @throws ApiError invalid_argument when there are only commas and blanks
 */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>()
  for (const piece of text.split(separator)) {
    const tag = oneLine(piece)
    const key = identityKey(tag)
    if (key && !tags.has(key)) tags.set(key, tag)
  }
  if (tags.size > 0) return [...tags.values()]
  throw invalidArgument('tags', 'must name at least one tag; leave it out to give none')
}

/** Tags as they are stored. */
export function joinTags(tags: readonly string[]): string {
  return tags.join(separator)
}

/** Reads tags as joinTags stores them. */
export function splitTags(stored: string): string[] {
  return stored ? stored.split(separator) : []
}
