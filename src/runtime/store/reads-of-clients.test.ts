import { afterAll, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { openPostgresStore } from './postgres.ts'
import { openSqliteStore } from './sqlite.ts'
import { StoreUnavailableError } from './store-errors.ts'
import type { Store } from './types.ts'

/** A read that takes about as long as counting to `steps`. */
function slow(store: Store, steps: number) {
  return store.sql.raw(
    'with recursive steps (n) as (select 1 union all select n + 1 from steps where n < ?) select count(*) as n from steps',
    [steps],
  )
}

forEachDatabase((dialect, openTestStore, newDatabase) => {
  const opened: Store[] = []
  afterAll(async () => {
    for (const store of opened) await store.close()
  })

  /** A store whose clients can read for a short time only. */
  async function impatient(): Promise<Store> {
    const { dataDir, databaseUrl } = await newDatabase()
    const readLimitMs = 50
    const store =
      dialect === 'sqlite'
        ? await openSqliteStore(dataDir, { readLimitMs })
        : await openPostgresStore(databaseUrl as string, undefined, { readLimitMs })
    opened.push(store)
    return store
  }

  test('twenty slow reads of one client do not make the read of another wait for them', async () => {
    const store = await openTestStore()
    let ended = 0
    const greedy = Array.from({ length: 20 }, () =>
      store
        .readingAs('greedy')
        .all(slow(store, 300_000))
        .then(() => {
          ended += 1
        }),
    )
    await store.readingAs('modest').get(store.sql.raw('select 1 as one'))
    expect(ended).toBeLessThan(4)
    await Promise.all(greedy)
  })

  test('a read that takes too long is stopped with 503, and its connection serves the next one', async () => {
    const store = await impatient()
    const client = store.readingAs('someone')
    const failure = await client.all(slow(store, 1_000_000_000)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreUnavailableError)
    expect(failure).toMatchObject({ code: 'unavailable', reason: 'slow', retryAfterS: 30 })
    expect(await client.get(store.sql.raw('select 1 as one'))).toEqual({ one: 1 })
  })

  test("the product's own reads have no time limit", async () => {
    const store = await impatient()
    const [row] = await store.all<{ n: number }>(slow(store, 3_000_000))
    expect(Number(row?.n)).toBe(3_000_000)
  })
})
