import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** The tables of the store service with data of namespaces, in the order of deletion. */
export const storeTables: readonly NamespacedTable[] = [
  { table: 'store_records', whenForgotten: 'delete' },
  { table: 'store_blobs', whenForgotten: 'delete' },
  { table: 'store_usage', whenForgotten: 'delete' },
]
