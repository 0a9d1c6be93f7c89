import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { expectIndexes } from '../../testing/plans.ts'
import { manualClock } from '../base/clock.ts'
import { spendingOf } from './entries.ts'
import { Ledger } from './ledger.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('the spending since a time is what the account itself was charged since then', async () => {
    const store = await openTestStore()
    const clock = manualClock()
    const ledger = new Ledger({ store, clock })
    const [ann, ben] = [await fundedAccount(store, 9_000_000), await fundedAccount(store, 9_000_000)]
    const spend = async (accountId: string, operationId: string) =>
      ledger.settle(await ledger.reserve({ accountId, operationId, requestId: 'request-1', microCredits: 1_000_000 }))
    await spend(ann, 'text.classify')
    clock.advance(1000)
    const since = clock.now()
    await spend(ann, 'docs.write')
    await spend(ben, 'text.classify')
    expect(await spendingOf(store, ann, since)).toEqual([
      { operationId: 'docs.write', calls: 1, microCredits: 1_000_000 },
    ])
  })

  test('the spending since a time is added up without reading earlier entries', async () => {
    await expectIndexes(await openTestStore(), {
      ledger_entries_by_time: (reader) => spendingOf(reader, 'ann', 1_700_000_000_000),
    })
  })
})
