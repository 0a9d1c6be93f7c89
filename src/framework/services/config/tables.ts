import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** What the config service keeps for namespaces, in the order in which it may go. */
export const configTables: readonly NamespacedTable[] = [{ table: 'config_documents', whenForgotten: 'delete' }]
