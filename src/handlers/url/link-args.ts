import { parseTime } from '#runtime/base/clock.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { countCharacters, oneLine } from '#runtime/base/text/shorten.ts'

const maxTitleLength = 200
const maxTags = 20
const maxTagLength = 50

/**
 * The title of a link on one line; null for nothing but white space.
 *
 * @throws ApiError invalid_argument
 */
export function readTitle(text: string): string | null {
  const title = oneLine(text)
  if (countCharacters(title) > maxTitleLength)
    throw invalidArgument('title', `must have at most ${maxTitleLength} characters`)
  return title === '' ? null : title
}

/**
 * Tags in lower case, each once, in the order given, as the JSON text that is stored.
 *
 * @throws ApiError invalid_argument naming the tag
 */
export function readTags(given: readonly string[]): string {
  if (given.length > maxTags) throw invalidArgument('tags', `must have at most ${maxTags} entries`)
  return JSON.stringify([...new Set(given.map(readTag))])
}

function readTag(text: string, index: number): string {
  const tag = normalTag(text)
  const path = `tags[${index}]`
  if (tag === '') throw invalidArgument(path, 'must not be blank')
  if (countCharacters(tag) > maxTagLength) throw invalidArgument(path, `must have at most ${maxTagLength} characters`)
  // Commas separate tags in forms and files; a quotation mark or a backslash could join two stored tags.
  if (/[,"\\\p{Cc}]/u.test(tag)) {
    throw invalidArgument(path, 'must not contain commas, double quotes, backslashes or control characters')
  }
  return tag
}

/** A tag as it is stored and searched for. */
export function normalTag(text: string): string {
  return oneLine(text).normalize('NFC').toLowerCase()
}

/**
 * When a link expires; empty for never.
 *
 * @returns epoch milliseconds
 * @throws ApiError invalid_argument for a day or time that does not exist
 */
export function readExpiry(text: string): number | null {
  if (text === '') return null
  const ms = parseTime(text)
  if (ms !== undefined) return ms
  throw invalidArgument(
    'expiresAt',
    'must be a real day and time: RFC 3339 with an offset, such as 2026-12-31T23:59:59Z',
  )
}
