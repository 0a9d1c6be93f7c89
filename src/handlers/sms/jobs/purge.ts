import { deletedAtOnce } from '#runtime/store/delete-some.ts'
import type { SmsDeps } from '../index.ts'
import { publishDeleted } from '../publish-message.ts'
import { deleteOldContacts } from '../rows/contacts.ts'
import { dayMs, dayOf, deleteOldCounts } from '../rows/daily-counts.ts'
import { type DeletedRow, deleteOldMessages } from '../rows/messages.ts'
import { deleteExpiredCodes } from '../rows/numbers.ts'

/** Deletes old rows, a few in each transaction; old messages also from the inbox. */
export async function purge({ store, bus, clock, settings }: SmsDeps, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  await store.run(deleteExpiredCodes({ before: now }))
  await store.run(deleteOldCounts({ before: dayOf(now) - 1 }))
  await inBatches(signal, () =>
    store.write(async (tx) => {
      const deleted = await tx.all<DeletedRow>(deleteOldMessages({ before: now - settings.smsKeptDays * dayMs }))
      for (const row of deleted) await publishDeleted(bus, tx, row)
      return deleted.length
    }),
  )
  await inBatches(signal, async () => (await store.run(deleteOldContacts({ before: now - dayMs }))).changes)
}

/** @param work deletes at most `deletedAtOnce` rows, and returns how many */
async function inBatches(signal: AbortSignal, work: () => Promise<number>): Promise<void> {
  do signal.throwIfAborted()
  while ((await work()) === deletedAtOnce)
}
