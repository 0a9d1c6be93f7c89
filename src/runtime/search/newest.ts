import type { Reader } from '../store/types.ts'
import { type Conditions, confirming, expression } from './conditions.ts'
import type { Match, Scoped, Start } from './places.ts'

/** Entries that are looked at first, and at most at once. */
const firstLook = 256
const maxLook = 4096
/** The share of matches from which looking at every entry costs less than having the index tell all matches of a block. */
const leastShare = 0.25
/** Blocks that are looked into at once. */
const blocksAtOnce = 2
/** Tokens of more bytes may be stored apart, compressed: reading those of many entries would take long. */
const maxTokenBytes = 1500

interface Looked {
  readonly entry: string | number
  readonly block: number
  readonly record_id: string
  /** Null where the tokens are too large to be looked at. */
  readonly is_match: boolean | null
}

export interface Newest {
  readonly found: Match[]
  /** What has not been looked at; undefined where that is nothing. */
  readonly rest: Start | undefined
}

/**
 * The newest matches on PostgreSQL, whose index tells all matches of a block, in no order: looks at one entry after the other,
 * the newest first, as long as many of them match.
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
