import type { Store } from '#runtime/store/types.ts'

/** The store with other methods in place of some of its methods. */
export function storeWith(store: Store, others: Partial<Store>): Store {
  return new Proxy(store, {
    get(_, name: keyof Store) {
      const own = others[name] ?? store[name]
      // A bound `sql` would lack its own methods.
      return typeof own === 'function' && name !== 'sql' && !(name in others) ? own.bind(store) : own
    },
  })
}
