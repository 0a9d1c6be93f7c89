import { statement } from '../store/statement.ts'
import type { Reader, StatementCall } from '../store/types.ts'
import { type Conditions, conditionsOf, confirming, expression, expressionOf, tokensPerBlock } from './conditions.ts'
import type { Match, Scoped, Start } from './places.ts'
import { anyBlock, blockCharacterSql, scopeOf } from './search-tokens.ts'
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
  const onward = after && { newest: after.block, before: after }
  const hasSearchedBlock = reader.dialect === 'sqlite' && !onward
  const first = hasSearchedBlock
    ? await inNewestBlock(reader, scoped, conditions, needed)
    : reader.dialect === 'postgres'
      ? await amongNewest(reader, scoped, conditions, needed, onward)
      : { found: [], rest: onward }
  const found = [...first.found]
  const sizeAfter = (size: number, matched: number): number => {
    const expected = Math.ceil(((needed - found.length) * size) / matched)
    return Math.max(1, Math.min(2 * size, expected, mostAtOnce))
  }
  let size = hasSearchedBlock ? sizeAfter(1, found.length) : 1
  for (let start = first.rest; start && found.length < needed; ) {
    const { newest, before }: Start = start
    const oldest = Math.max(0, newest - size + 1)
    const limit = needed - found.length
    const query = matchesIn(reader, { ...scoped, conditions, oldest, newest, before, limit })
    const some = await reader.all<Match>(query)
    found.push(...some.map((match) => ({ ...match, entry: Number(match.entry) })))
    const isFar = some.length === 0 && size === mostAtOnce
    start = oldest === 0 ? undefined : isFar ? await newestBelow(reader, scoped, oldest) : { newest: oldest - 1 }
    size = sizeAfter(size, some.length)
  }
  return found
}

const aboveAllBlocks = 2 ** 31 - 1

const newestBlock = statement<{ kind: string; part: string; below: number }>((sql, param) =>
  sql('search_records')
    .where(param.columns('kind', 'part'))
    .where('block', '<', param('below'))
    .max({ block: 'block' }),
)

/** The newest block with entries, below another one. */
async function newestBelow(reader: Reader, { kind, part }: Scoped, below = aboveAllBlocks): Promise<Start | undefined> {
  const row = await reader.get<{ block: number | null }>(newestBlock({ kind, part, below }))
  return typeof row?.block === 'number' ? { newest: row.block } : undefined
}

/**
 * The matches of the newest block on SQLite, by one statement that looks up the block itself: most accounts have no
 * other. The rest is what is below that block.
 */
async function inNewestBlock(reader: Reader, scoped: Scoped, conditions: Conditions, needed: number): Promise<Newest> {
  const { kind, part, scope } = scoped
  const confirmed = confirming(conditions, 'sqlite', 'found.runs')
  const character = blockCharacterSql('coalesce(max(block), 0)')
  const newestOf = (value: string) => `(select ${value} from search_records where kind = ? and part = ?)`
  // Not by the query builder, which takes half as long as the search of a short list.
  const query: StatementCall = {
    kind: 'statement-call',
    compile: () => ({
      sql: `select found.entry, found.block, found.record_id
        from search_tokens cross join search_records as found on found.entry = search_tokens.rowid
        where search_tokens match ${newestOf(`replace(?, '${anyBlock}', ${character})`)}
        and found.kind = ? and found.part = ? and found.block = ${newestOf('max(block)')}
        ${confirmed ? `and ${confirmed.sql}` : ''}
        order by search_tokens.rowid desc limit ?`,
      bindings: [
        expressionOf([scope + anyBlock], conditions, 'sqlite'),
        ...[kind, part, kind, part, kind, part],
        ...[...(confirmed?.values ?? []), needed],
      ],
    }),
  }
  const found = await reader.all<Match>(query)
  const newest = found[0]?.block ?? (await newestBelow(reader, scoped))?.newest ?? 0
  return { found, rest: newest > 0 ? { newest: newest - 1 } : undefined }
}

interface Newest {
  readonly found: Match[]
  /** The remaining range; undefined if nothing is left. */
  readonly rest: Start | undefined
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

/**
 * The newest matches on PostgreSQL, whose index returns all matches of a block without order: reads the entries one by one,
 * newest first, as long as many of them match.
 */
async function amongNewest(
  reader: Reader,
  scoped: Scoped,
  conditions: Conditions,
  needed: number,
  onward: Start | undefined,
): Promise<Newest> {
  const found: Match[] = []
  const start = onward ?? (await newestBelow(reader, scoped))
  if (!start) return { found, rest: start }
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
