import type { Dialect } from '../store/types.ts'
import { parseQuery } from './query.ts'
import { blockCharacter, grams, isWholeGram, labelToken } from './tokens.ts'
import type { Search } from './types.ts'

/** Grams of a part that are looked up; the text itself is compared anyway. */
const maxGrams = 8

/** Conditions that a record meets together. */
export interface Condition {
  readonly tokens: readonly string[]
  /** Beginnings of tokens. */
  readonly prefixes: readonly string[]
  /** Parts of `runs`. */
  readonly runs: readonly string[]
}

/** A record has to meet one of them. */
export type Conditions = readonly Condition[]

/** Some blocks of a part, each named by the beginning of its tokens. */
export interface Blocks {
  readonly scope: string
  readonly oldest: number
  readonly newest: number
}

/** What a record must meet to be found; nothing if no record can. */
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

/** At most so many of a list, from all over it. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item)
}

/** Tokens that are looked up in each block. */
export function tokensPerBlock(conditions: Conditions): number {
  return conditions.reduce((sum, { tokens, prefixes }) => sum + tokens.length + prefixes.length, 0)
}

/** SQL that is true of entries whose `runs` hold the parts that the conditions name; undefined where they name none. */
export function confirming(conditions: Conditions, dialect: Dialect, runs: string) {
  const place = dialect === 'sqlite' ? 'instr' : 'strpos'
  const each = conditions.map((condition) => condition.runs.map(() => `${place}(${runs}, ?) > 0`).join(' and '))
  // Where one condition needs no confirming, none can: only those of parts come together, and they all do.
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

/** The conditions, each for every block, as the index is asked. No token contains what either database would read as syntax. */
export function expression({ scope, oldest, newest }: Blocks, conditions: Conditions, dialect: Dialect): string {
  const { and, or, whole, start } = syntaxes[dialect]
  const blocks = Array.from({ length: newest - oldest + 1 }, (_, index) => scope + blockCharacter(newest - index))
  return blocks
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
