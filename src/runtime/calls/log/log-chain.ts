import { selectJsonTexts } from '../../store/dialect-sql.ts'
import { insertJsonRows, jsonRows } from '../../store/json-rows.ts'
import { statement } from '../../store/statement.ts'
import type { Writer } from '../../store/types.ts'
import { type Block, blockOf, columns, maxBlockEntries, type OwnedEntry } from './entry.ts'
import { type HeadRow, headOf, newHead, storeHeads } from './head.ts'

/** An entry that is not in the chain of its account yet. */
export interface Unsealed {
  readonly owner: string
  /** Makes it; always the same. */
  readonly entry: () => OwnedEntry
}

/** The name under which processes take turns to change chains. */
export const sealingTurn = 'call log'

/** How many entries are made and stored in one step: other calls go on between two. */
const maxEntriesAtOnce = 500

/** Accounts that are being deleted get no new entries. */
const openHeads = statement<{ owners: string }>((sql, param) =>
  sql('accounts')
    .leftJoin('call_log_heads', 'call_log_heads.owner', 'accounts.id')
    .whereRaw('accounts.id in (?)', [selectJsonTexts(sql, param('owners'))])
    .whereNull('accounts.closed_at')
    .select('accounts.id', 'call_log_heads.*'),
)

const insert = statement<{ blocks: string }>((sql, param) => insertJsonRows(sql, 'call_log', columns, param('blocks')))

/**
 * Adds entries to the chains of their accounts, in this order. Entries of accounts that no longer
 * exist are dropped. Only one transaction of all processes at once does this: see `sealingTurn`.
 *
 * @param key the server's secret for the call log
 */
export async function seal(tx: Writer, unsealed: readonly Unsealed[], key: string): Promise<void> {
  const byOwner = Map.groupBy(unsealed, ({ owner }) => owner)
  const rows = await tx.all<HeadRow & { id: string }>(openHeads({ owners: JSON.stringify([...byOwner.keys()]) }))
  const heads = new Map(rows.map((row) => [row.id, headOf(row) ?? newHead(row.id)]))
  let blocks: Block[] = []
  let entries = 0
  for (const [owner, own] of byOwner) {
    for (let from = 0; from < own.length; from += maxBlockEntries) {
      const head = heads.get(owner)
      if (!head) break
      const block = blockOf(
        own.slice(from, from + maxBlockEntries).map(({ entry }) => entry()),
        head,
      )
      heads.set(owner, { ...head, sequence: block.sequence, hash: block.hash })
      blocks.push(block)
      entries += block.sequence - head.sequence
      if (entries < maxEntriesAtOnce) continue
      await tx.run(insert({ blocks: jsonRows(columns, blocks) }))
      blocks = []
      entries = 0
    }
  }
  if (blocks.length > 0) await tx.run(insert({ blocks: jsonRows(columns, blocks) }))
  if (heads.size > 0) await storeHeads(tx, [...heads.values()], key)
}
