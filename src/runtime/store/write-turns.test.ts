import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'

const writes = 20

forEachDatabase((dialect, openTestStore, newDatabase) => {
  test('writes of two processes that take turns change one row without undoing each other', async () => {
    const settings = await newDatabase()
    const first = await openTestStore(settings)
    // A second process on one SQLite database is rejected.
    const stores = dialect === 'sqlite' ? [first] : [first, await openTestStore(settings)]
    await first.run(first.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 0, updated_at: 0 }))
    let attempts = 0
    await Promise.all(
      stores.map(async (store) => {
        for (let count = 0; count < writes; count++) {
          await store.write(async (tx) => {
            attempts += 1
            const row = await tx.get<{ updated_at: number | string }>(tx.sql('accounts').where({ id: 'ann' }))
            await tx.run(
              tx
                .sql('accounts')
                .where({ id: 'ann' })
                .update({ updated_at: Number(row?.updated_at) + 1 }),
            )
          }, 'the row of ann')
        }
      }),
    )
    const row = await first.get<{ updated_at: number | string }>(first.sql('accounts').where({ id: 'ann' }))
    expect([Number(row?.updated_at), attempts]).toEqual([writes * stores.length, writes * stores.length])
  })
})
