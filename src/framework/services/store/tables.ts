import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** What the store service keeps for namespaces, in the order in which it may go. */
export const storeTables: readonly NamespacedTable[] = [
  { table: 'store_records', whenForgotten: 'delete' },
  { table: 'store_blobs', whenForgotten: 'delete' },
  { table: 'store_usage', whenForgotten: 'delete' },
]
