import { deletedAtOnce, deleteSome } from '#runtime/store/delete-some.ts'
import type { Store } from '#runtime/store/types.ts'
import type { ChatDeps } from '../index.ts'
import { deleteOldMessages } from '../rows/messages.ts'
import * as rows from '../rows/rooms.ts'

const dayMs = 86_400_000

/**
 * Deletes, in batches, the messages of public rooms beyond `maxInPublic`, and the rooms whose group, post, article or video has
 * been gone for a day. A post that is made public again within a day still has its room.
 */
export async function purge(deps: ChatDeps, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps
  await trim(store, signal)
  await checkPresence(deps, signal)
  const before = clock.now() - dayMs
  for (;;) {
    const gone = await store.all<{ id: string }>(rows.goneBefore({ before }))
    for (const { id } of gone) await remove(store, id, signal)
    if (gone.length < rows.roomBatch) return
  }
}

async function trim(store: Store, signal: AbortSignal): Promise<void> {
  for (;;) {
    const full = await store.all<{ id: string; last_seq: number | string }>(rows.overfull({}))
    for (const { id, last_seq } of full) {
      const upTo = Number(last_seq) - rows.maxInPublic
      await inBatches(() => store.run(deleteOldMessages({ room: id, upTo })), signal)
      await store.run(rows.setTrimmed({ id, upTo }))
    }
    if (full.length < rows.roomBatch) return
  }
}

/** Finds items that are gone without an event: those deleted with their account, or because the archive was full. */
async function checkPresence({ store, clock, rooms }: ChatDeps, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const unchecked = await store.all<{ id: string; kind: rows.Kind }>(rows.uncheckedSince({ before: now - dayMs }))
  for (const { id, kind } of unchecked) {
    signal.throwIfAborted()
    const isPresent = await rooms.exists(id, kind)
    await store.write(async (tx) => {
      await rows.setPresence(tx, id, isPresent, now)
      await tx.run(rows.setChecked({ id, now }))
    })
  }
}

async function remove(store: Store, id: string, signal: AbortSignal): Promise<void> {
  for (const table of ['chat_messages', 'chat_marks'])
    await inBatches(() => store.run(deleteSome(store.sql, table, { column: 'room', value: id })), signal)
  await store.run(rows.removeRoom({ id }))
}

async function inBatches(run: () => Promise<{ readonly changes: number }>, signal: AbortSignal): Promise<void> {
  let deleted = deletedAtOnce
  while (deleted === deletedAtOnce) {
    signal.throwIfAborted()
    deleted = (await run()).changes
  }
}
