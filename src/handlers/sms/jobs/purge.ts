import type { FamilyWorld } from '#runtime/kit/family.ts'
import { deletedAtOnce } from '#runtime/store/delete-some.ts'
import { statement } from '#runtime/store/statement.ts'
import { dayOf } from '../outbox.ts'
import { publishGone } from '../publish-message.ts'
import type { MessageRow } from '../rows/messages.ts'

const dayMs = 86_400_000

type Before = { before: number }

/** In words of its own: knex gives SQLite no `returning` for what is deleted. */
const oldMessages = statement<Before>((sql, param) =>
  sql.raw(
    `delete from sms_messages where id in (select id from sms_messages where created_at < ? limit ?)
     returning id, account, other_number`,
    [param('before'), deletedAtOnce],
  ),
)

const oldCodes = statement<Before>((sql, param) => sql('sms_codes').where('expires_at', '<', param('before')).delete())

const oldDays = statement<Before>((sql, param) => sql('sms_days').where('day', '<', param('before')).delete())

/** Numbers of which there is nothing to know any more. Those that want no messages stay. */
const oldContacts = statement<Before>((sql, param) =>
  sql('sms_contacts')
    .whereIn(
      'number',
      sql('sms_contacts')
        .select('number')
        .whereNull('stopped_at')
        .whereRaw('(whatsapp_at is null or whatsapp_at < ?)', [param('before')])
        .limit(deletedAtOnce),
    )
    .delete(),
)

interface PurgeWorld extends Pick<FamilyWorld, 'store' | 'bus' | 'clock'> {
  readonly keptDays: number
}

type DeletedRow = Pick<MessageRow, 'id' | 'account' | 'other_number'>

/** Deletes what is no longer kept, a few rows in each transaction; messages from the inbox, too. */
export async function purge({ store, bus, clock, keptDays }: PurgeWorld, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  await store.run(oldCodes({ before: now }))
  await store.run(oldDays({ before: dayOf(now) - 1 }))
  await inBatches(signal, () =>
    store.write(async (tx) => {
      const deleted = await tx.all<DeletedRow>(oldMessages({ before: now - keptDays * dayMs }))
      for (const row of deleted) await publishGone(bus, tx, row)
      return deleted.length
    }),
  )
  await inBatches(signal, async () => (await store.run(oldContacts({ before: now - dayMs }))).changes)
}

/** @param work deletes at most `deletedAtOnce` rows, and says how many */
async function inBatches(signal: AbortSignal, work: () => Promise<number>): Promise<void> {
  do signal.throwIfAborted()
  while ((await work()) === deletedAtOnce)
}
