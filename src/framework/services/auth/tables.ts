import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'

/** What the auth service keeps for namespaces, in the order in which it may go. */
export const authTables: readonly NamespacedTable[] = [
  { table: 'auth_rules', whenForgotten: 'delete' },
  { table: 'service_tokens', whenForgotten: 'delete' },
  { table: 'service_accounts', whenForgotten: 'keepsNamespace' },
]
