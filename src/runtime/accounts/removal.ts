import type { Publisher } from '../bus/bus.ts'
import { deletedAtOnce, deleteSome } from '../store/delete-some.ts'
import type { Store } from '../store/types.ts'
import { forgetNamespace, type NamespacedTable } from './namespaced.ts'
import type { OwnedTable } from './owned.ts'

/** Full batches that `begin` waits for: the deletion of a larger account continues after it has resolved. */
const mostAwaited = 40

/** What a family needs to handle the deletion of an account. */
export interface AccountDeletionDeps {
  readonly store: Store
  readonly bus: Pick<Publisher, 'publish'>
}

/**
 * What a family does about a closed account before its rows are deleted, if others are involved: such as closing
 * what it shared and announcing that. In short transactions, and few of them. An interrupted removal calls it
 * again.
 */
export type OnAccountDeleted = (accountId: string, world: AccountDeletionDeps, signal?: AbortSignal) => Promise<void>

/** An account that is being deleted. */
export interface Closed {
  readonly id: string
  readonly namespace: string
}

interface RemovalOptions {
  readonly store: Store
  readonly ownedTables: readonly OwnedTable[]
  readonly namespacedTables: readonly NamespacedTable[]
  /** Called before anything is deleted. */
  readonly onAccountDeleted?: ((accountId: string, signal?: AbortSignal) => Promise<void>) | undefined
  readonly awaited?: number
}

/** How far a removal goes before it is interrupted. */
interface Bound {
  readonly batches?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Deletes the data of closed accounts, a few rows in each transaction, so that the writes of others continue in between. An
 * interrupted removal can be started again.
 */
export class Removal {
  readonly #options: RemovalOptions

  constructor(options: RemovalOptions) {
    this.#options = options
  }

  /** Begins with an account. @returns whether it is completely deleted */
  begin(account: Closed): Promise<boolean> {
    return this.#run(account, { batches: this.#options.awaited ?? mostAwaited })
  }

  /** Deletes the rest of an account. */
  async end(account: Closed, signal?: AbortSignal): Promise<void> {
    await this.#run(account, { signal })
  }

  /** Finishes the removal of all closed accounts, including those of processes that have died. */
  async endAll(signal: AbortSignal): Promise<void> {
    const { store } = this.#options
    const closed = store.sql('accounts').select('id', 'namespace').whereNotNull('closed_at').orderBy('closed_at')
    for (const account of await store.all<Closed>(closed)) await this.end(account, signal)
  }

  async #run({ id, namespace }: Closed, { batches = Number.POSITIVE_INFINITY, signal }: Bound): Promise<boolean> {
    const { store, ownedTables, namespacedTables, onAccountDeleted } = this.#options
    await onAccountDeleted?.(id, signal)
    let left = batches
    // Public data first: the families' tables come after those of the server.
    for (const { table, account, whenDeleted, archive } of ownedTables.toReversed()) {
      if (whenDeleted !== 'delete' || table === 'accounts') continue
      const key = 'key' in archive ? archive.key : undefined
      for (;;) {
        signal?.throwIfAborted()
        if (left <= 0) return false
        const { changes } = await store.run(deleteSome(store.sql, table, { column: account, value: id, key }))
        if (changes < deletedAtOnce) break
        left -= 1
      }
    }
    await store.write(async (tx) => {
      await tx.run(tx.sql('accounts').where({ id }).delete())
      await forgetNamespace(tx, namespace, namespacedTables)
    })
    return true
  }
}
