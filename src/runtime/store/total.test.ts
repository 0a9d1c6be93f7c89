import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { countedAs, countedBy, countUpTo } from './total.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('rows are counted as far as a bound, and no further: those of a list without an end too', async () => {
    const store = await openTestStore()
    const upTo = (condition: string) =>
      store.sql.from(
        store.sql.raw(
          `(with recursive numbers (i) as (select 1 as i union all select i + 1 from numbers ${condition})
            select i from numbers) as listed`,
        ),
      )
    const counted = (condition: string) => countedBy(store, countUpTo(store.sql, upTo(condition)))
    expect(await counted('where i < 3')).toEqual({ total: 3, isAtLeast: false })
    expect(await counted('where i < 10000')).toEqual({ total: 10_000, isAtLeast: false })
    expect(await counted('where i < 10001')).toEqual({ total: 10_000, isAtLeast: true })
    expect(await counted('')).toEqual({ total: 10_000, isAtLeast: true })
  })
})

test('of several lists the sum is at least what is known, and exact where each count is', () => {
  expect(countedAs(3, 10_000)).toEqual({ total: 10_003, isAtLeast: false })
  expect(countedAs(3, 10_001)).toEqual({ total: 10_003, isAtLeast: true })
  expect(countedAs()).toEqual({ total: 0, isAtLeast: false })
})
