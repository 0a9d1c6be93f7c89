import { openOwnedStorage, ownedTables } from '../app/owned-tables.ts'
import { installArchiveOrder } from '../runtime/accounts/archive-order.ts'
import { readSettings } from '../runtime/base/setting.ts'
import { quotaSettings } from '../runtime/store/quota/settings.ts'
import type { Miscount } from '../runtime/store/quota/storage.ts'
import type { Store } from '../runtime/store/types.ts'
import { allOf } from './all-of.ts'

const { quotaBytes } = readSettings(quotaSettings, {}).values

/**
 * Prepares a migrated database like the server's first start: its tables count, with the
 * default quota, and have the indexes of archives. Otherwise every server of a test would do it again.
 */
export async function prepareForServers(store: Store): Promise<void> {
  await (await openOwnedStorage({ store, quotaBytes })).close()
  await installArchiveOrder(store, ownedTables)
}

/** What was not counted right in a database with the default quota. It is corrected. */
export async function miscountsIn(store: Store): Promise<Miscount[]> {
  const storage = await openOwnedStorage({ store, quotaBytes })
  return allOf(storage.recount(new AbortController().signal)).finally(() => storage.close())
}
