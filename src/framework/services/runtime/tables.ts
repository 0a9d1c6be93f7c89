import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** The tables of the runtime service with data of namespaces, in the order of deletion. */
export const runtimeTables: readonly NamespacedTable[] = [
  { table: 'runtime_services', whenForgotten: 'delete' },
  { table: 'runtime_logs', whenForgotten: 'delete' },
  { table: 'runtime_sources', whenForgotten: 'delete' },
  {
    table: 'runtime_processes',
    whenForgotten: {
      kept: 'The server that runs them ends those without a service and deletes each when it has ended.',
    },
  },
]
