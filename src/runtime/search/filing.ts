import { LRUCache } from 'lru-cache'
import { cacheBounds } from '../base/cache-bounds.ts'
import { statement } from '../store/statement.ts'
import type { Dialect, Reader, Writer } from '../store/types.ts'
import { type Indexed, partOf } from './search-tokens.ts'
import type { SearchRecord } from './types.ts'

/**
 * Entries per block: as many as a search for a common word reads at least, and few enough to look up a rare word at once.
 */
export const blockSize = 8192
/** The number of parts whose newest block is remembered. */
const maxRemembered = 10_000
/** After this many entries it is read again: other processes fill the same block. */
const checkedAfter = 512

type Row = {
  kind: string
  part: string
  record_id: string
  owner: string | null
  block: number
  runs: string
  tokens: string
}

const putSqlite = statement<Row & { stays: boolean }>((sql, param) =>
  sql('search_put').insert({
    kind: param('kind'),
    part: param('part'),
    record_id: param('record_id'),
    owner: param('owner'),
    block: param('block'),
    runs: param('runs'),
    tokens: param('tokens'),
    stays: param('stays'),
  }),
)

/** The tokens of a text with placeholders, in this block. */
const tokensIn = (block: string): string =>
  `array_to_tsvector(array_remove(string_to_array(replace(?, chr(1114109), chr(983040 + ${block} % 65000)), ' '), ''))`

/** An entry that stays where it is also stays in its block; otherwise it takes the number of the new entry. */
const putPostgres = (stays: boolean) =>
  statement<Row>((sql, param) => {
    const place = stays ? '' : 'entry = excluded.entry, block = excluded.block,'
    const tokens = stays ? tokensIn('search_records.block') : 'excluded.tokens'
    return sql.raw(
      `insert into search_records (kind, part, record_id, owner, block, runs, tokens)
        values (?, ?, ?, ?, ?, ?, ${tokensIn('cast(? as integer)')})
        on conflict (kind, record_id) do update set ${place} runs = excluded.runs, tokens = ${tokens}`,
      [
        ...(['kind', 'part', 'record_id', 'owner', 'block', 'runs', 'tokens', 'block'] as const).map(param),
        ...(stays ? [param('tokens')] : []),
      ],
    )
  })

const staying = putPostgres(true)
const moving = putPostgres(false)

const removeRecord = statement<{ kind: string; id: string }>((sql, param) =>
  sql('search_records')
    .where({ kind: param('kind'), record_id: param('id') })
    .delete(),
)

/** The newest block and the number of its entries. */
const newestBlock = statement<{ kind: string; part: string }>((sql, param) =>
  sql('search_records')
    .where({ kind: param('kind'), part: param('part') })
    .where(
      'block',
      sql('search_records')
        .where({ kind: param('kind'), part: param('part') })
        .max('block'),
    )
    .groupBy('block')
    .select('block')
    .count({ entries: '*' }),
)

/** Writes entries, each into the newest block of its part. */
export function createFiling(dialect: Dialect, size = blockSize) {
  const blocks = new LRUCache<string, { block: number; room: number }>(cacheBounds(maxRemembered))

  /** Blocks may exceed `blockSize` a little: entries of concurrent processes or transactions are not counted exactly. */
  async function blockFor(reader: Reader, kind: string, part: string): Promise<number> {
    const key = `${kind} ${part}`
    const known = blocks.get(key)
    if (known && known.room > 0) {
      known.room -= 1
      return known.block
    }
    const newest = await reader.get<{ block: number; entries: number | string }>(newestBlock({ kind, part }))
    const left = newest ? size - Number(newest.entries) : size
    const isFull = left <= 0
    const block = newest ? newest.block + (isFull ? 1 : 0) : 0
    blocks.set(key, { block, room: Math.min(isFull ? size : left, checkedAfter) - 1 })
    return block
  }

  return {
    async put(
      tx: Writer,
      entry: Omit<SearchRecord, 'labels'>,
      indexed: Indexed,
      order: 'created' | 'changed',
    ): Promise<void> {
      const part = partOf(entry)
      const { kind, id: record_id, owner } = entry
      const block = await blockFor(tx, kind, part)
      const row = { kind, part, record_id, owner, block, ...indexed }
      const stays = order === 'created'
      await tx.run(dialect === 'sqlite' ? putSqlite({ ...row, stays }) : (stays ? staying : moving)(row))
    },
    async remove(tx: Writer, kind: string, id: string): Promise<void> {
      await tx.run(removeRecord({ kind, id }))
    },
  }
}
