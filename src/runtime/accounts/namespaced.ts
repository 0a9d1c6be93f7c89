import type { Writer } from '../store/types.ts'
import { DEFAULT_NAMESPACE } from './namespaces.ts'

/** A table whose rows belong to namespaces, by its column `namespace`. A test compares the lists with the database. */
export interface NamespacedTable {
  readonly table: string
  /**
   * Rows are deleted with the namespace, or why they are not. Rows of `keepsNamespace` are accounts of a kind: a namespace exists
   * for as long as it has one.
   */
  readonly whenForgotten: 'delete' | 'keepsNamespace' | { readonly kept: string }
}

const accountTable: NamespacedTable = { table: 'accounts', whenForgotten: 'keepsNamespace' }

/**
 * Deletes the data of a namespace without accounts: it belongs to all accounts of the namespace and
 * is deleted with the last one. Called in the transaction that deletes an account, and in the one that creates the first, so that
 * a call that was still running during the deletion leaves nothing to the next owner. The default namespace is that
 * of the instance and stays.
 *
 * @param tables with data of namespaces; those that others refer to come last
 */
export async function forgetNamespace(
  tx: Writer,
  namespace: string,
  tables: readonly NamespacedTable[],
): Promise<void> {
  if (namespace === DEFAULT_NAMESPACE) return
  for (const { table, whenForgotten } of [accountTable, ...tables]) {
    if (whenForgotten !== 'keepsNamespace') continue
    if (await tx.get(tx.sql(table).select('id').where({ namespace }).limit(1))) return
  }
  for (const { table, whenForgotten } of tables) {
    if (whenForgotten === 'delete') await tx.run(tx.sql(table).where({ namespace }).delete())
  }
}
