import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** What the registry service keeps for namespaces, in the order in which it may go. */
export const registryTables: readonly NamespacedTable[] = [
  { table: 'registry_nodes', whenForgotten: 'delete' },
  { table: 'registry_versions', whenForgotten: 'delete' },
  {
    table: 'registry_changes',
    whenForgotten: {
      kept: 'Watchers follow it without gaps; nobody watches a namespace that is gone, and it is cleared by age.',
    },
  },
]
