import { selectJsonTexts } from '../../store/dialect-sql.ts'
import { insertJsonRows, jsonRows } from '../../store/json-rows.ts'
import { statement } from '../../store/statement.ts'
import type { Writer } from '../../store/types.ts'
import { columns, hashOf, type Link, type OwnedEntry } from './entry.ts'
import { type Head, type HeadRow, headOf, newHead, storeHeads } from './head.ts'

/** An entry that is not in the chain of its account yet. */
export interface Unsealed {
  readonly owner: string
  /** Makes it; always the same. */
  readonly entry: () => OwnedEntry
  /** The pending row that was stored with the write of the call. */
  readonly pendingId?: string | undefined
}

/** The entry of a call that ended with its process. */
export type Abandoned = Unsealed & { readonly pendingId: string }

/** The name under which processes take turns to change chains. */
export const sealingTurn = 'call log'

/** How many rows one statement inserts: other calls go on between two. */
const maxRows = 500

type MovingHead = { -readonly [Member in keyof Head]: Head[Member] }

/** Accounts that are being deleted get no new entries. */
const openHeads = statement<{ owners: string }>((sql, param) =>
  sql('accounts')
    .leftJoin('call_log_heads', 'call_log_heads.owner', 'accounts.id')
    .whereRaw('accounts.id in (?)', [selectJsonTexts(sql, param('owners'))])
    .whereNull('accounts.closed_at')
    .select('accounts.id', 'call_log_heads.*'),
)

const insert = statement<{ links: string }>((sql, param) => insertJsonRows(sql, 'call_log', columns, param('links')))

const present = statement<{ ids: string }>((sql, param) =>
  sql('call_log_pending')
    .whereRaw('id in (?)', [selectJsonTexts(sql, param('ids'))])
    .select('id'),
)

const removePending = statement<{ ids: string }>((sql, param) =>
  sql('call_log_pending')
    .whereRaw('id in (?)', [selectJsonTexts(sql, param('ids'))])
    .delete(),
)

/**
 * Adds entries to the chains of their accounts, in this order, and removes their pending rows. Entries of accounts that no longer
 * exist are dropped. Only one transaction of all processes at once does this: see `sealingTurn`.
 *
 * @param key the server's secret for the call log
 */
export async function seal(tx: Writer, unsealed: readonly Unsealed[], key: string): Promise<void> {
  const owners = [...new Set(unsealed.map(({ owner }) => owner))]
  const rows = await tx.all<HeadRow & { id: string }>(openHeads({ owners: JSON.stringify(owners) }))
  const heads = new Map(rows.map((row) => [row.id, { ...(headOf(row) ?? newHead(row.id)) }]))
  for (let from = 0; from < unsealed.length; from += maxRows) {
    await insertLinks(tx, unsealed.slice(from, from + maxRows), heads)
  }
  await storeHeads(tx, [...heads.values()], key)
}

/** Inserts entries and removes their pending rows. Moves the heads of their accounts. */
async function insertLinks(tx: Writer, unsealed: readonly Unsealed[], heads: ReadonlyMap<string, MovingHead>) {
  const links: Link[] = []
  for (const { owner, entry } of unsealed) {
    const head = heads.get(owner)
    if (!head) continue
    head.sequence += 1
    const place = { ...entry(), sequence: head.sequence }
    head.hash = hashOf(head.hash, place)
    links.push({ ...place, hash: head.hash })
  }
  const ids = unsealed.flatMap(({ pendingId }) => pendingId ?? [])
  if (ids.length > 0) await tx.run(removePending({ ids: JSON.stringify(ids) }))
  if (links.length === 0) return
  await tx.run(insert({ links: jsonRows(columns, links) }))
}

/** The same for the entries of dead processes, unless another process has added them meanwhile. */
export async function sealAbandoned(tx: Writer, abandoned: readonly Abandoned[], key: string): Promise<void> {
  const ids = JSON.stringify(abandoned.map(({ pendingId }) => pendingId))
  const left = new Set((await tx.all<{ id: string }>(present({ ids }))).map(({ id }) => id))
  const unsealed = abandoned.filter(({ pendingId }) => left.has(pendingId))
  if (unsealed.length > 0) await seal(tx, unsealed, key)
}
