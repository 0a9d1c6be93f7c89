import { openOwnedStorage } from '../app/owned.ts'
import { quotaSettings } from '../runtime/store/quota/settings.ts'
import type { Miscount } from '../runtime/store/quota/storage.ts'
import type { Store } from '../runtime/store/types.ts'
import { allOf } from './all-of.ts'

const { schema, fallback } = quotaSettings.quotaBytes
const quotaBytes = schema.parse(fallback)

/** Makes the tables of a new database count, with the default quota, as the server does when it starts. */
export async function installQuota(store: Store): Promise<void> {
  await (await openOwnedStorage({ store, quotaBytes })).close()
}

/** What was not counted right in a database with the default quota. It is corrected. */
export async function miscountsIn(store: Store): Promise<Miscount[]> {
  const storage = await openOwnedStorage({ store, quotaBytes })
  return allOf(storage.recount(new AbortController().signal)).finally(() => storage.close())
}
