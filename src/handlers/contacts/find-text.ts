import { fold } from '../../runtime/search/normalise.ts'

/** Backslash escapes itself and the two wildcards of `like`. */
const LIKE_SPECIAL = /[\\%_]/g

/** What people put between the digits of a telephone number. */
const PHONE_SEPARATORS = /[\s().\-/\u2010-\u2015]/gu
const PHONE = /^\+?\d+$/

/** A name or e-mail address as it is searched: without case and accents, runs of blanks as one space. */
export function findText(text: string): string {
  return fold(text).trim().replace(/\s+/gu, ' ')
}

/** A telephone number as it is searched: without the blanks, brackets and dashes that people write differently. */
export function findPhone(phone: string): string {
  return fold(phone).replace(PHONE_SEPARATORS, '')
}

/** Patterns for a query. `phone` is set where the query could be part of a telephone number. */
export interface FindPatterns {
  /** For `like ... escape '\'` on names and e-mail addresses. */
  readonly text: string
  /** For `like ... escape '\'` on telephone numbers. */
  readonly phone?: string
}

/** The patterns that find `query` anywhere in a text; wildcards in the query are plain characters. */
export function findPatterns(query: string): FindPatterns {
  const phone = findPhone(query)
  return { text: anywhere(findText(query)), ...(PHONE.test(phone) ? { phone: anywhere(phone) } : {}) }
}

function anywhere(text: string): string {
  return `%${text.replace(LIKE_SPECIAL, '\\$&')}%`
}
