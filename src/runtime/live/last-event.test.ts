import { expect, test } from 'vitest'
import { localSignals } from '#runtime/base/signals.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { liveWorldOn, wait } from '#testing/live-streams.ts'

forEachDatabase((_dialect, openTestStore) => {
  const opened = async () => liveWorldOn(await openTestStore(), localSignals())
  const still = { event: 'word', isOver: async () => false }

  test('a stream ends with its last event when that is published, and not with a stored one', async () => {
    const world = await opened()
    await world.say('stored')
    const reader = await world.read({ last: still })
    await expect.poll(() => reader.seen, wait).toEqual(['(open)', 'stored'])
    await world.say('last')
    await reader.done
    expect([reader.seen, reader.stream.end]).toEqual([['(open)', 'stored', 'last'], 'over'])
  })

  test('a stream of what has ended while it was opened has all events, and ends', async () => {
    const world = await opened()
    const isOver = async () => {
      await world.say('in between')
      return true
    }
    const reader = await world.read({ last: { event: 'word', isOver } })
    await reader.done
    expect([reader.seen, reader.stream.end]).toEqual([['(open)', 'in between'], 'over'])
    const again = await world.read({ after: reader.lastId, last: { event: 'word', isOver: async () => true } })
    await again.done
    expect([again.seen, world.live.count]).toEqual([['(open)'], 0])
  })
})
