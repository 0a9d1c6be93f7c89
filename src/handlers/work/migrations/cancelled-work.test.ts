import { expect, test } from 'vitest'
import { migrations as allMigrations } from '#app/migrations.ts'
import { openStore } from '#runtime/store/open.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { insertRows } from '#testing/insert-rows.ts'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  test('work of an older release keeps its statuses, and its steps count as having an effect', async () => {
    const store = await openStore(await newDatabase('empty'))
    await store.migrate(allMigrations.filter(({ name }) => name !== '0107-cancelled-work'))
    const owner = await fundedAccount(store, 0)
    const times = { created_at: 1, updated_at: 1 }
    await insertRows(store, 'work', [
      {
        ...{ id: 'work_1', owner, prompt: 'x', status: 'blocked', evidence: '[]', thread: 't', ...times },
        ...{ run_count: 1, cost: 0, queued_at: 1 },
      },
    ])
    const of = { work: 'work_1', owner, started_at: 1 }
    await insertRows(store, 'work_runs', [{ ...of, id: 'run_1', number: 1, status: 'failed' }])
    await insertRows(store, 'work_steps', [
      { ...of, id: 'step_1', run: 1, number: 1, method: 'notes.get', text: '', cost: 0, duration_ms: 0 },
    ])
    await store.migrate(allMigrations)
    const first = (table: string, column: string) => store.get(store.sql(table).select(column))
    expect([await first('work', 'status'), await first('work_runs', 'status')]).toEqual([
      { status: 'blocked' },
      { status: 'failed' },
    ])
    expect(
      Boolean((await store.get<{ has_effect: unknown }>(store.sql('work_steps').select('has_effect')))?.has_effect),
    ).toBe(true)
    await store.run(store.sql('work').update({ status: 'cancelled' }))
    await expect(store.run(store.sql('work').update({ status: 'other' }))).rejects.toThrow()
    await store.close()
  })
})
