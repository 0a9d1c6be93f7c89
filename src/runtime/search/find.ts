import type { Reader } from '../store/types.ts'
import { parseQuery } from './query.ts'
import { blockCharacter, grams, isWholeGram, labelToken, scopeOf } from './tokens.ts'
import type { Found, Place, Search } from './types.ts'

/** How far matches are counted. */
export const maxCounted = 1000
/** Blocks of one statement, and tokens that it looks up in all of them. */
const maxBlocksAtOnce = 64
const maxTokensAtOnce = 512
/** Grams of a part that are looked up; the text itself is compared anyway. */
const maxGrams = 8

/** Conditions that a record meets together. */
interface Condition {
  readonly tokens: readonly string[]
  /** Beginnings of tokens. */
  readonly prefixes: readonly string[]
  /** Parts of `runs`. */
  readonly runs: readonly string[]
}

/** A record has to meet one of them. */
type Conditions = readonly Condition[]

interface Match extends Place {
  readonly record_id: string
}

/** See `SearchIndex.find`. */
export async function find(reader: Reader, search: Search): Promise<Found> {
  const { offset = 0, limit, after } = search
  const conditions = conditionsOf(search)
  if (conditions.length === 0) return { ids: [], total: 0, isAtLeast: false, next: undefined }
  const end = offset + limit
  const counted = await matches(reader, search, conditions, Math.max(after ? 0 : end, maxCounted) + 1)
  const onward = after ? await matches(reader, search, conditions, end + 1, after) : counted
  const page = onward.slice(offset, end)
  const hasMore = onward.length > end
  const total = Math.min(counted.length, Math.max(maxCounted, after ? 0 : end))
  return {
    ids: page.map(({ record_id }) => record_id),
    total,
    isAtLeast: counted.length > total,
    next: hasMore ? page.at(-1) : undefined,
  }
}

function conditionsOf({ query, anyOf, labels = [] }: Search): Conditions {
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

/**
 * The newest matches, as many as are needed: of the newest block, then of two older ones, of four, and so on; of fewer if
 * they can be expected to have the rest, since PostgreSQL reads all matches of the blocks that it looks in.
 *
 * @param after only matches older than this one
 */
export async function matches(
  reader: Reader,
  search: Search,
  conditions: Conditions,
  needed: number,
  after?: Place,
): Promise<Match[]> {
  const part = search.in === 'everybody' ? '' : search.in.owner
  const scoped = { kind: search.kind, part, scope: scopeOf(search.kind, part) }
  const perBlock = conditions.reduce((sum, { tokens, prefixes }) => sum + tokens.length + prefixes.length, 0)
  const mostAtOnce = Math.max(1, Math.min(maxBlocksAtOnce, Math.floor(maxTokensAtOnce / perBlock)))
  const found: Match[] = []
  let below = after ? after.block + 1 : undefined
  for (let size = 1; found.length < needed; ) {
    const newest = await newestBelow(reader, scoped, below)
    if (newest === undefined) break
    const oldest = Math.max(0, newest - size + 1)
    const query = matchesIn(reader, {
      ...scoped,
      conditions,
      oldest,
      newest,
      before: after?.entry,
      limit: needed - found.length,
    })
    const some = await reader.all<Match>(query)
    found.push(...some.map((match) => ({ ...match, entry: Number(match.entry) })))
    below = oldest
    const expected = Math.ceil(((needed - found.length) * size) / some.length)
    size = Math.max(1, Math.min(2 * size, expected, mostAtOnce))
  }
  return found
}

/** The newest block with entries, below another. */
async function newestBelow(
  reader: Reader,
  { kind, part }: { kind: string; part: string },
  below: number | undefined,
): Promise<number | undefined> {
  const blocks = reader.sql('search_records').where({ kind, part })
  if (below !== undefined) blocks.where('block', '<', below)
  const row = await reader.get<{ block: number | null }>(blocks.max({ block: 'block' }))
  return row?.block ?? undefined
}

interface MatchesIn {
  readonly kind: string
  readonly part: string
  readonly scope: string
  readonly conditions: Conditions
  readonly oldest: number
  readonly newest: number
  readonly before: number | undefined
  readonly limit: number
}

function matchesIn({ sql, dialect }: Reader, wanted: MatchesIn) {
  const { kind, part, conditions, oldest, newest, before, limit } = wanted
  const isSqlite = dialect === 'sqlite'
  const place = dialect === 'sqlite' ? 'instr' : 'strpos'
  const confirmed = conditions.map(({ runs }) => runs.map(() => `${place}(found.runs, ?) > 0`).join(' and '))
  // Where one condition needs no confirming, none can: only those of parts come together, and they all do.
  const isConfirmed = confirmed.every((condition) => condition !== '')
  const older = before === undefined ? '' : `and ${isSqlite ? 'search_tokens.rowid' : 'found.entry'} < ?`
  const source = isSqlite
    ? 'search_tokens cross join search_records as found on found.entry = search_tokens.rowid where search_tokens match ?'
    : 'search_found(cast(? as tsquery)) as found where true'
  return sql.raw(
    `select found.entry, found.block, found.record_id from ${source}
      and found.kind = ? and found.part = ? and found.block between ? and ? ${older}
      ${isConfirmed ? `and (${confirmed.map((condition) => `(${condition})`).join(' or ')})` : ''}
      order by ${isSqlite ? 'search_tokens.rowid' : 'found.entry'} desc limit ?`,
    [
      isSqlite ? sqliteMatch(wanted) : postgresMatch(wanted),
      kind,
      part,
      oldest,
      newest,
      ...(before === undefined ? [] : [before]),
      ...(isConfirmed ? conditions.flatMap(({ runs }) => runs) : []),
      limit,
    ],
  )
}

const sqliteMatch = (wanted: MatchesIn): string =>
  expression(wanted, { and: ' AND ', or: ' OR ', whole: (token) => `"${token}"`, start: (token) => `"${token}" *` })

const postgresMatch = (wanted: MatchesIn): string =>
  expression(wanted, { and: ' & ', or: ' | ', whole: (token) => `'${token}'`, start: (token) => `'${token}':*` })

interface Syntax {
  readonly and: string
  readonly or: string
  readonly whole: (token: string) => string
  readonly start: (token: string) => string
}

/** The conditions, each for every block. No token contains what either database would read as syntax. */
function expression({ scope, conditions, oldest, newest }: MatchesIn, { and, or, whole, start }: Syntax): string {
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
