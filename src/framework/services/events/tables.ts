import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** The tables of the events service with data of namespaces, in the order of deletion. */
export const eventTables: readonly NamespacedTable[] = [
  { table: 'event_deliveries', whenForgotten: 'delete' },
  { table: 'event_groups', whenForgotten: 'delete' },
  { table: 'events', whenForgotten: 'delete' },
  { table: 'event_topics', whenForgotten: 'delete' },
]
