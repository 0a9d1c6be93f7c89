import { parseTime } from '../../runtime/base/clock.ts'
import { countCharacters, oneLine } from '../../runtime/base/text/shorten.ts'
import { invalid } from './invalid.ts'

const maxTitleLength = 200
const maxTags = 20
const maxTagLength = 50
/** Years 1 to 9999 in UTC: what an answer can write with a year of four digits. */
const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * What somebody calls a link, on one line; nothing but blanks is no title.
 *
 * @throws ApiError invalid_argument
 */
export function readTitle(text: string): string | null {
  const title = oneLine(text)
  if (countCharacters(title) > maxTitleLength) throw invalid('title', `must have at most ${maxTitleLength} characters`)
  return title === '' ? null : title
}

/**
 * Tags in small letters, each once, in the order given, as the JSON text that is stored.
 *
 * @throws ApiError invalid_argument naming the tag
 */
export function readTags(given: readonly string[]): string {
  if (given.length > maxTags) throw invalid('tags', `must have at most ${maxTags} entries`)
  return JSON.stringify([...new Set(given.map(readTag))])
}

function readTag(text: string, index: number): string {
  const tag = tagText(text)
  const path = `tags[${index}]`
  if (tag === '') throw invalid(path, 'must not be blank')
  if (countCharacters(tag) > maxTagLength) throw invalid(path, `must have at most ${maxTagLength} characters`)
  // A comma joins tags in forms and files; with a quotation mark or a backslash a stored tag could not be told from its neighbour.
  if (/[,"\\\p{Cc}]/u.test(tag)) {
    throw invalid(path, 'must not contain commas, double quotes, backslashes or control characters')
  }
  return tag
}

/** A tag as it is stored and looked for. */
export function tagText(text: string): string {
  return oneLine(text).normalize('NFC').toLowerCase()
}

/**
 * When a link ends; empty for never.
 *
 * @returns epoch milliseconds
 * @throws ApiError invalid_argument for a day or time that no calendar or clock has
 */
export function readExpiry(text: string): number | null {
  if (text === '') return null
  const ms = parseTime(text)
  if (ms !== undefined && ms >= firstMs && ms <= lastMs) return ms
  throw invalid('expiresAt', 'must be a real day and time: RFC 3339 with an offset, such as 2026-12-31T23:59:59Z')
}
