import { expect, test } from 'vitest'
import { createAccounts } from '../../runtime/accounts/accounts.ts'
import { systemClock } from '../../runtime/base/clock.ts'
import { type DatabaseSettings, forOneDatabase } from '../../testing/databases.ts'
import { typeLine } from '../../testing/typed-line.ts'

forOneDatabase((_dialect, openTestStore, newDatabase) => {
  function typed({ dataDir, databaseUrl }: DatabaseSettings, ...args: string[]) {
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    return typeLine(args, { input: '', env, services: ['notes'] })
  }

  test('budgets are set, shown with what is used of them, and removed', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const accounts = createAccounts({ store, clock: systemClock, welcomeMicroCredits: 0, namespacedTables: [] })
    await accounts.create({ username: 'alice', password: 'correct horse battery' })
    const budget = (...args: string[]) => typed(settings, 'budget', ...args)

    expect(await budget('show', 'alice')).toMatchObject({ code: 0, err: 'alice has no budgets.\n' })
    const set = { code: 0, out: 'The budget of alice was set.\n', err: '' }
    expect(await budget('set', 'alice', '--tokens', '2000', '--credits', '0.5')).toEqual(set)
    expect(await budget('set', 'alice', '--agent', 'agent_1', '--month', '--calls', '7')).toEqual(set)
    const shown = await budget('show', 'alice')
    expect(shown.out.split('\n').map((row) => row.split('\t').slice(0, 5))).toEqual([
      ['FOR', 'PERIOD', 'TOKENS', 'CREDITS', 'CALLS'],
      ['account', 'day', '0/2000', '0/0.5', ''],
      ['agent_1', 'month', '', '', '0/7'],
      [''],
    ])
    expect(JSON.parse((await budget('show', 'alice', '--json')).out)[1]).toMatchObject({
      ...{ for: 'agent', id: 'agent_1', period: 'month', calls: { used: 0, limit: 7 } },
    })
    expect(await budget('set', 'alice')).toMatchObject({ out: 'The budget of alice was removed.\n' })
    expect((await budget('show', 'alice')).out).not.toContain('account')

    expect(await budget('set', 'alice', '--tokens', '-1')).toMatchObject({ code: 2 })
    expect(await budget('set', 'alice', '--agent', 'a', '--app', 'b')).toMatchObject({
      code: 2,
      err: expect.stringContaining('only one of'),
    })
  })
})
