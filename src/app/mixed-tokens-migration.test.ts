import { expect, onTestFinished, test } from 'vitest'
import { createTokens } from '../runtime/accounts/tokens.ts'
import { manualClock } from '../runtime/base/clock.ts'
import { openStore } from '../runtime/store/open.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { migrations } from './migrations.ts'

const name = '20261126-04-mixed-tokens'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  test('tokens made before both kinds could be mixed keep exactly their rights, and programs their keys', async () => {
    const store = await openStore(await newDatabase('empty'))
    onTestFinished(() => store.close())
    await store.migrate(migrations.filter((each) => each.name < name))
    const insert = (table: string, row: object) => store.run(store.sql(table).insert(row))
    await insert('accounts', { id: 'ann', username: 'ann', created_at: 1, updated_at: 1 })
    const given = { all_services: true, services: '["notes"]', capabilities: '["inbox"]', actions: true }
    for (const kind of ['services', 'product']) {
      const times = { created_at: 1, expires_at: 9_999_999_999_999 }
      await insert('tokens', { id: kind, account_id: 'ann', name: kind, kind, secret_sha256: kind, ...given, ...times })
    }
    const key = { kind: 'refresh', created_at: 1, expires_at: 2 }
    await insert('program_keys', { secret_sha256: 'key', token_id: 'services', account_id: 'ann', ...key })
    await store.migrate(migrations)
    const tokens = createTokens({ store, clock: manualClock(), services: [] })
    expect(await tokens.grantOf('ann', 'services')).toMatchObject({
      allServices: true,
      services: new Set(['notes']),
      capabilities: new Set(),
      actions: true,
    })
    expect(await tokens.grantOf('ann', 'product')).toMatchObject({
      allServices: false,
      services: new Set(),
      capabilities: new Set(['inbox']),
      actions: true,
    })
    expect(await store.all(store.sql('program_keys').select('token_id'))).toEqual([{ token_id: 'services' }])
  })
})
