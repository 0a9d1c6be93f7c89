import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** Every table in which the core services store data of namespaces; referenced tables come after those that refer to them. */
export const namespacedTables: readonly NamespacedTable[] = [
  { table: 'auth_rules', whenForgotten: 'delete' },
  { table: 'service_tokens', whenForgotten: 'delete' },
  { table: 'service_accounts', whenForgotten: 'keepsNamespace' },
  { table: 'config_documents', whenForgotten: 'delete' },
  { table: 'store_records', whenForgotten: 'delete' },
  { table: 'store_blobs', whenForgotten: 'delete' },
  { table: 'store_usage', whenForgotten: 'delete' },
  { table: 'event_deliveries', whenForgotten: 'delete' },
  { table: 'event_groups', whenForgotten: 'delete' },
  { table: 'events', whenForgotten: 'delete' },
  { table: 'event_topics', whenForgotten: 'delete' },
  { table: 'registry_nodes', whenForgotten: 'delete' },
  { table: 'registry_versions', whenForgotten: 'delete' },
  {
    table: 'registry_changes',
    whenForgotten: {
      kept: 'Watchers need the rows of this table without gaps. Nobody watches a deleted namespace, and old rows are deleted automatically.',
    },
  },
  { table: 'runtime_services', whenForgotten: 'delete' },
  { table: 'runtime_logs', whenForgotten: 'delete' },
  { table: 'runtime_sources', whenForgotten: 'delete' },
  {
    table: 'runtime_processes',
    whenForgotten: {
      kept: 'If a program has no service, the server that runs it ends the program and then deletes its row.',
    },
  },
]
