import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/types.ts'
import { type HeadRow, headOf, storeHeads } from './head.ts'
import { sealingTurn } from './log-chain.ts'

/** How many entries are deleted in one transaction. */
const batchSize = 500
/** How many accounts are looked for at once. */
const maxOwners = 100

interface PruneOptions {
  readonly store: Store
  /** The server's secret for the call log. */
  readonly key: string
  /** Entries before this time are deleted, in epoch milliseconds. */
  readonly before: number
  /** The oldest entries of an account beyond this number are deleted. */
  readonly maxEntries: number
}

/** Deletes the entries of all accounts that are too old, and the oldest of too many. */
export async function prune(options: PruneOptions, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const owners = await ownersToPrune(options)
    for (const owner of owners) await pruneOwner(options, owner, signal)
    if (owners.length < maxOwners || signal?.aborted) return
  }
}

/** Accounts whose oldest entry is too old, or that have too many. */
async function ownersToPrune({ store, before, maxEntries }: PruneOptions): Promise<string[]> {
  const query = store
    .sql('call_log_heads as head')
    .leftJoin('call_log', (join) =>
      join
        .on('call_log.owner', 'head.owner')
        .andOn('call_log.sequence', '=', store.sql.raw('head.pruned_sequence + 1')),
    )
    .where((either) =>
      either.where('call_log.at', '<', before).orWhereRaw('head.sequence - head.pruned_sequence > ?', [maxEntries]),
    )
    .select('head.owner')
    .limit(maxOwners)
  return (await store.all<{ owner: string }>(query)).map(({ owner }) => owner)
}

async function pruneOwner(options: PruneOptions, owner: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await pruneSome(options, owner)) === batchSize) await setImmediate()
}

/**
 * Deletes some of the oldest entries. The last one becomes the signed checkpoint from which the rest is checked.
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
