import type { Reader } from '../store/types.ts'
import { type Conditions, conditionsOf, confirming, expression, tokensPerBlock } from './conditions.ts'
import { amongNewest } from './newest.ts'
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
