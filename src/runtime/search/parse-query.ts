import { invalidArgument } from '../base/errors.ts'
import { runTokens, searchText } from './normalise.ts'

/** The limits of a search query, and so of the work of one call. */
const maxQueryCharacters = 256
const maxQueryWords = 24

/** The conditions of a match; a record must meet all of them. */
export interface ParsedQuery {
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
