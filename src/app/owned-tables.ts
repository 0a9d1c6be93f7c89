import { impersonationTable } from '../runtime/accounts/impersonations.ts'
import { countedTables, markedTablesOf, type OwnedTable, serverTables } from '../runtime/accounts/owned.ts'
import type { AccountDeletionDeps } from '../runtime/accounts/removal.ts'
import { openStorage, type Storage } from '../runtime/store/quota/storage.ts'
import type { Store, StoreLog } from '../runtime/store/types.ts'
import { families } from './families.ts'

/** Every table with data of an account. */
export const ownedTables: readonly OwnedTable[] = [
  ...serverTables,
  impersonationTable,
  ...families.flatMap((family) => family.tables ?? []),
]

/** The tables whose rows have the mark `by_others`. */
export const markedTables = markedTablesOf(ownedTables)

/** The family of each table that belongs to one. */
export const familyOfTable: ReadonlyMap<string, string> = new Map(
  families.flatMap(({ name, tables = [] }) => tables.map(({ table }) => [table, name] as const)),
)

/** Runs what families do before their rows of a deleted account are deleted. */
export function onAccountDeletedOf(world: AccountDeletionDeps) {
  return async (accountId: string, signal?: AbortSignal): Promise<void> => {
    for (const { onAccountDeleted } of families) await onAccountDeleted?.(accountId, world, signal)
  }
}

/** Counts what accounts own against their quota. */
export function openOwnedStorage(options: {
  readonly store: Store
  readonly quotaBytes: number
  readonly isPrepared?: boolean
  readonly log?: StoreLog
}): Promise<Storage> {
  return openStorage({ ...options, tables: countedTables(ownedTables) })
}
