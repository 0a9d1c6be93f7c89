import { afterEach, describe, expect, test } from 'vitest'
import { ownedTables } from '../../../app/owned-tables.ts'
import { allOf } from '../../../testing/all-of.ts'
import { forEachDatabase } from '../../../testing/databases.ts'
import { countedTables } from '../../accounts/owned.ts'
import type { Store } from '../types.ts'
import type { CountedTable } from './counted.ts'
import { installCounters } from './install.ts'
import { createQuotas } from './quotas.ts'
import { openStorage, type Storage, usedBytes } from './storage.ts'

const tables = countedTables(ownedTables)
const quotaBytes = 10_000
/** What a row of `rows` needs besides its texts: an id and an owner of one byte each, and a number. */
const rowBytes = 200 + 1 + 1 + 8

forEachDatabase((name, openTestStore) => {
  const opened: Storage[] = []
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close()
  })

  /** Two accounts and a table whose rows count. */
  async function newWorld(counting: CountedTable['counting'] = 'refused') {
    const store = await openTestStore()
    for (const id of ['a', 'b']) {
      const own = { id, username: id, namespace: id, password_hash: 'x', is_admin: false }
      await store.run(store.sql('accounts').insert({ ...own, created_at: 1, updated_at: 1 }))
    }
    await store.run(
      store.sql.raw(
        `create table rows_of_test (id text primary key, owner text references accounts (id) on delete cascade,
          text text, number bigint, state text)`,
      ),
    )
    const counted = [{ table: 'rows_of_test', account: 'owner', counting }]
    const storage = await openStorage({ store, tables: counted, quotaBytes })
    opened.push(storage)
    return { store, storage, counted, ...writesTo(store, storage) }
  }

  function writesTo(store: Store, storage: Storage) {
    const rows = () => store.sql('rows_of_test')
    const afterwards = async (change: Promise<unknown>) => {
      await change
      await storage.fold()
    }
    return {
      insert: (id: string, text: string | null, owner: string | null = 'a') =>
        afterwards(store.run(rows().insert({ id, owner, text, number: 1 }))),
      update: (id: string, text: string) => afterwards(store.run(rows().where({ id }).update({ text }))),
      remove: (ids: string[]) => afterwards(store.run(rows().whereIn('id', ids).delete())),
      used: (owner = 'a') => usedBytes(store, owner),
    }
  }

  describe(`what an account stores (${name})`, () => {
    test('counts by the bytes of each row, as it is written, changed and deleted', async () => {
      const { storage, insert, update, remove, used } = await newWorld()
      await insert('1', 'ä')
      await insert('2', null)
      await insert('3', 'of another', 'b')
      await insert('4', 'of nobody', null)
      expect(await used()).toBe(2 * rowBytes + 2)
      await update('1', 'abcd')
      expect(await used()).toBe(2 * rowBytes + 4)
      expect(await storage.partsOf('a')).toEqual([{ table: 'rows_of_test', bytes: 2 * rowBytes + 4 }])
      await remove(['1', '2', '3'])
      expect([await used(), await used('b')]).toEqual([0, 0])
    })

    test('is rejected beyond the quota, naming it, while the account can still make room', async () => {
      const { store, insert, update, remove, used } = await newWorld()
      await insert('1', 'x'.repeat(9500))
      const refusal = {
        code: 'failed_precondition',
        message: expect.stringMatching(
          /exceed the .* MiB that an account may store \(QUOTA_MIB\)\. Nothing was stored\. Delete something/,
        ),
      }
      const before = await used()
      await expect(insert('2', 'x'.repeat(400))).rejects.toMatchObject(refusal)
      await expect(update('1', 'x'.repeat(14_000))).rejects.toMatchObject(refusal)
      const work = store.write(async (tx) => {
        await tx.run(tx.sql('rows_of_test').insert({ id: '3', owner: 'a', number: 1 }))
        await tx.run(tx.sql('rows_of_test').insert({ id: '4', owner: 'a', number: 1, text: 'x'.repeat(9000) }))
      })
      await expect(work).rejects.toMatchObject(refusal)
      expect([await used(), (await store.all(store.sql('rows_of_test').select('id'))).length]).toEqual([before, 1])
      await insert('2', 'x', 'b')
      await update('1', 'x'.repeat(9400))
      await insert('3', 'x')
      await remove(['1'])
      await insert('4', 'x'.repeat(400))
    })

    test('is limited by the quota of the account itself, if it has one, from the next write', async () => {
      const { store, insert, used } = await newWorld()
      const quotas = createQuotas({ store, quotaBytes })
      const mib = 1024 * 1024
      await quotas.set('a', mib)
      const other = insert('1', 'x'.repeat(10_000), 'b')
      await expect(other).rejects.toThrow('an account may store (QUOTA_MIB)')
      await insert('1', 'x'.repeat(mib - rowBytes))
      expect([await used(), await quotas.of('a')]).toEqual([mib, { bytes: mib, isOwn: true }])
      await expect(insert('2', 'x')).rejects.toMatchObject({
        code: 'failed_precondition',
        message: expect.stringContaining('exceed the 1 MiB that this account may store (set by an administrator)'),
      })
      expect([...(await quotas.own(['a', 'b']))]).toEqual([['a', mib]])
      await quotas.set('a', 2 * mib)
      await insert('2', 'x')
      await quotas.set('a', undefined)
      expect([await quotas.of('a'), await quotas.used('a')]).toEqual([
        { bytes: quotaBytes, isOwn: false },
        mib + rowBytes + 1,
      ])
      await expect(insert('3', 'x')).rejects.toThrow('QUOTA_MIB')
    })

    test('can exceed a quota that was reduced, and what the server records about the account is still accepted', async () => {
      const { store, insert, update, remove, used } = await newWorld()
      const quotas = createQuotas({ store, quotaBytes })
      await insert('1', 'x'.repeat(9000))
      await quotas.set('a', 1000)
      expect(await used()).toBe(rowBytes + 9000)
      await expect(insert('2', 'x')).rejects.toMatchObject({ code: 'failed_precondition' })
      await update('1', 'x'.repeat(10_000))
      await expect(update('1', 'x'.repeat(11_001))).rejects.toMatchObject({ code: 'failed_precondition' })
      await update('1', 'x')
      await insert('2', 'x')
      await remove(['1', '2'])
    })

    test('can be marked by the server when the account is full, up to twice the quota', async () => {
      const { insert, update } = await newWorld()
      const refusal = { code: 'failed_precondition' }
      const full = quotaBytes - rowBytes
      await insert('1', 'x'.repeat(full))
      // A mark has at most 4096 bytes.
      await expect(update('1', 'x'.repeat(full + 4097))).rejects.toMatchObject(refusal)
      await update('1', 'x'.repeat(full + 4096))
      await update('1', 'x'.repeat(full + 2 * 4096))
      await update('1', 'x'.repeat(quotaBytes + full))
      await expect(update('1', 'x'.repeat(quotaBytes + full + 1))).rejects.toMatchObject(refusal)
    })

    test('counts, but is accepted up to twice the quota, where the server writes it', async () => {
      const { insert, used } = await newWorld('kept')
      await insert('1', 'x'.repeat(15_000))
      expect(await used()).toBe(rowBytes + 15_000)
      await expect(insert('2', 'x'.repeat(5000))).rejects.toMatchObject({ code: 'failed_precondition' })
    })

    test('counts by a column with the number of bytes', async () => {
      const counting = { bytes: 'number', while: { column: 'state', oneOf: ['here'] } }
      const { store, used } = await newWorld(counting)
      const rows = () => store.sql('rows_of_test')
      await store.run(rows().insert({ id: '1', owner: 'a', number: 70_000, state: 'here' }))
      await store.run(rows().insert({ id: '2', owner: 'a', number: 5, state: 'gone' }))
      expect(await used()).toBe(70_000)
      await store.run(rows().where({ id: '1' }).update({ number: 60_000 }))
      expect(await used()).toBe(60_000)
      await store.run(rows().where({ id: '1' }).update({ state: 'gone' }))
      expect(await used()).toBe(0)
      // As a foreign key does when its account is deleted.
      await store.run(rows().where({ id: '1' }).update({ owner: null }))
      await store.run(rows().where({ id: '1' }).update({ state: 'here' }))
      expect(await used()).toBe(0)
    })

    test('counts bytes and JSON by their length, and other types by what the database needs for them', async () => {
      const { storage, store, used } = await newWorld()
      await storage.close()
      const bytes = name === 'postgres' ? 'bytea' : 'blob'
      await store.run(
        store.sql.raw(
          `create table kinds_of_test (id text primary key, owner text, bytes ${bytes}, doc json, day date)`,
        ),
      )
      const counted = [{ table: 'kinds_of_test', account: 'owner', counting: 'refused' as const }]
      const counting = await openStorage({ store, tables: counted, quotaBytes })
      opened.push(counting)
      const row = { id: 'k', owner: 'a', bytes: Buffer.from([0, 128, 255]), doc: '{"ä": 1}', day: '2026-01-02' }
      await store.run(store.sql('kinds_of_test').insert(row))
      await counting.fold()
      expect(await used()).toBe(200 + 1 + 1 + 3 + 9 + (name === 'postgres' ? 4 : 10))
    })

    test('leaves nothing behind when the account is deleted, and does not prevent that', async () => {
      const { storage, store, insert, used } = await newWorld()
      await insert('1', 'x')
      await insert('2', 'x', 'b')
      await store.run(store.sql('accounts').where({ id: 'a' }).delete())
      await storage.fold()
      expect([await used(), await used('b')]).toEqual([0, rowBytes + 1])
      for (const table of ['storage_use', 'storage_changes']) {
        expect(await store.all(store.sql(table).where({ owner: 'a' }))).toEqual([])
      }
    })

    test('is recounted: earlier rows, miscounted ones, and tables that no longer count', async () => {
      const { storage, store, insert, used } = await newWorld()
      await insert('1', 'x')
      await store.run(store.sql('storage_use').insert({ owner: 'b', source: 'rows_of_test', bytes: 7 }))
      await store.run(store.sql('storage_use').insert({ owner: 'b', source: 'gone', bytes: 7 }))
      await store.run(store.sql('storage_use').where({ owner: 'a' }).update({ bytes: -5 }))
      expect(await used()).toBe(0)
      expect(await storage.partsOf('a')).toEqual([{ table: 'rows_of_test', bytes: 0 }])
      const found = []
      for await (const miscount of storage.recount()) {
        found.push(miscount)
        // It is corrected before it is reported.
        if (miscount.owner === 'a') expect(await used()).toBe(rowBytes + 1)
      }
      expect(await store.all(store.sql('storage_use').where({ source: 'gone' }))).toEqual([])
      expect(found).toEqual([
        { owner: 'a', table: 'rows_of_test', recordedBytes: -5, countedBytes: rowBytes + 1 },
        { owner: 'b', table: 'rows_of_test', recordedBytes: 7, countedBytes: 0 },
      ])
      expect(await allOf(storage.recount())).toEqual([])
      expect([await used(), await used('b')]).toEqual([rowBytes + 1, 0])
    })

    test('follows columns that are added to a table later, and the quota', async () => {
      const { storage, store, counted, used } = await newWorld()
      await storage.close()
      expect(await installCounters(store, counted, quotaBytes)).toBe(false)
      await store.run(store.sql.raw('alter table rows_of_test add column more text'))
      expect(await installCounters(store, counted, quotaBytes)).toBe(true)
      expect(await installCounters(store, counted, quotaBytes)).toBe(false)
      await store.run(store.sql('rows_of_test').insert({ id: '1', owner: 'a', number: 1, more: 'four' }))
      expect(await used()).toBe(rowBytes + 4)
      expect(await installCounters(store, counted, 100)).toBe(true)
      const refused = store.run(store.sql('rows_of_test').insert({ id: '2', owner: 'b', number: 1 }))
      await expect(refused).rejects.toMatchObject({ code: 'failed_precondition' })
      expect(await installCounters(store, [], quotaBytes)).toBe(true)
      const counters = name === 'sqlite' ? "sqlite_schema where type = 'trigger'" : 'pg_trigger where not tgisinternal'
      const row = name === 'sqlite' ? 'name' : 'tgname'
      const left = await store.all(store.sql.raw(`select ${row} from ${counters} and ${row} like 'storage%'`))
      expect(left).toEqual([])
      await store.run(store.sql('rows_of_test').insert({ id: '3', owner: 'a', number: 1 }))
      expect(await used()).toBe(rowBytes + 4)
    })

    test('counts again where its functions have lost their triggers', async () => {
      const { storage, store, counted, insert, used } = await newWorld()
      await storage.close()
      if (name === 'postgres') {
        for (const event of ['insert', 'update', 'delete']) {
          await store.run(store.sql.raw(`drop trigger storage_rows_of_test_${event} on rows_of_test`))
        }
      } else await store.run(store.sql.raw('drop trigger storage_rows_of_test_insert'))
      expect(await installCounters(store, counted, quotaBytes)).toBe(true)
      expect(await installCounters(store, counted, quotaBytes)).toBe(false)
      await insert('1', 'x')
      expect(await used()).toBe(rowBytes + 1)
    })

    test('is exact after many writes at once', async () => {
      const { insert, remove, used } = await newWorld()
      const ids = Array.from({ length: 30 }, (_, index) => `n${index + 10}`)
      await Promise.all(ids.map((id) => insert(id, 'x')))
      expect(await used()).toBe(30 * (rowBytes + 3))
      await Promise.all([remove(ids.slice(0, 10)), remove(ids.slice(10, 20))])
      expect(await used()).toBe(10 * (rowBytes + 3))
    })
  })

  test(`every table of the product can count (${name})`, async () => {
    const store = await openTestStore()
    await installCounters(store, tables, quotaBytes)
    expect(await installCounters(store, tables, quotaBytes)).toBe(false)
  })

  if (name === 'sqlite') {
    test('the triggers count what a query does, also of bytes that would end a text', async () => {
      const { storage, store, insert, used } = await newWorld()
      await insert('1', null)
      await store.run(store.sql('rows_of_test').update({ text: Buffer.from([0, 1, 0, 255]), state: 'abä' }))
      expect(await used()).toBe(rowBytes + 4 + 4)
      expect(await allOf(storage.recount())).toEqual([])
    })

    test('the triggers, which every connection holds in memory, measure a column once before and once after a change', async () => {
      const { storage, store, counted, insert, used } = await newWorld()
      await storage.close()
      await store.run(store.sql.raw("alter table rows_of_test add column more text not null default ''"))
      await installCounters(store, counted, quotaBytes)
      const triggers = await store.all<{ sql: string }>(
        store.sql('sqlite_schema').select('sql').where({ type: 'trigger', tbl_name: 'rows_of_test' }),
      )
      const text = triggers.map(({ sql }) => sql).join()
      const times = (part: string) => text.split(part).length - 1
      for (const row of ['new', 'old']) {
        expect(times(`${row}."text"`)).toBe(2)
        // In the form that takes least memory and time to parse.
        expect(times(` + octet_length(concat(${row}."id", `)).toBe(2)
      }
      await insert('1', 'x')
      await store.run(store.sql('rows_of_test').update({ owner: 'b' }))
      expect([await used(), await used('b')]).toEqual([0, rowBytes + 1])
    })
  }
})
