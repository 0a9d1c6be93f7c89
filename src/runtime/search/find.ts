import type { Reader } from '../store/types.ts'
import { type Conditions, conditionsOf, confirming, expression, tokensPerBlock } from './conditions.ts'
import type { Match, Scoped, Start } from './places.ts'
import { scopeOf } from './search-tokens.ts'
import type { Found, Place, Search } from './types.ts'

/** The number up to which matches are counted. */
export const maxCounted = 1000
/** The blocks of one statement, and the tokens that it looks up in all of them. */
const maxBlocksAtOnce = 64
const maxTokensAtOnce = 512

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

/**
 * The newest matches, as many as needed, and sometimes more: on PostgreSQL first from the newest entries, if many match. Then
 * from the newest block, two older ones, four, and so on; or fewer if they are expected to contain the rest, since
 * PostgreSQL reads all matches of the blocks that it searches.
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
  const mostAtOnce = Math.max(1, Math.min(maxBlocksAtOnce, Math.floor(maxTokensAtOnce / tokensPerBlock(conditions))))
  const found: Match[] = []
  let start = after ? { newest: after.block, before: after } : await newestBelow(reader, scoped)
  if (start && reader.dialect === 'postgres') {
    const newest = await amongNewest(reader, scoped, conditions, needed, start)
    found.push(...newest.found)
    start = newest.rest
  }
  for (let size = 1; start && found.length < needed; ) {
    const { newest, before }: Start = start
    const oldest = Math.max(0, newest - size + 1)
    const limit = needed - found.length
    const query = matchesIn(reader, { ...scoped, conditions, oldest, newest, before, limit })
    const some = await reader.all<Match>(query)
    found.push(...some.map((match) => ({ ...match, entry: Number(match.entry) })))
    const isFar = some.length === 0 && size === mostAtOnce
    start = oldest === 0 ? undefined : isFar ? await newestBelow(reader, scoped, oldest) : { newest: oldest - 1 }
    const expected = Math.ceil(((needed - found.length) * size) / some.length)
    size = Math.max(1, Math.min(2 * size, expected, mostAtOnce))
  }
  return found
}

/** The newest block with entries, below another one. */
async function newestBelow(reader: Reader, { kind, part }: Scoped, below?: number): Promise<Start | undefined> {
  const blocks = reader.sql('search_records').where({ kind, part })
  if (below !== undefined) blocks.where('block', '<', below)
  const row = await reader.get<{ block: number | null }>(blocks.max({ block: 'block' }))
  return typeof row?.block === 'number' ? { newest: row.block } : undefined
}

interface MatchesIn extends Scoped, Start {
  readonly conditions: Conditions
  readonly oldest: number
  readonly limit: number
}

function matchesIn({ sql, dialect }: Reader, wanted: MatchesIn) {
  const { kind, part, conditions, oldest, newest, before, limit } = wanted
  const isSqlite = dialect === 'sqlite'
  const confirmed = confirming(conditions, dialect, 'found.runs')
  const older = isSqlite ? 'and search_tokens.rowid < ?' : 'and (found.block, found.entry) < (?, ?)'
  const source = isSqlite
    ? 'search_tokens cross join search_records as found on found.entry = search_tokens.rowid where search_tokens match ?'
    : 'search_found(cast(? as tsquery)) as found where true'
  return sql.raw(
    `select found.entry, found.block, found.record_id from ${source}
      and found.kind = ? and found.part = ? and found.block between ? and ? ${before ? older : ''}
      ${confirmed ? `and ${confirmed.sql}` : ''}
      order by ${isSqlite ? 'search_tokens.rowid desc' : 'found.block desc, found.entry desc'} limit ?`,
    [
      expression(wanted, conditions, dialect),
      kind,
      part,
      oldest,
      newest,
      ...(before ? [...(isSqlite ? [] : [before.block]), before.entry] : []),
      ...(confirmed?.values ?? []),
      limit,
    ],
  )
}

/** How many entries are read first, and at most at once. */
const firstLook = 256
const maxLook = 4096
/** The share of matches above which reading every entry costs less than getting all matches of a block from the index. */
const leastShare = 0.25
/** How many blocks are searched at once. */
const blocksAtOnce = 2
/** Larger tokens, in bytes, may be stored separately and compressed: reading those of many entries would take long. */
const maxTokenBytes = 1500

interface Looked {
  readonly entry: string | number
  readonly block: number
  readonly record_id: string
  /** Null if the tokens are too large to be read. */
  readonly is_match: boolean | null
}

interface Newest {
  readonly found: Match[]
  /** The remaining range; undefined if nothing is left. */
  readonly rest: Start | undefined
}

/**
 * The newest matches on PostgreSQL, whose index returns all matches of a block without order: reads the entries one by one,
 * newest first, as long as many of them match.
 */
async function amongNewest(
  reader: Reader,
  scoped: Scoped,
  conditions: Conditions,
  needed: number,
  start: Start,
): Promise<Newest> {
  const found: Match[] = []
  let looked = 0
  let from = start
  for (let limit = firstLook; ; ) {
    const oldest = Math.max(0, from.newest - blocksAtOnce + 1)
    const rows = await reader.all<Looked>(look(reader, scoped, conditions, { ...from, oldest, limit }))
    const tooLarge = rows.findIndex(({ is_match }) => is_match === null)
    const readable = tooLarge < 0 ? rows : rows.slice(0, tooLarge)
    for (const { block, entry, record_id, is_match } of readable)
      if (is_match) found.push({ block, entry: Number(entry), record_id })
    looked += readable.length
    const last = readable.at(-1)
    if (last) from = { newest: last.block, before: { block: last.block, entry: Number(last.entry) } }
    if (rows.length < limit) {
      if (tooLarge >= 0) return { found, rest: from }
      return { found, rest: oldest > 0 ? { newest: oldest - 1 } : undefined }
    }
    if (tooLarge >= 0 || found.length >= needed || found.length < leastShare * looked) return { found, rest: from }
    limit = Math.min(maxLook, Math.ceil(((needed - found.length) * looked) / found.length))
  }
}

interface Look extends Start {
  readonly oldest: number
  readonly limit: number
}

function look({ sql }: Reader, { kind, part, scope }: Scoped, conditions: Conditions, wanted: Look) {
  const { oldest, newest, before, limit } = wanted
  const confirmed = confirming(conditions, 'postgres', 'runs')
  return sql.raw(
    `select entry, block, record_id,
        case when pg_column_size(tokens) <= ? then tokens @@ cast(? as tsquery) ${confirmed ? `and ${confirmed.sql}` : ''} end as is_match
      from search_records
      where kind = ? and part = ? and block between ? and ? ${before ? 'and (block, entry) < (?, ?)' : ''}
      order by block desc, entry desc limit ?`,
    [
      maxTokenBytes,
      expression({ scope, oldest, newest }, conditions, 'postgres'),
      ...(confirmed?.values ?? []),
      kind,
      part,
      oldest,
      newest,
      ...(before ? [before.block, before.entry] : []),
      limit,
    ],
  )
}
