import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import type { Query, Store } from '../store/types.ts'
import { createArchive } from './archive.ts'
import type { OwnedTable } from './owned.ts'

const links: OwnedTable = {
  table: 'links',
  account: 'owner',
  whenDeleted: 'delete',
  archive: { file: 'links', key: 'id', booleans: ['forward_query'], json: ['tags'] },
}

forEachDatabase((dialect, openTestStore) => {
  test('rows are reached by their keys, however many an account has', async () => {
    const store = await openTestStore()
    const times = { created_at: 1, updated_at: 1 }
    await store.write(async (tx) => {
      for (const owner of ['ann', 'ben']) {
        await tx.run(tx.sql('accounts').insert({ id: owner, username: owner, ...times }))
        const rows = Array.from({ length: 600 }, (_, index) => ({
          id: `${owner}-${String(index).padStart(4, '0')}`,
          owner,
          destination: 'https://ferries.example/',
          ...times,
        }))
        for (let from = 0; from < rows.length; from += 60) {
          await tx.run(tx.sql('links').insert(rows.slice(from, from + 60)))
        }
      }
    })
    const wholeRows: string[] = []
    let answered = 0
    const watched: Pick<Store, 'sql' | 'all'> = {
      sql: store.sql,
      async all<Row>(query: Query) {
        const text = query.toString()
        const rows = await store.all<Row>(query)
        if (/^select \*/i.test(text)) {
          wholeRows.push(text)
          answered += rows.length
        }
        return rows
      },
    }
    const clock = manualClock('2026-11-21T09:30:00Z')
    const blobs = { open: async () => undefined }
    const zip = await buffer(createArchive({ store: watched as Store, clock, blobs, tables: [links] }).of('ann'))
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect([wholeRows.length, answered]).toEqual([2, 600])
    if (dialect !== 'sqlite') return
    for (const text of wholeRows) {
      const plan = await store.all<{ detail: string }>(store.sql.raw(`explain query plan ${text}`))
      expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH links USING PRIMARY KEY (id=?)'])
    }
  })
})
