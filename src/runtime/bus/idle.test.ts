import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { busOf, createReceivedTable, receivedNames, say, writer } from './fixtures/received.ts'

forEachDatabase((_, openTestStore) => {
  /** Statements that look for work when there is none, for so many listeners that have heard something before. */
  async function statementsOf(count: number): Promise<number> {
    const store = await openTestStore()
    await createReceivedTable(store)
    const { bus } = busOf(store, manualClock())
    await bus.start(Array.from({ length: count }, (_, n) => writer(`listener ${n}`)))
    await say(bus, store, 'a')
    await bus.settle()
    expect(await receivedNames(store, `listener ${count - 1}`)).toEqual(['a'])
    const reads = [vi.spyOn(store, 'all'), vi.spyOn(store, 'get'), vi.spyOn(store, 'run'), vi.spyOn(store, 'write')]
    await bus.settle()
    const statements = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    await bus.close()
    return statements
  }

  test('while nothing is announced, as few statements look for work for twenty listeners as for one', async () => {
    const ofOne = await statementsOf(1)
    expect(ofOne).toBeLessThanOrEqual(4)
    expect(await statementsOf(20)).toBe(ofOne)
  })
})
