import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { keptPlanOf, planOf } from '../../testing/plans.ts'
import * as rows from './rows.ts'

const beginning = { skipped: 0, offset: 0, last: undefined }
const late = { skipped: 99_000, offset: 99_000, last: undefined }
const after = { skipped: 99_000, offset: 0, last: [1_700_000_000_000, 'bookmark_1'] }

forEachDatabase((dialect, openTestStore) => {
  test.each([
    ['all', undefined, /COVERING INDEX bookmarks_by_age \(owner=\?( AND \(created_at,id\)<\(\?,\?\))?\)/],
    [
      'one kind',
      'link',
      /COVERING INDEX bookmarks_by_kind \(owner=\? AND kind=\?( AND \(created_at,id\)<\(\?,\?\))?\)/,
    ],
  ])('a page of %s reads only the items that it returns', async (_, kind, expected) => {
    const store = await openTestStore()
    for (const start of [late, after]) {
      const plan = await planOf(store, rows.page({ owner: 'ann', kind, start, limit: 21 }))
      if (dialect === 'sqlite') expect(plan).toMatch(expected)
      else expect(plan).toMatch(/Index (Only )?Scan Backward using bookmarks_by_/)
      expect(plan).not.toMatch(/SCAN bookmarks|Seq Scan on bookmarks/)
    }
  })

  test.each([undefined, 'link'])('items are counted in an index, and not beyond a bound (%s)', async (kind) => {
    const store = await openTestStore()
    const count = rows.countOf('ann', kind)
    expect(count.compile(store.sql, dialect).bindings).toContain(10_001)
    const plan = await planOf(store, count)
    if (dialect === 'sqlite') expect(plan).toMatch(/COVERING INDEX bookmarks_/)
    else expect(plan).not.toMatch(/Seq Scan on bookmarks/)
  })

  test.each([undefined, 'link'])('the order and the place of a page hold, also of a kind (%s)', async (kind) => {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    for (let n = 0; n < 9; n++) {
      const item = { id: `bookmark_${n}`, owner: 'ann', url: 'u', url_key: String(n), title: 't', source: 's' }
      const made = Math.floor(n / 2)
      await store.run(store.sql('bookmarks').insert({ ...item, kind: 'link', created_at: made, updated_at: made }))
    }
    const idsFrom = async (start: typeof beginning | typeof after) =>
      (await store.all<{ id: string }>(rows.page({ owner: 'ann', kind, start, limit: 3 }))).map(({ id }) => id)
    expect(await idsFrom(beginning)).toEqual(['bookmark_8', 'bookmark_7', 'bookmark_6'])
    expect(await idsFrom({ ...late, offset: 7 })).toEqual(['bookmark_1', 'bookmark_0'])
    expect(await idsFrom({ ...after, last: [3, 'bookmark_7'] })).toEqual(['bookmark_6', 'bookmark_5', 'bookmark_4'])
  })

  if (dialect === 'sqlite') return

  test('the plan that is kept for pages and counts reads not all items, however many', async () => {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    await store.run(
      store.sql.raw(`insert into bookmarks (id, owner, url, url_key, title, kind, source, excerpt, created_at, updated_at)
        select 'bookmark_' || n, 'ann', 'u', n, 't', 'link', 's', repeat('x', 300), n, n from generate_series(1, 3000) n`),
    )
    await store.run(store.sql.raw('analyze bookmarks'))
    for (const kind of [undefined, 'link']) {
      for (const start of [beginning, after])
        expect(await keptPlanOf(store, rows.page({ owner: 'ann', kind, start, limit: 21 }))).not.toMatch(/Seq Scan/)
      expect(await keptPlanOf(store, rows.countOf('ann', kind))).not.toMatch(/Seq Scan/)
    }
  })
})
