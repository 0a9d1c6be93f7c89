import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** The tables of the auth service with data of namespaces, in the order of deletion. */
export const authTables: readonly NamespacedTable[] = [
  { table: 'auth_rules', whenForgotten: 'delete' },
  { table: 'service_tokens', whenForgotten: 'delete' },
  { table: 'service_accounts', whenForgotten: 'keepsNamespace' },
]
