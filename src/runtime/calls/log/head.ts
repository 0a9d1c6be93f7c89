import { createHmac } from 'node:crypto'
import { insertJsonRows, jsonRows } from '../../store/json-rows.ts'
import { statement } from '../../store/statement.ts'
import type { Writer } from '../../store/types.ts'
import { noHash } from './entry.ts'

/** Both ends of the chain of an account. */
export interface Head {
  readonly owner: string
  /** The last entry that was pruned, and its hash: the checkpoint from which the rest is checked. */
  readonly pruned_sequence: number
  readonly pruned_hash: string
  /** The last entry, and its hash. */
  readonly sequence: number
  readonly hash: string
}

export interface SignedHead extends Head {
  /** See `signatureOf`. */
  readonly signature: string
}

/** A head as the database returns it. */
export type HeadRow = { readonly [Column in keyof SignedHead]: SignedHead[Column] | string }

const columns = {
  owner: 'text',
  pruned_sequence: 'bigint',
  pruned_hash: 'text',
  sequence: 'bigint',
  hash: 'text',
  signature: 'text',
} as const

const store = statement<{ heads: string }>((sql, param) =>
  insertJsonRows(
    sql,
    'call_log_heads',
    columns,
    param('heads'),
    `on conflict (owner) do update set pruned_sequence = excluded.pruned_sequence, pruned_hash = excluded.pruned_hash,
     sequence = excluded.sequence, hash = excluded.hash, signature = excluded.signature`,
  ),
)

/** The head of an account without calls. */
export function newHead(owner: string): Head {
  return { owner, pruned_sequence: 0, pruned_hash: noHash, sequence: 0, hash: noHash }
}

/** The head of a row; undefined if its columns are null, because the account has none. */
export function headOf(row: { readonly [Column in keyof HeadRow]: HeadRow[Column] | null }): SignedHead | undefined {
  const { owner, pruned_sequence, pruned_hash, sequence, hash, signature } = row
  if (owner === null || pruned_hash === null || hash === null || signature === null) return undefined
  return { owner, pruned_sequence: Number(pruned_sequence), pruned_hash, sequence: Number(sequence), hash, signature }
}

/**
 * HMAC-SHA-256 over both ends of a chain: who can write to the database but does not have the key can neither cut off
 * entries nor add some.
 *
 * @param key the server's secret for the call log
 */
export function signatureOf({ owner, pruned_sequence, pruned_hash, sequence, hash }: Head, key: string): string {
  const ends = JSON.stringify([owner, pruned_sequence, pruned_hash, sequence, hash])
  return createHmac('sha256', key).update(ends).digest('base64url')
}

/** Signs and stores heads. */
export async function storeHeads(tx: Writer, heads: readonly Head[], key: string): Promise<void> {
  const signed = heads.map((head) => ({ ...head, signature: signatureOf(head, key) }))
  await tx.run(store({ heads: jsonRows(columns, signed) }))
}
