import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'
import { authTables } from './services/auth/tables.ts'
import { configTables } from './services/config/tables.ts'
import { eventTables } from './services/events/tables.ts'
import { registryTables } from './services/registry/tables.ts'
import { runtimeTables } from './services/runtime/tables.ts'
import { storeTables } from './services/store/tables.ts'

/** Every table in which the core services keep data of namespaces; referenced tables come after those that refer to them. */
export const namespacedTables: readonly NamespacedTable[] = [
  ...authTables,
  ...configTables,
  ...storeTables,
  ...eventTables,
  ...registryTables,
  ...runtimeTables,
]
