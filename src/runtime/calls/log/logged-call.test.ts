import { expect, test } from 'vitest'
import { operationOf } from '#testing/checked-wire.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { manualClock } from '../../base/clock.ts'
import type { Transaction } from '../../store/types.ts'
import { CallLog } from './call-log.ts'
import { agentOf, tokenOf } from './fixtures/logged.ts'

forEachDatabase((_dialect, openTestStore) => {
  async function opened() {
    const store = await openTestStore()
    const ann = await fundedAccount(store, 1)
    const log = new CallLog({ store, clock: manualClock(), key: 'secret of the log', days: 90, maxEntries: 1000 })
    const begin = (id: 'notes.add' | 'notes.get', caller = tokenOf(ann)) => {
      const call = log.begin(operationOf(id), { requestId: 'request_1', door: 'http' }, caller)
      if (!call) throw new Error('calls of an account are logged')
      return call
    }
    const change = (tx: Transaction) => tx.run(tx.sql('accounts').where({ id: ann }).update({ updated_at: 1 }))
    const stored = async () => (await store.all(store.sql('call_log_pending'))).length
    const entries = async () => (await log.page(ann, { limit: 10 })).entries
    return { store, ann, log, begin, change, stored, entries }
  }

  test('a call joins its first write that is committed, and no other', async () => {
    const { store, ann, begin, change, stored } = await opened()
    const call = begin('notes.add')
    call.takes({ title: 'Tent', text: 'Dry it' }, undefined)
    const own = store.readingAs(ann, call)
    const failing = own.write(async (tx) => {
      await change(tx)
      throw new Error('not this time')
    })
    await expect(failing).rejects.toThrow('not this time')
    expect([call.isAwaited, await stored()]).toEqual([true, 0])
    await own.write(async (tx) => {
      expect(call.isAwaited).toBe(false)
      await change(tx)
    })
    expect([call.isAwaited, await stored()]).toEqual([false, 1])
    await own.write(change)
    expect(await stored()).toBe(1)
  })

  test('an entry names the approval that the call used', async () => {
    const { ann, begin, entries } = await opened()
    const call = begin('notes.add', agentOf(ann))
    call.takes({ title: 'Tent', text: 'Dry it' }, undefined)
    call.uses('approval_1')
    call.end({ result: {} }, 1)
    expect(await entries()).toMatchObject([{ operation: 'notes.add', approval: 'approval_1', caller: 'agent' }])
  })

  test('a call with arguments that have no canonical form is logged without their digest', async () => {
    const { begin, entries } = await opened()
    const call = begin('notes.get')
    call.takes({ title: '\ud800' }, undefined)
    call.end({ result: {} }, 1)
    const [entry, ...others] = await entries()
    expect([entry?.operation, entry?.digest, others]).toEqual(['notes.get', undefined, []])
  })
})
