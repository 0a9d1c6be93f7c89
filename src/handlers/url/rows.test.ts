import { expect, test } from 'vitest'
import type { Query, Reader } from '../../runtime/store/types.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { countOwn, type LinkFilter, listOwn } from './rows.ts'

forEachDatabase((dialect, openTestStore) => {
  test('of a million links, a list reads only those that it returns', async () => {
    const store = await openTestStore()
    const plans: string[] = []
    const explained: Reader = {
      dialect,
      sql: store.sql,
      async all<Row>(query: Query): Promise<Row[]> {
        const explain = dialect === 'sqlite' ? 'explain query plan' : 'explain'
        const rows = await store.all<Record<string, unknown>>(store.sql.raw(`${explain} ${query.toString()}`))
        plans.push(rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n'))
        return []
      },
      get: async (query) => (await explained.all<never>(query))[0],
    }
    const among = store.sql('search_entries').select('record_id')
    const filters: LinkFilter[] = [{}, { tag: 'ferries' }, { among }]
    for (const filter of filters) {
      await listOwn(explained, 'ann', filter, { offset: 999_000, limit: 25 })
      await countOwn(explained, 'ann', filter)
    }
    for (const plan of plans) {
      if (dialect === 'sqlite' && plan.includes(' links '))
        expect(plan).toMatch(/COVERING INDEX links_by_age|SEARCH links USING PRIMARY KEY \(id=\?\)/)
      // Scans of the whole table would grow with the links of all accounts.
      expect(plan).not.toMatch(/SCAN links|USING INDEX links_by_age|Seq Scan on links/)
    }
    expect(plans).toHaveLength(2 * filters.length)
  })
})
