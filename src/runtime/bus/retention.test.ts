import { afterEach, describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import type { Bus } from './bus.ts'
import { delayMs } from './delivery.ts'
import { busOf, createReceivedTable, namesReceived, say, writer } from './fixtures/received.ts'
import { keepDays, keepListenerDays, keepUndeliveredDays, purgeEvents } from './retention.ts'

const dayMs = 86_400_000
const { signal } = new AbortController()

forEachDatabase((_dialect, openTestStore) => {
  const opened: Bus[] = []
  afterEach(async () => {
    for (const bus of opened.splice(0)) await bus.close()
  })

  async function world(listeners = [writer('notes')]) {
    const store = await openTestStore()
    await createReceivedTable(store)
    const clock = manualClock()
    const lines: string[] = []
    const { bus, metrics } = busOf(store, clock, { lines })
    opened.push(bus)
    await bus.start(listeners)
    const kept = async () => {
      const rows = await store.all<{ payload: string }>(store.sql('bus_announcements').orderBy('id').select('payload'))
      return rows.map(({ payload }) => (JSON.parse(payload) as { name: string }).name)
    }
    return { store, clock, bus, metrics, lines, kept }
  }

  describe('events', () => {
    test('that all subscribers have are stored for a week for replays, and then deleted', async () => {
      const { store, bus, clock, kept, lines } = await world()
      await say(bus, store, 'a')
      clock.advance(dayMs)
      await say(bus, store, 'b')
      await bus.settle()
      clock.advance((keepDays - 1) * dayMs)
      await bus.purge(signal)
      expect(await kept()).toEqual(['a', 'b'])
      clock.advance(1)
      await bus.purge(signal)
      expect(await kept()).toEqual(['b'])
      expect(lines).toEqual([])
    })

    test('without subscribers are not stored for anyone', async () => {
      const { store, bus, clock, kept, lines } = await world([{ name: 'deaf', topics: {} }])
      await say(bus, store, 'a')
      await bus.settle()
      clock.advance(keepDays * dayMs + 1)
      await bus.purge(signal)
      expect([await kept(), lines]).toEqual([[], []])
    })

    test('that failed for a subscriber are stored longer, and dropping them is logged', async () => {
      const { store, bus, clock, kept, lines, metrics } = await world([
        writer('broken', () => {
          throw new Error('never')
        }),
        writer('well'),
      ])
      await say(bus, store, 'a')
      for (let attempt = 1; attempt < 20; attempt++) {
        await bus.settle()
        clock.advance(delayMs(attempt))
      }
      for (let days = 0; days < keepUndeliveredDays - 1; days++) {
        clock.advance(dayMs)
        await bus.purge(signal)
      }
      expect(await kept()).toEqual(['a'])
      clock.advance(2 * dayMs)
      lines.length = 0
      await bus.purge(signal)
      expect(await kept()).toEqual([])
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'error', msg: 'undelivered events dropped', listener: 'broken', dropped: 1 },
      ])
      expect(await metrics.metrics()).toContain('onedoor_bus_dropped_total{listener="broken"} 1')
      expect(await store.all(store.sql('bus_setbacks'))).toEqual([])
    })

    test('beyond the maximum are deleted, oldest first and in batches, and subscribers that lose them are named', async () => {
      const { store, bus, clock, kept } = await world()
      await bus.close()
      await store.write(async (tx) => {
        for (let index = 0; index < 2100; index++) {
          const row = {
            topic: 'tests.happened',
            payload: `{"name":"${index}"}`,
            position: index + 1,
            created_at: clock.now(),
          }
          await tx.run(tx.sql('bus_announcements').insert(row))
        }
        await tx.run(tx.sql('bus_sequence').update({ last: 2100 }))
        await tx.run(tx.sql('bus_listeners').update({ position: 90 }))
      })
      const dropped: [string, number][] = []
      const log = createLog({ logLevel: 'silent' }, { write: () => undefined })
      const metrics = { dropped: (listener: string, count: number) => dropped.push([listener, count]) }
      await purgeEvents({ store, clock, log, metrics, signal, rows: 50 })
      expect(await kept()).toEqual(Array.from({ length: 50 }, (_, index) => String(2050 + index)))
      expect(dropped).toEqual([
        ['notes', 910],
        ['notes', 1000],
        ['notes', 50],
      ])
      expect(await namesReceived(store, 'notes')).toEqual([])
    })

    test('are not stored for a subscriber that no server has had for a week', async () => {
      const { store, bus, clock, lines, kept } = await world([writer('notes'), writer('former')])
      await bus.close()
      const { bus: later } = busOf(store, clock, { lines })
      opened.push(later)
      await later.start([writer('notes')])
      await say(later, store, 'a')
      await later.settle()
      clock.advance(keepListenerDays * dayMs + 1)
      await later.purge(signal)
      expect(await kept()).toEqual([])
      expect(await store.all(store.sql('bus_listeners').select('name'))).toEqual([{ name: 'notes' }])
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { msg: 'subscribers forgotten', listeners: ['former'] },
      ])
    })
  })
})
