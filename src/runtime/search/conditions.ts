import { invalidArgument } from '../base/errors.ts'
import type { Dialect } from '../store/types.ts'
import { runTokens, searchText } from './normalise.ts'
import { blockCharacter, grams, isWholeGram, labelToken } from './search-tokens.ts'
import type { Search } from './types.ts'

/** How many grams of a part are looked up; the text itself is compared anyway. */
const maxGrams = 8

/** Conditions that a record must meet together. */
export interface Condition {
  readonly tokens: readonly string[]
  /** Beginnings of tokens. */
  readonly prefixes: readonly string[]
  /** Parts of `runs`. */
  readonly runs: readonly string[]
}

/** A record must meet one of them. */
export type Conditions = readonly Condition[]

/** Some blocks of a part, each identified by the beginning of its tokens. */
export interface Blocks {
  readonly scope: string
  readonly oldest: number
  readonly newest: number
}

/** The conditions for a record to match; none if no record can. */
export function conditionsOf({ query, anyOf, labels = [] }: Search): Conditions {
  const marks = labels.map(labelToken)
  if (anyOf) {
    return anyOf
      .filter((text) => text !== '')
      .map((text) => {
        const all = [...new Set(grams(text))]
        const whole = all.filter(isWholeGram)
        const tokens = [...marks, ...spread(whole, maxGrams)]
        return { tokens, prefixes: whole.length > 0 ? [] : all.slice(0, 1), runs: [text] }
      })
  }
  if (query === undefined) return marks.length > 0 ? [{ tokens: marks, prefixes: [], runs: [] }] : []
  const parsed = parseQuery(query)
  return parsed ? [{ ...parsed, tokens: [...marks, ...parsed.tokens] }] : []
}

/** At most this many elements of a list, spread over it. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item)
}

/** How many tokens are looked up in each block. */
export function tokensPerBlock(conditions: Conditions): number {
  return conditions.reduce((sum, { tokens, prefixes }) => sum + tokens.length + prefixes.length, 0)
}

/** SQL that is true of entries whose `runs` contain the parts in the conditions; undefined if they contain none. */
export function confirming(conditions: Conditions, dialect: Dialect, runs: string) {
  const place = dialect === 'sqlite' ? 'instr' : 'strpos'
  const each = conditions.map((condition) => condition.runs.map(() => `${place}(${runs}, ?) > 0`).join(' and '))
  // If one condition needs no confirmation, none does: only parts are combined, and each of them needs it.
  if (each.includes('')) return undefined
  return {
    sql: `(${each.map((condition) => `(${condition})`).join(' or ')})`,
    values: conditions.flatMap((condition) => condition.runs),
  }
}

interface Syntax {
  readonly and: string
  readonly or: string
  readonly whole: (token: string) => string
  readonly start: (token: string) => string
}

const syntaxes: Record<Dialect, Syntax> = {
  sqlite: { and: ' AND ', or: ' OR ', whole: (token) => `"${token}"`, start: (token) => `"${token}" *` },
  postgres: { and: ' & ', or: ' | ', whole: (token) => `'${token}'`, start: (token) => `'${token}':*` },
}

/** The conditions, each for every block, as a query for the index. */
export function expression({ scope, oldest, newest }: Blocks, conditions: Conditions, dialect: Dialect): string {
  const blocks = Array.from({ length: newest - oldest + 1 }, (_, index) => scope + blockCharacter(newest - index))
  return expressionOf(blocks, conditions, dialect)
}

/** The conditions, each with every beginning of a token, as a query. No token contains syntax of either database. */
export function expressionOf(beginnings: readonly string[], conditions: Conditions, dialect: Dialect): string {
  const { and, or, whole, start } = syntaxes[dialect]
  return beginnings
    .flatMap((beginning) =>
      conditions.map(({ tokens, prefixes }) => {
        const terms = [
          ...tokens.map((token) => whole(beginning + token)),
          ...prefixes.map((prefix) => start(beginning + prefix)),
        ]
        return `(${terms.join(and)})`
      }),
    )
    .join(or)
}

/** The limits of a search query, and so of the work of one call. */
const maxQueryCharacters = 256
const maxQueryWords = 24

/** The conditions of a match; a record must meet all of them. */
interface ParsedQuery {
  /** Beginnings of words. */
  readonly prefixes: readonly string[]
  /** Whole tokens of the index. */
  readonly tokens: readonly string[]
  /** Parts of runs whose tokens alone do not prove that they are adjacent. */
  readonly runs: readonly string[]
}

/**
 * Parses a query as plain text: quotes, operators and wildcards only separate words. Undefined if it has no word: such a query
 * finds nothing. Throws ApiError `invalid_argument` above 256 characters (code points) or 24 words.
 */
export function parseQuery(query: string): ParsedQuery | undefined {
  if (query.length > maxQueryCharacters && Array.from(query).length > maxQueryCharacters) {
    throw invalidArgument('query', `must have at most ${maxQueryCharacters} characters`)
  }
  const text = searchText(query)
  const words = [...new Set(text.words)]
  const runs = [...new Set(text.runs)]
  if (words.length + runs.length > maxQueryWords)
    throw invalidArgument('query', `must have at most ${maxQueryWords} words`)
  if (words.length + runs.length === 0) return undefined
  const prefixes = new Set(words)
  const tokens = new Set<string>()
  const long: string[] = []
  for (const run of runs) {
    const pieces = [...runTokens(run)]
    if (pieces.length === 1) prefixes.add(run)
    else for (const pair of pieces.slice(0, -1)) tokens.add(pair)
    if (pieces.length > 2) long.push(run)
  }
  return { prefixes: [...prefixes], tokens: [...tokens], runs: long }
}
