import { expect, test } from 'vitest'
import { createAccounts } from '../../runtime/accounts/accounts.ts'
import { createProfiles } from '../../runtime/accounts/profiles.ts'
import { systemClock } from '../../runtime/base/clock.ts'
import { forOneDatabase } from '../../testing/databases.ts'
import { typeLine } from '../../testing/typed-line.ts'

forOneDatabase((_dialect, openTestStore, newDatabase) => {
  test('rules are tested in the time zone of the account, set, and shown', async () => {
    const { dataDir, databaseUrl } = await newDatabase()
    const store = await openTestStore({ dataDir, databaseUrl })
    const clock = systemClock
    const accounts = createAccounts({ store, clock, welcomeMicroCredits: 0, namespacedTables: [] })
    const { id } = await accounts.create({ username: 'alice', password: 'correct horse battery' })
    await createProfiles({ store, clock }).set(id, { displayName: '', timeZone: 'Asia/Tokyo' })
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const rules = (words: string[], document?: object) =>
      typeLine(['rules', ...words], { env, ...(document && { input: JSON.stringify(document) }) })

    expect((await rules(['show', 'alice'])).err).toContain('alice has no other rules.')
    const rule = { decision: 'deny', operation: 'notes.add', hours: { from: '22:00', to: '07:00' } }
    const by = { for: { kind: 'agent' }, operation: 'notes.add' }
    const tests = [
      { ...by, at: '2026-11-26T13:30:00Z', expect: 'deny' },
      { ...by, at: '2026-11-26T22:30:00Z', expect: 'allow' },
    ]
    const document = { preset: 'careful', rules: [rule], tests }
    const passed = await rules(['test', 'alice', '-'], document)
    expect([passed.code, passed.out.split('\n').map((line) => line.split('\t')[0])]).toEqual([
      0,
      ['RESULT', 'passed', 'passed', ''],
    ])
    expect(JSON.parse((await rules(['show', 'alice', '--json'])).out)).toMatchObject({ preset: 'balanced', rules: [] })
    const wrong = { ...document, tests: [{ ...by, at: '2026-11-26T22:30:00Z', expect: 'deny' }] }
    expect(await rules(['test', 'alice', '-'], wrong)).toMatchObject({
      code: 1,
      err: expect.stringContaining('1 of 1 test failed.'),
    })

    const set = await rules(['set', 'alice', '-'], document)
    expect(set).toEqual({ code: 0, out: 'The rules of alice were set: careful, 1 rule.\n', err: '' })
    expect((await rules(['show', 'alice'])).out).toContain('Deny notes.add from 22:00 to 07:00\tall programs')
    expect(JSON.parse((await rules(['show', 'alice', '--json'])).out)).toMatchObject({
      preset: 'careful',
      rules: [rule],
    })
    expect((await rules(['test', 'alice'])).code).toBe(0)
    const faulty = await rules(['set', 'alice', '-'], { rules: [{ decision: 'maybe' }] })
    expect([faulty.code, faulty.err.includes('rules[0].decision')]).toEqual([1, true])
    expect((await rules(['set', 'alice', '/nowhere/rules.json'])).code).toBe(2)
  })
})
