import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { systemClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { Ledger } from './ledger.ts'

forEachDatabase((_dialect, openTestStore) => {
  async function books() {
    const store = await openTestStore()
    const account = await fundedAccount(store, 5_000_000)
    const ledger = new Ledger({ store, clock: systemClock })
    const call = { accountId: account, operationId: 'text.classify', requestId: 'request-1', microCredits: 1_000_000 }
    await ledger.settle(await ledger.reserve(call))
    await ledger.reserve(call)
    return { store, account, ledger }
  }

  test('a correct ledger is added up, with the reservations of running calls', async () => {
    const { ledger } = await books()
    expect(await ledger.check()).toEqual({
      accounts: 1,
      entries: 2,
      microCredits: 4_000_000,
      reserved: 1_000_000,
      mismatches: [],
    })
  })

  const faults: [string, (store: Store, owner: string) => Promise<unknown>, string[]][] = [
    [
      'a balance that was changed manually',
      (store, owner) => store.run(store.sql('balances').where({ owner }).update({ balance: 9_000_000 })),
      ['the balance is 9 and the entries add up to 4'],
    ],
    [
      'an amount that was changed manually',
      (store, owner) =>
        store.run(store.sql('ledger_entries').where({ owner, kind: 'charge' }).update({ amount: -500_000 })),
      ['the balance is 4 and the entries add up to 4.5', 'entry 2 does not follow from the previous one'],
    ],
    [
      'an entry that was deleted',
      (store, owner) => store.run(store.sql('ledger_entries').where({ owner, kind: 'grant' }).delete()),
      [
        'the balance is 4 and the entries add up to -1',
        '2 entries were counted and 1 exist',
        'entry 2 does not follow from the previous one',
      ],
    ],
    [
      'a holding that was deleted',
      (store, owner) => store.run(store.sql('holdings').where({ owner }).delete()),
      ['1 are marked as reserved and the reservations are 0'],
    ],
    [
      'a balance that is missing',
      (store, owner) => store.run(store.sql('balances').where({ owner }).delete()),
      [
        'the balance is 0 and the entries add up to 4',
        '0 entries were counted and 2 exist',
        '0 are marked as reserved and the reservations are 1',
      ],
    ],
  ]

  test.each(faults)('%s is found and reported', async (_, tamper, problems) => {
    const { store, account, ledger } = await books()
    await fundedAccount(store, 1)
    await tamper(store, account)
    const { mismatches } = await ledger.check()
    expect(mismatches).toEqual(problems.map((problem) => ({ accountId: account, username: account, problem })))
  })

  test('the database itself rejects a balance below zero and a reservation beyond it', async () => {
    const { store, account: owner } = await books()
    for (const row of [{ balance: -1 }, { reserved: -1 }, { reserved: 4_000_001 }])
      await expect(store.run(store.sql('balances').where({ owner }).update(row))).rejects.toThrow(/balances_never/)
  })
})
