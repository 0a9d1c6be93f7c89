import type { Reader } from '../store/types.ts'
import { type Conditions, confirming, expression } from './conditions.ts'
import type { Match, Scoped, Start } from './places.ts'

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

export interface Newest {
  readonly found: Match[]
  /** The remaining range; undefined if nothing is left. */
  readonly rest: Start | undefined
}

/**
 * The newest matches on PostgreSQL, whose index returns all matches of a block without order: reads the entries one by one,
 * newest first, as long as many of them match.
 */
export async function amongNewest(
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
