import { isNamespace } from '#runtime/accounts/namespaces.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'

const accountOf = statement<{ namespace: string }>((sql, param) =>
  sql('accounts').select('id').where('namespace', param('namespace')).limit(1),
)
const serviceAccountOf = statement<{ namespace: string }>((sql, param) =>
  sql('service_accounts').select('id').where('namespace', param('namespace')).limit(1),
)

export type Namespaces = ReturnType<typeof createNamespaces>

/** The namespaces of this store. One begins with its first account of either kind, and ends with its last. */
export function createNamespaces(store: Store) {
  return {
    async exists(namespace: string): Promise<boolean> {
      if (!isNamespace(namespace)) return false
      return Boolean((await store.get(accountOf({ namespace }))) ?? (await store.get(serviceAccountOf({ namespace }))))
    },
  }
}
