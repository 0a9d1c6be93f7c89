import { beforeEach, describe, expect, test } from 'vitest'
import { createAccounts } from '../../runtime/accounts/accounts.ts'
import { systemClock } from '../../runtime/base/clock.ts'
import { Ledger } from '../../runtime/money/ledger.ts'
import type { Store } from '../../runtime/store/types.ts'
import { type DatabaseSettings, forEachDatabase } from '../../testing/databases.ts'
import { typeLine } from '../../testing/typed-line.ts'

const password = 'correct horse battery'

function typed(settings: DatabaseSettings, ...args: string[]) {
  const { dataDir, databaseUrl } = settings
  const env = { DATA_DIR: dataDir, WELCOME_CREDITS: '12.5', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  return typeLine(args, { input: `${password}\n`, env, services: ['notes'] })
}

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  let settings: DatabaseSettings
  let store: Store
  let alice: string

  beforeEach(async () => {
    settings = await newDatabase()
    store = await openTestStore(settings)
    const accounts = createAccounts({
      store,
      clock: systemClock,
      welcomeMicroCredits: 12_500_000,
      namespacedTables: [],
    })
    alice = (await accounts.create({ username: 'alice', password })).id
  })

  const onedoor = (...args: string[]) => typed(settings, ...args)

  test('credits are granted and shown exactly, with their reason', async () => {
    expect(await onedoor('credits', 'grant', 'alice', '0.000001', '--note', 'for luck')).toEqual({
      code: 0,
      out: 'alice was granted 0.000001 credits and has 12.500001.\n',
      err: '',
    })
    const shown = await onedoor('credits', 'show', 'alice')
    expect(shown).toMatchObject({ code: 0, err: '' })
    const [balance, ...rows] = shown.out.split('\n').slice(0, -1)
    expect(balance).toBe('alice has 12.500001 credits.')
    expect(rows.map((row) => row.split('\t').toSpliced(1, 1))).toEqual([
      ['NUMBER', 'KIND', 'CREDITS', 'BALANCE', 'FOR', 'REQUEST'],
      ['2', 'grant', '0.000001', '12.500001', 'for luck', ''],
      ['1', 'welcome', '12.5', '12.5', '', ''],
    ])
  })

  test('a new account gets WELCOME_CREDITS', async () => {
    expect(await onedoor('account', 'create', 'bobby', '--password-stdin')).toMatchObject({ code: 0 })
    expect((await onedoor('credits', 'show', 'bobby', '--limit', '0')).out).toBe('bobby has 12.5 credits.\n')
  })

  test('credits reserved by running calls are shown, and as many entries as requested', async () => {
    const ledger = new Ledger({ store, clock: systemClock })
    const call = { accountId: alice, operationId: 'text.classify', requestId: 'request-1', microCredits: 1_000_000 }
    await ledger.settle(await ledger.reserve(call))
    await ledger.reserve(call)
    const shown = await onedoor('credits', 'show', 'alice', '--limit', '0')
    expect(shown.out).toBe('alice has 11.5 credits, of which running calls reserve 1.\n')
    const { out } = await onedoor('credits', 'show', 'alice', '--json', '--limit', '1')
    expect(JSON.parse(out)).toEqual({
      balance: '11.5',
      reserved: '1',
      available: '10.5',
      entries: [
        {
          number: 2,
          at: expect.stringMatching(/Z$/),
          kind: 'charge',
          credits: '-1',
          balance_after: '11.5',
          operation: 'text.classify',
          request_id: 'request-1',
        },
      ],
    })
    expect((await onedoor('ledger', 'check')).out).toBe(
      'The ledger is consistent: accounts 1, entries 2, 11.5 credits in all, 1 of it reserved by running calls.\n',
    )
  })

  test('a consistent ledger is reported, and an inconsistent one exits with 1 and names every account', async () => {
    expect(await onedoor('ledger', 'check')).toEqual({
      code: 0,
      out: 'The ledger is consistent: accounts 1, entries 1, 12.5 credits in all.\n',
      err: '',
    })
    await store.run(store.sql('balances').where({ owner: alice }).update({ balance: 99_000_000 }))
    expect(await onedoor('ledger', 'check')).toEqual({
      code: 1,
      out: 'ACCOUNT\tPROBLEM\nalice\tthe balance is 99 and the entries add up to 12.5\n',
      err: expect.stringContaining('For 1 of 1 accounts, the balance does not match the ledger.'),
    })
  })

  test('an unknown account cannot be granted or shown credits', async () => {
    for (const args of [
      ['credits', 'grant', 'nobody_here', '1'],
      ['credits', 'show', 'nobody_here'],
    ]) {
      expect(await onedoor(...args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('There is no account "nobody_here"'),
      })
    }
  })

  describe('an invalid amount is rejected as typed', () => {
    test.each(['0', '-1', '1.0000001', '1e3', 'ten', '1000000001', ''])('%j', async (amount) => {
      const answer = await onedoor('credits', 'grant', '--', 'alice', amount)
      expect(answer).toMatchObject({ code: 2, out: '', err: expect.stringContaining('and greater than 0') })
      expect((await new Ledger({ store, clock: systemClock }).balance(alice)).balance).toBe(12_500_000)
    })
  })

  test.each([
    ['--limit', '1001', 'from 0 to 1000'],
    ['--limit', 'all', 'from 0 to 1000'],
  ])('credits show %s %s is rejected as typed', async (flag, value, problem) => {
    expect(await onedoor('credits', 'show', 'alice', flag, value)).toMatchObject({
      code: 2,
      err: expect.stringContaining(problem),
    })
  })

  test('a note that does not fit on one line is rejected', async () => {
    for (const text of ['', ' ', 'two\nlines', 'x'.repeat(201)]) {
      const answer = await onedoor('credits', 'grant', 'alice', '1', '--note', text)
      expect(answer).toMatchObject({ code: 2, err: expect.stringContaining('1 to 200 characters') })
    }
  })
})
