import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { manualClock } from '../base/clock.ts'
import { createRecoveryAddresses } from './recovery-addresses.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('removing a recovery address leaves those of others, and a failure is reported', async () => {
    const store = await openTestStore()
    const addresses = createRecoveryAddresses({ store, clock: manualClock() })
    const [ann, ben] = [await fundedAccount(store, 1), await fundedAccount(store, 1)]
    for (const account of [ann, ben]) await store.write((tx) => addresses.begin(tx, account, 'a@elsewhere.example'))
    vi.spyOn(store, 'run').mockRejectedValueOnce(new Error('the disk is full'))
    await expect(addresses.remove(ann)).rejects.toThrow('the disk is full')
    await addresses.remove(ann)
    expect([(await addresses.of(ann)).pending, (await addresses.of(ben)).pending]).toEqual([
      undefined,
      'a@elsewhere.example',
    ])
  })
})
