import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** What the events service keeps for namespaces, in the order in which it may go. */
export const eventTables: readonly NamespacedTable[] = [
  { table: 'event_deliveries', whenForgotten: 'delete' },
  { table: 'event_groups', whenForgotten: 'delete' },
  { table: 'events', whenForgotten: 'delete' },
  { table: 'event_topics', whenForgotten: 'delete' },
]
