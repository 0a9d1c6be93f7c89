import type { Store } from '../../store/types.ts'
import { type HeadRow, headOf, storeHeads } from './head.ts'
import { sealingTurn } from './log-chain.ts'

/** How many blocks are deleted in one transaction. */
const batchSize = 100
/** How many accounts are looked for at once. */
const maxOwners = 100

interface PruneOptions {
  readonly store: Store
  /** The server's secret for the call log. */
  readonly key: string
  /** Blocks that ended before this time are deleted, in epoch milliseconds. */
  readonly before: number
  /** The oldest entries of an account beyond this number are deleted, if all of their block are. */
  readonly maxEntries: number
}

/** Deletes the blocks of all accounts that are too old, and the oldest of too many entries. */
export async function prune(options: PruneOptions, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const owners = await ownersToPrune(options)
    for (const owner of owners) await pruneOwner(options, owner, signal)
    if (owners.length < maxOwners || signal?.aborted) return
  }
}

/** A column of the oldest block of an account, as an expression. */
const oldest = (column: 'at' | 'sequence') =>
  `(select ${column} from call_log where call_log.owner = head.owner order by sequence limit 1)`

/** Accounts whose oldest block is too old, or beyond those that are kept. */
async function ownersToPrune({ store, before, maxEntries }: PruneOptions): Promise<string[]> {
  const query = store
    .sql('call_log_heads as head')
    .where((either) =>
      either
        .whereRaw(`${oldest('at')} < ?`, [before])
        .orWhereRaw(`${oldest('sequence')} <= head.sequence - ?`, [maxEntries]),
    )
    .select('head.owner')
    .limit(maxOwners)
  return (await store.all<{ owner: string }>(query)).map(({ owner }) => owner)
}

async function pruneOwner(options: PruneOptions, owner: string, signal?: AbortSignal): Promise<void> {
  let isMore = true
  while (isMore && !signal?.aborted) isMore = (await pruneSome(options, owner)) === batchSize
}

/**
 * Deletes some of the oldest blocks. The last one becomes the signed checkpoint from which the rest is checked.
 *
 * @returns how many were deleted
 */
function pruneSome({ store, key, before, maxEntries }: PruneOptions, owner: string): Promise<number> {
  return store.write(async (tx) => {
    const row = await tx.get<HeadRow>(tx.sql('call_log_heads').where({ owner }))
    const head = row && headOf(row)
    if (!head) return 0
    const oldest = await tx.all<{ sequence: number | string; at: number | string; hash: string }>(
      tx.sql('call_log').select('sequence', 'at', 'hash').where({ owner }).orderBy('sequence').limit(batchSize),
    )
    const firstToKeep = oldest.findIndex(
      ({ sequence, at }) => Number(at) >= before && Number(sequence) > head.sequence - maxEntries,
    )
    const count = firstToKeep < 0 ? oldest.length : firstToKeep
    const last = oldest[count - 1]
    if (!last) return 0
    await tx.run(tx.sql('call_log').where({ owner }).where('sequence', '<=', last.sequence).delete())
    const checkpoint = { pruned_sequence: Number(last.sequence), pruned_hash: last.hash }
    await storeHeads(tx, [{ ...head, ...checkpoint }], key)
    return count
  }, sealingTurn)
}
