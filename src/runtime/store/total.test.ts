import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { keptPlanOf } from '../../testing/plans.ts'
import { statement } from './statement.ts'
import { countedAs, countedBy, countUpTo } from './total.ts'
import type { Store } from './types.ts'

const countOf = statement<{ owner: string }>((sql, param) =>
  countUpTo(sql, sql('lamps').where({ owner: param('owner') }), 'lit_at'),
)

/** Lamps of several owners, in an index by owner and time. */
async function fill(store: Store, numbers: Record<string, number>): Promise<void> {
  await store.run(store.sql.raw('create table lamps (id integer, owner text, lit_at integer, label text)'))
  await store.run(store.sql.raw('create index lamps_by_time on lamps (owner, lit_at)'))
  for (const [owner, rows] of Object.entries(numbers)) {
    await store.run(
      store.sql.raw(
        `insert into lamps (id, owner, lit_at, label)
           with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${rows})
           select i, '${owner}', i, 'A lamp of brass, with a shade of green glass and a flex of six feet' from numbers`,
      ),
    )
  }
  await store.run(store.sql.raw('analyze lamps'))
}

forEachDatabase((dialect, openTestStore) => {
  test('rows are counted up to a bound', async () => {
    const store = await openTestStore()
    await fill(store, { few: 3, bound: 10_000, beyond: 10_001, many: 10_500 })
    const counted = (owner: string) => countedBy(store, countOf({ owner }))
    expect(await counted('few')).toEqual({ total: 3, isAtLeast: false })
    expect(await counted('bound')).toEqual({ total: 10_000, isAtLeast: false })
    expect(await counted('beyond')).toEqual({ total: 10_000, isAtLeast: true })
    expect(await counted('many')).toEqual({ total: 10_000, isAtLeast: true })
    expect(countOf({ owner: 'many' }).compile(store.sql, dialect).bindings).toEqual(['many', 10_001])
  })

  if (dialect === 'sqlite') return

  test('the few rows of one owner are counted in the index, though most of the table belongs to another', async () => {
    const store = await openTestStore()
    await fill(store, { many: 12_000, few: 3 })
    expect(await keptPlanOf(store, countOf({ owner: 'few' }))).toMatch(/Index (Only )?Scan using lamps_by_time/)
  })
})

test('the sum of several lists is at least the known count, and exact if each count is', () => {
  expect(countedAs(3, 10_000)).toEqual({ total: 10_003, isAtLeast: false })
  expect(countedAs(3, 10_001)).toEqual({ total: 10_003, isAtLeast: true })
  expect(countedAs()).toEqual({ total: 0, isAtLeast: false })
})
