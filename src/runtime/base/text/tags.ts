import { invalidArgument } from '../errors.ts'
import { identityKey } from './identity-key.ts'
import { oneLine } from './shorten.ts'

/** No tag contains a comma, so commas join them in the database. */
const separator = ','

/**
 * Splits tags that an author separated with commas: spaces around them are removed, of tags that differ only in case the first
 * spelling remains, and the order stays.
 *
 * @throws ApiError invalid_argument if there are only commas and spaces
 */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>()
  for (const piece of text.split(separator)) {
    const tag = oneLine(piece)
    const key = identityKey(tag)
    if (key && !tags.has(key)) tags.set(key, tag)
  }
  if (tags.size > 0) return [...tags.values()]
  throw invalidArgument('tags', 'must name at least one tag; omit it to set no tags')
}

/** Tags as they are stored. */
export function joinTags(tags: readonly string[]): string {
  return tags.join(separator)
}

/** Parses tags that joinTags wrote. */
export function splitTags(stored: string): string[] {
  return stored ? stored.split(separator) : []
}
