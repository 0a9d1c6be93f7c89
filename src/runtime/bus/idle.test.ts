import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { busOf, createReceivedTable, namesReceived, say, writer } from './fixtures/received.ts'

forEachDatabase((_, openTestStore) => {
  /** Counts the statements that look for work when nothing is due, for `count` subscribers that have received events before. */
  async function statementsOf(count: number): Promise<number> {
    const store = await openTestStore()
    await createReceivedTable(store)
    const { bus } = busOf(store, manualClock())
    await bus.start(Array.from({ length: count }, (_, n) => writer(`listener ${n}`)))
    await say(bus, store, 'a')
    await bus.settle()
    expect(await namesReceived(store, `listener ${count - 1}`)).toEqual(['a'])
    const reads = [vi.spyOn(store, 'all'), vi.spyOn(store, 'get'), vi.spyOn(store, 'run'), vi.spyOn(store, 'write')]
    await bus.settle()
    const statements = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    await bus.close()
    return statements
  }

  test('while nothing is published, one statement looks for the work of any number of subscribers', async () => {
    expect(await statementsOf(1)).toBe(1)
    expect(await statementsOf(20)).toBe(1)
  })
})
