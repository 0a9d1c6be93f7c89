import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** The tables of the config service with data of namespaces, in the order of deletion. */
export const configTables: readonly NamespacedTable[] = [{ table: 'config_documents', whenForgotten: 'delete' }]
