import type { Clock } from '#runtime/base/clock.ts'
import { deletedAtOnce } from '#runtime/store/delete-some.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'
import { dayOf } from './outbox.ts'

const dayMs = 86_400_000

type Before = { before: number }

const oldMessages = statement<Before>((sql, param) =>
  sql('sms_messages')
    .whereIn('id', sql('sms_messages').select('id').where('created_at', '<', param('before')).limit(deletedAtOnce))
    .delete(),
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

/** Deletes what is no longer kept, a few rows in each transaction. */
export async function purge(
  { store, clock, keptDays }: { readonly store: Store; readonly clock: Clock; readonly keptDays: number },
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  await store.run(oldCodes({ before: now }))
  await store.run(oldDays({ before: dayOf(now) - 1 }))
  for (const query of [oldMessages({ before: now - keptDays * dayMs }), oldContacts({ before: now - dayMs })]) {
    let deleted = deletedAtOnce
    while (deleted === deletedAtOnce) {
      signal.throwIfAborted()
      deleted = (await store.run(query)).changes
    }
  }
}
