import type { SearchObject } from 'imapflow'
import { invalidArgument } from '#runtime/base/errors.ts'

/** One condition of a search. */
export interface ImapTerm {
  readonly isNot: boolean
  readonly key: 'text' | 'from' | 'to' | 'cc' | 'subject' | 'seen' | 'flagged' | 'answered'
  /** A word or phrase; a flag has `true` or `false`. */
  readonly value: string | boolean
}

const maxTerms = 30
const flags: Readonly<Record<string, Pick<ImapTerm, 'key' | 'value'>>> = {
  unread: { key: 'seen', value: false },
  read: { key: 'seen', value: true },
  starred: { key: 'flagged', value: true },
  unstarred: { key: 'flagged', value: false },
  answered: { key: 'answered', value: true },
  unanswered: { key: 'answered', value: false },
}
const fields: ReadonlySet<string> = new Set(['from', 'to', 'cc', 'subject'])
/** Operators of other providers, which would be searched as words here. */
const foreign =
  /^(?:has|in|label|category|after|before|older|newer|older_than|newer_than|filename|list|deliveredto|size|larger|smaller|rfc822msgid|is)$/

/**
 * Parses a search into terms of IMAP: words and phrases in quotes, `from:`, `to:`, `cc:`, `subject:` and `is:`, each negated by a
 * `-` before it.
 *
 * @throws ApiError invalid_argument for operators of other providers
 */
export function imapTerms(query: string): ImapTerm[] {
  const terms: ImapTerm[] = []
  for (const [, minus, name = '', phrase, word = ''] of query.matchAll(
    /(-?)(?:([a-z_0-9]{1,20}):)?(?:"([^"]*)"?|([^\s"]+))/gi,
  )) {
    const term = termOf(name.toLowerCase(), name, wordsIn(phrase ?? word))
    if (term) terms.push({ isNot: minus === '-', ...term })
  }
  if (terms.length > maxTerms) throw invalidArgument('query', `may have at most ${maxTerms} words for an IMAP account`)
  return terms
}

/** Removes a leading backslash, which would make the words a flag. */
function wordsIn(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[\\ ]+/, '')
    .trim()
}

function termOf(key: string, written: string, value: string): Pick<ImapTerm, 'key' | 'value'> | undefined {
  if (key === 'is' && flags[value.toLowerCase()]) return flags[value.toLowerCase()]
  if (foreign.test(key)) {
    throw invalidArgument(
      'query',
      `has ${key}:${value.slice(0, 40)}, which is not supported for IMAP: use words, from:, to:, cc:, subject:, is:unread, is:read, is:starred or is:answered`,
    )
  }
  if (value === '') return undefined
  if (fields.has(key)) return { key: key as 'from', value }
  return { key: 'text', value: key === '' ? value : `${written}:${value}` }
}

/** All terms in the format of the library: an object has each key once, so each further term is nested. */
export function searchOf(terms: readonly ImapTerm[], base: SearchObject): SearchObject {
  const inner = terms.reduceRight<SearchObject | undefined>((rest, { isNot, key, value }) => {
    const term: SearchObject = { [key]: value }
    return { ...(isNot ? { not: term } : term), ...(rest && { or: [rest] }) }
  }, undefined)
  return { ...base, ...(inner && { or: [inner] }) }
}
