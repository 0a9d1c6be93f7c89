import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { keptPlanOf, planOf } from '#testing/plans.ts'
import { countOwn, listOwn } from './links.ts'

forEachDatabase((dialect, openTestStore) => {
  test('of a million links, a list reads only those that it returns', async () => {
    const store = await openTestStore()
    const starts = [
      { skipped: 99_000, offset: 99_000, last: undefined },
      { skipped: 99_000, offset: 0, last: [1_700_000_000_000, 'ferry'] },
    ]
    for (const start of starts) {
      const plan = await planOf(store, listOwn({ owner: 'ann', start, limit: 26 }))
      if (dialect === 'sqlite') {
        expect(plan).toMatch(
          start.last
            ? /COVERING INDEX links_by_age \(owner=\? AND \(created_at,id\)<\(\?,\?\)\)/
            : /COVERING INDEX links_by_age \(owner=\?\)/,
        )
        expect(plan).toMatch(/SEARCH links USING PRIMARY KEY \(id=\?\)/)
      } else {
        expect(plan).toMatch(/Index (Only )?Scan Backward using links_by_age/)
      }
      // A scan of the whole table would grow with the links of all accounts.
      expect(plan).not.toMatch(/SCAN links|USING INDEX links_by_age|Seq Scan on links/)
    }
  })

  test('links are counted in an index, and not beyond a bound', async () => {
    const store = await openTestStore()
    const count = countOwn({ owner: 'ann' })
    expect(count.compile(store.sql, dialect).bindings).toEqual(['ann', 10_001])
    const plan = await planOf(store, count)
    if (dialect === 'sqlite') expect(plan).toMatch(/SEARCH links USING COVERING INDEX links_\w+ \(owner=\?\)/)
    else expect(plan).not.toMatch(/Seq Scan on links/)
  })

  if (dialect === 'sqlite') return

  test('the stored plan for pages and counts does not read all links, however many there are', async () => {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    await store.run(
      store.sql.raw(`insert into links (id, owner, destination, created_at, updated_at)
        select 'link_' || n, 'ann', repeat('x', 300), n, n from generate_series(1, 3000) n`),
    )
    await store.run(store.sql.raw('analyze links'))
    for (const last of [undefined, [1000, 'link_1000']]) {
      const call = listOwn({ owner: 'ann', start: { skipped: 0, offset: 0, last }, limit: 26 })
      expect(await keptPlanOf(store, call)).not.toMatch(/Seq Scan/)
    }
    expect(await keptPlanOf(store, countOwn({ owner: 'ann' }))).not.toMatch(/Seq Scan/)
  })
})
