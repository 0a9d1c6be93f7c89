import type { OnAccountDeleted } from '#runtime/accounts/removal.ts'
import { recordAllChanged } from './rows/link-changes.ts'
import { hasLinks } from './rows/links.ts'

/** Clears the links that every process has in memory, because those of the closed account must stop working. */
export const deleteLinks: OnAccountDeleted = async (accountId, { store }) => {
  if (await hasLinks(store, accountId)) await store.write(recordAllChanged)
}
