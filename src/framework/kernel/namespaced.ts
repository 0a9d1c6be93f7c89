import { DEFAULT_NAMESPACE } from '../../runtime/accounts/namespaces.ts'
import type { Writer } from '../../runtime/store/types.ts'

/**
 * A table whose rows belong to namespaces, by its column `namespace`. Whatever stores something for a namespace joins the
 * registry with its tables, and a test compares the registry with the database.
 */
interface NamespacedTable {
  readonly table: string
  /** Rows go with the namespace, or why they do not. */
  readonly whenForgotten: 'delete' | { readonly kept: string }
}

/** The tables of the core services. */
export const namespacedTables: readonly NamespacedTable[] = [
  { table: 'auth_rules', whenForgotten: 'delete' },
  { table: 'service_tokens', whenForgotten: 'delete' },
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
      kept: 'Watchers follow it without gaps; nobody watches a namespace that is gone, and it is cleared by age.',
    },
  },
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

/** The tables that make a namespace exist: it begins with its first account of either kind. */
export const accountTables = ['accounts', 'service_accounts'] as const

/**
 * Deletes what the core services keep for a namespace that has no account any more: it belongs to all accounts of the
 * namespace and goes with the last one. Called in the transaction that deletes an account, and in the one that makes the
 * first, so that a call that was still running when the last one went leaves nothing to who comes next. The default
 * namespace is that of the instance and stays.
 */
export async function forgetNamespace(tx: Writer, namespace: string): Promise<void> {
  if (namespace === DEFAULT_NAMESPACE) return
  for (const table of accountTables) {
    if (await tx.get(tx.sql(table).select('id').where({ namespace }).limit(1))) return
  }
  for (const { table, whenForgotten } of namespacedTables) {
    if (whenForgotten === 'delete') await tx.run(tx.sql(table).where({ namespace }).delete())
  }
}
