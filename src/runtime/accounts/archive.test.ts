import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { planOf } from '../../testing/plans.ts'
import { unzip } from '../../testing/zip.ts'
import { manualClock } from '../base/clock.ts'
import type { Query, Store } from '../store/types.ts'
import { type ArchiveProgress, createArchive } from './archive.ts'
import { installArchiveOrder } from './archive-order.ts'
import type { OwnedTable } from './owned.ts'

const links: OwnedTable = {
  table: 'links',
  account: 'owner',
  whenDeleted: 'delete',
  archive: { file: 'links', key: 'id', booleans: ['forward_query'], json: ['tags'] },
}
const notes: OwnedTable = {
  table: 'notes',
  account: 'owner',
  whenDeleted: 'delete',
  archive: { file: 'notes', key: 'id' },
}
const times = { created_at: 1, updated_at: 1 }
const blobs = { open: async () => undefined }
const clock = manualClock('2026-11-21T09:30:00Z')

/** A store that records the queries for a table. */
function watched(store: Store, seen: { query: Query; rows: number }[]): Store {
  const watching: Pick<Store, 'sql' | 'dialect' | 'all' | 'readingAs'> = {
    sql: store.sql,
    dialect: store.dialect,
    readingAs: () => watching as Store,
    async all<Row>(query: Query) {
      const rows = await store.all<Row>(query)
      if (/ from [`"](?:links|notes)/i.test(query.toString())) seen.push({ query, rows: rows.length })
      return rows
    },
  }
  return watching as Store
}

const indexesOfOrder = {
  sqlite: "select name from sqlite_schema where type = 'index' and name like '%_in_archive' order by name",
  postgres: "select indexname as name from pg_indexes where indexname like '%_in_archive' order by indexname",
} as const

const indexesOf = (store: Store) => store.all<{ name: string }>(store.sql.raw(indexesOfOrder[store.dialect]))

forEachDatabase((dialect, openTestStore) => {
  /** As before the first start of a server. */
  async function openWithoutOrder(): Promise<Store> {
    const store = await openTestStore()
    for (const { name } of await indexesOf(store)) await store.run(store.sql.raw('drop index ??', [name]))
    return store
  }

  test('each page of rows is found by an index in the order of their keys, for any number of rows', async () => {
    const store = await openWithoutOrder()
    await installArchiveOrder(store, [links])
    await store.write(async (tx) => {
      for (const owner of ['ann', 'ben']) {
        await tx.run(tx.sql('accounts').insert({ id: owner, username: owner, ...times }))
        const rows = Array.from({ length: 1100 }, (_, index) => ({
          id: `${owner}-${String(index).padStart(4, '0')}`,
          owner,
          destination: 'https://ferries.example/',
          ...times,
        }))
        for (let from = 0; from < rows.length; from += 55) {
          await tx.run(tx.sql('links').insert(rows.slice(from, from + 55)))
        }
      }
    })
    const seen: { query: Query; rows: number }[] = []
    const progress: ArchiveProgress[] = []
    const archive = createArchive({ store: watched(store, seen), clock, blobs, tables: [links] })
    const zip = await buffer(archive.of('ann', (each) => progress.push(each)))
    const read = JSON.parse(unzip(zip).get('links.json') ?? '') as { id: string }[]
    expect(read.map(({ id }) => id)).toEqual(
      Array.from({ length: 1100 }, (_, index) => `ann-${String(index).padStart(4, '0')}`),
    )
    expect(seen.map(({ rows }) => rows)).toEqual([500, 500, 500, 500, 100, 100])
    expect([archive.parts, progress.at(-1)]).toEqual([1, { partsDone: 1, records: 1100 }])
    for (const { query } of seen) {
      const plan = await planOf(store, query)
      expect(plan).not.toMatch(dialect === 'sqlite' ? /TEMP B-TREE|SCAN (?!LIST)/ : /Sort|Seq Scan/)
      if (dialect === 'sqlite') expect(plan).toMatch(/links_in_archive|PRIMARY KEY \(id=\?\)/)
    }
  })

  test('at most a MiB of large rows, and one of them, is in memory at once', async () => {
    const store = await openWithoutOrder()
    await store.write(async (tx) => {
      await tx.run(tx.sql('accounts').insert({ id: 'ann', username: 'ann', ...times }))
      for (let n = 0; n < 12; n++) {
        const text = 'x'.repeat(400_000)
        await tx.run(
          tx.sql('notes').insert({ id: `n${n}`, owner: 'ann', title: 'x', title_key: `${n}`, text, ...times }),
        )
      }
    })
    const seen: { query: Query; rows: number }[] = []
    await buffer(createArchive({ store: watched(store, seen), clock, blobs, tables: [notes] }).of('ann'))
    expect(seen.map(({ rows }) => rows)).toEqual([12, 2, 2, 2, 2, 2, 2])
  })

  // Only SQLite prefers an index without statistics.
  if (dialect === 'sqlite') {
    test('the index has statistics if the tables have, or it would be preferred to others', async () => {
      const store = await openWithoutOrder()
      await store.write(async (tx) => {
        await tx.run(tx.sql('accounts').insert({ id: 'ann', username: 'ann', ...times }))
        const note = { owner: 'ann', title: 'x', text: 'x', ...times }
        for (let n = 0; n < 100; n++) await tx.run(tx.sql('notes').insert({ ...note, id: `n${n}`, title_key: `${n}` }))
      })
      await store.run(store.sql.raw('analyze'))
      await installArchiveOrder(store, [notes])
      const statistics = await store.all(store.sql('sqlite_stat1').select('stat').where({ idx: 'notes_in_archive' }))
      expect(statistics).toEqual([{ stat: '100 100 1' }])
    })
  }

  test('the index is created once, for tables without it, and nothing is written if all have one', async () => {
    const store = await openWithoutOrder()
    const sequence: OwnedTable = {
      ...{ table: 'ledger_entries', account: 'owner', whenDeleted: 'delete' },
      archive: { file: 'ledger', key: 'sequence' },
    }
    await installArchiveOrder(store, [links, notes, sequence])
    const readOnly = { ...store, dialect: store.dialect, sql: store.sql, all: store.all.bind(store) } as Store
    await installArchiveOrder(readOnly, [links, notes, sequence])
    expect(await indexesOf(store)).toEqual([{ name: 'links_in_archive' }, { name: 'notes_in_archive' }])
  })
})
