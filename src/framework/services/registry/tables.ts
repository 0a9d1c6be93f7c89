import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** The tables of the registry service with data of namespaces, in the order of deletion. */
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
