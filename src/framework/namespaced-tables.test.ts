import { describe, expect, test } from 'vitest'
import { createAccounts } from '../runtime/accounts/accounts.ts'
import type { NamespacedTable } from '../runtime/accounts/namespaced.ts'
import { manualClock } from '../runtime/base/clock.ts'
import { createLimits } from '../runtime/limits/limits.ts'
import type { Store } from '../runtime/store/types.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { noLimits } from '../testing/no-limits.ts'
import { namespacedTables } from './namespaced-tables.ts'
import { ServiceAccounts } from './services/auth/service-accounts.ts'

interface Column {
  table: string
  name: string
  type: string
}

/** The value of columns that do not accept any value. */
const particular: Record<string, unknown> = {
  'auth_rules.access': 'granted',
  'service_accounts.type': 'user',
  'service_tokens.kind': 'access',
}

function namesOf(condition: (table: NamespacedTable) => boolean): string[] {
  return namespacedTables.filter(condition).map(({ table }) => table)
}

async function namespacedColumns(store: Store): Promise<Column[]> {
  const columns = await store.all<Column>(
    store.sql.raw(
      store.dialect === 'sqlite'
        ? `select t.name as "table", c.name, c.type from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`
        : `select table_name as "table", column_name as name, data_type as type from information_schema.columns
           where table_schema = 'public'`,
    ),
  )
  const namespaced = new Set(columns.filter(({ name }) => name === 'namespace').map(({ table }) => table))
  return columns.filter(({ table }) => namespaced.has(table))
}

function fitting({ table, name, type }: Column, namespace: string, unique: number): unknown {
  const key = `${table}.${name}`
  if (key in particular) return particular[key]
  if (name === 'namespace') return namespace
  if (/int/i.test(type)) return table === 'registry_changes' || name === 'seq' ? unique : 1
  if (/bool/i.test(type)) return true
  if (/blob|bytea/i.test(type)) return Buffer.from('x')
  const isUnique = name === 'secret_sha256' || table === 'store_blobs' || table.startsWith('runtime_')
  return isUnique ? `x${unique}` : 'x'
}

forEachDatabase((_name, openTestStore) => {
  const clock = manualClock()
  const password = 'correct horse battery'
  const serviceAccounts = (store: Store) =>
    new ServiceAccounts({
      store,
      clock,
      limits: createLimits({ store, clock, config: noLimits }),
      namespacedTables,
    })

  /** A row of the namespace in every table that has the column; those that refer to others come after them. */
  async function fill(store: Store, namespace: string, unique: number): Promise<void> {
    const columns = await namespacedColumns(store)
    // The list is in the order of deletion: tables that others refer to come last.
    const tables = ['service_accounts', ...namesOf(({ whenForgotten }) => whenForgotten !== 'keepsNamespace').reverse()]
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table)
      const row = Object.fromEntries(own.map((column) => [column.name, fitting(column, namespace, unique)]))
      await store.run(store.sql(table).insert(row))
    }
  }

  async function tablesHolding(store: Store, namespace: string): Promise<string[]> {
    const tables = new Set((await namespacedColumns(store)).map(({ table }) => table))
    const found: string[] = []
    for (const table of tables) if (await store.get(store.sql(table).where({ namespace }))) found.push(table)
    return found.sort()
  }

  describe('the list of what namespaces own', () => {
    test('has every table with a column `namespace`: add yours to namespaced-tables.ts', async () => {
      const columns = await namespacedColumns(await openTestStore())
      const registered = ['accounts', ...namesOf(() => true)]
      expect(registered.sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort())
    })
  })

  describe('what the core services store for a namespace', () => {
    const accountTables = ['accounts', ...namesOf(({ whenForgotten }) => whenForgotten === 'keepsNamespace')]
    const deleted = namesOf(({ whenForgotten }) => whenForgotten === 'delete')
    const kept = namesOf(({ whenForgotten }) => typeof whenForgotten === 'object')

    test('is deleted with the last account of either kind, and nothing of other namespaces is', async () => {
      const store = await openTestStore()
      const accounts = createAccounts({ store, clock, namespacedTables })
      await accounts.create({ username: 'boss', password })
      for (const username of ['anna', 'annika']) await accounts.create({ username, password, namespace: 'acme' })
      await accounts.create({ username: 'otto', password, namespace: 'other' })
      for (const [n, namespace] of ['acme', 'other', 'onedoor'].entries()) await fill(store, namespace, n)
      const all = [...accountTables, ...deleted, ...kept].sort()
      const others = async () => [await tablesHolding(store, 'other'), await tablesHolding(store, 'onedoor')]
      expect([await tablesHolding(store, 'acme'), ...(await others())]).toEqual([all, all, all])

      await accounts.remove('anna')
      expect(await tablesHolding(store, 'acme')).toEqual(all)
      await accounts.remove('annika')
      expect(await tablesHolding(store, 'acme')).toEqual(all.filter((table) => table !== 'accounts'))
      await serviceAccounts(store).remove('acme', 'x')
      expect(await tablesHolding(store, 'acme')).toEqual(kept)
      expect(await others()).toEqual([all, all])
    })

    test('of the default namespace stays even without accounts', async () => {
      const store = await openTestStore()
      const accounts = createAccounts({ store, clock, namespacedTables })
      await accounts.create({ username: 'boss', password })
      await fill(store, 'onedoor', 1)
      await serviceAccounts(store).remove('onedoor', 'x')
      await accounts.remove('boss')
      expect(await tablesHolding(store, 'onedoor')).toEqual(
        [...deleted, ...kept].filter((t) => t !== 'service_tokens').sort(),
      )
    })

    test('is empty for the first account of a namespace: leftovers of an earlier one are not theirs', async () => {
      const store = await openTestStore()
      const accounts = createAccounts({ store, clock, namespacedTables })
      await accounts.create({ username: 'boss', password })
      const late = { namespace: 'acme', tree: '{}', updated_at: 1 }
      await store.run(store.sql('config_documents').insert(late))
      await accounts.create({ username: 'anna', password, namespace: 'acme' })
      expect(await tablesHolding(store, 'acme')).toEqual(['accounts'])
      await store.run(store.sql('config_documents').insert(late))
      await accounts.create({ username: 'annika', password, namespace: 'acme' })
      expect(await tablesHolding(store, 'acme')).toEqual(['accounts', 'config_documents'])
      await store.run(store.sql('config_documents').insert({ ...late, namespace: 'other' }))
      await serviceAccounts(store).generate('other', {
        id: 'x',
        name: '',
        secret: '',
        type: 'user',
        scopes: [],
        metadata: {},
      })
      expect(await tablesHolding(store, 'other')).toEqual(['service_accounts'])
    })
  })
})
