import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'

const dayMs = 86_400_000
const batch = 500
/** Until then a code that is used again is recognised. */
const codesMs = dayMs
/** Grants that have ended; the audit log records them. */
const endedMs = 30 * dayMs
/** Programs that registered but never got access, and those that are no longer used. */
const neverUsedMs = 7 * dayMs
const unusedMs = 90 * dayMs

/** Deletes leftovers of programs: codes, keys, ended grants, and unused programs. */
export async function purgePrograms(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const { sql } = store
  const now = clock.now()
  await purge(
    store,
    'program_codes',
    'code_sha256',
    sql('program_codes').where('expires_at', '<', now - codesMs),
    signal,
  )
  await purge(store, 'program_keys', 'secret_sha256', sql('program_keys').where('expires_at', '<', now), signal)
  const ended = sql('tokens')
    .whereNotNull('client_id')
    .where((either) => either.where('expires_at', '<', now - endedMs).orWhere('revoked_at', '<', now - endedMs))
  await purge(store, 'tokens', 'id', ended, signal)
  const never = sql('programs')
    .whereNull('granted_at')
    .where('last_used_at', '<', now - neverUsedMs)
  await purge(store, 'programs', 'id', never, signal)
  const unused = sql('programs')
    .where('last_used_at', '<', now - unusedMs)
    .whereNotExists(sql('tokens').select('id').whereRaw('tokens.client_id = programs.id'))
  await purge(store, 'programs', 'id', unused, signal)
}

async function purge(
  store: Store,
  table: string,
  key: string,
  chosen: Knex.QueryBuilder,
  signal: AbortSignal | undefined,
): Promise<void> {
  while (!signal?.aborted) {
    const some = chosen.clone().select(key).limit(batch)
    const { changes } = await store.run(store.sql(table).whereIn(key, some).delete())
    if (changes < batch) return
    await setImmediate()
  }
}
