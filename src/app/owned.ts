import { type OwnedTable, serverTables } from '../runtime/accounts/owned.ts'
import { families } from './families.ts'

/** Every table that holds something of an account. */
export const ownedTables: readonly OwnedTable[] = [
  ...serverTables,
  ...families.flatMap((family) => family.tables ?? []),
]
