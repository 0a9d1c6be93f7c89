import { inboxGone } from '#handlers/inbox/contracts.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { giveBack, recalled } from './refund.ts'
import * as rows from './rows/messages.ts'
import { searchKind } from './store-message.ts'

const dayMs = 86_400_000
const atOnce = 100

type World = Pick<FamilyWorld, 'store' | 'blobs' | 'search' | 'bus' | 'transfers'>

/**
 * Deletes a message of an account for good, from its inbox, too. False if it has none with this id. One that is queued is called
 * back, and its credit returned: here, or if it is being tried to deliver it at this moment, once that has failed.
 */
export function deleteMessage(world: World, owner: string, id: string): Promise<boolean> {
  const { blobs, search, bus } = world
  return blobs.deleting(owner, async (tx, drop) => {
    const row = await rows.remove(tx, { id, owner })
    if (!row) return false
    if (row.delivery === 'queued' && row.trying === null) await giveBack(world, tx, { ...row, id, owner }, recalled)
    await search.remove(tx, searchKind, id)
    if (row.blob_id !== null) await drop(row.blob_id)
    const { thread: key } = row
    await bus.publish(tx, inboxGone, { account: owner, kind: 'mail', key, id }, { account: owner, key })
    return true
  })
}

/** Deletes messages older than the setting says, one in each transaction: each may have bytes. */
export async function purge(
  world: World & { readonly clock: Clock },
  keepDays: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (keepDays === undefined) return
  const before = world.clock.now() - keepDays * dayMs
  for (;;) {
    const { store } = world
    const old = await store.all<{ id: string; owner: string }>(
      store
        .sql('mail_messages')
        .select('id', 'owner')
        .where('created_at', '<', before)
        // What still leaves is kept until it is known what became of it.
        .whereRaw("(delivery is null or delivery <> 'queued')")
        .orderBy('created_at')
        .limit(atOnce),
    )
    for (const { id, owner } of old) {
      signal.throwIfAborted()
      await deleteMessage(world, owner, id)
    }
    if (old.length < atOnce) return
  }
}
