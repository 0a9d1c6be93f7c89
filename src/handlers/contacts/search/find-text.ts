import type { PartsEntry } from '#runtime/search/index.ts'
import { fold } from '#runtime/search/normalise.ts'

/** What people put between the digits of a telephone number. */
const PHONE_SEPARATORS = /[\s().\-/\u2010-\u2015]/gu
const PHONE = /^\+?\d+$/

/** A name or e-mail address as it is searched: without case and accents, runs of whitespace as one space. */
export function findText(text: string): string {
  return fold(text).trim().replace(/\s+/gu, ' ')
}

/** A telephone number as it is searched: without the spaces, brackets and dashes that people write differently. */
export function findPhone(phone: string): string {
  return fold(phone).replace(PHONE_SEPARATORS, '')
}

/**
 * The texts of which a card must contain one to match a query: the query itself, and if it could be part of a telephone number
 * also that, with either prefix of an international number (ITU-T E.123: `+44` is `0044` on a keypad).
 */
export function findTexts(query: string): string[] {
  const phone = findPhone(query)
  const prefixes = [phone.replace(/^00(?=\d)/, '+'), phone.replace(/^\+/, '00')]
  const texts = [findText(query), ...(PHONE.test(phone) ? [phone, ...prefixes] : [])]
  return [...new Set(texts)].filter((text) => text !== '')
}

/** The kind of a card in the search index. */
export const searchKind = 'contact'

interface Card {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
}

/** What a search finds a card by. */
export function searchEntryOf({ id, owner, name, email, phone }: Card): PartsEntry {
  const texts = [findText(name), email === null ? '' : findText(email), phone === null ? '' : findPhone(phone)]
  return { kind: searchKind, id, owner, texts: texts.filter((text) => text !== '') }
}

/** Characters of a name that order it. PostgreSQL takes no long texts into an index. */
const maxSorted = 60

/**
 * By which address books are ordered, byte by byte, the same on both databases: without case and accents, so that Émile is
 * beside Emily; a number by its value, for which its length comes before its digits.
 */
export function sortKey(name: string): string {
  const text = findText(name).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '')
    return String.fromCharCode(0x30 + Math.min(number.length, 40)) + number
  })
  return Array.from(text).slice(0, maxSorted).join('')
}
