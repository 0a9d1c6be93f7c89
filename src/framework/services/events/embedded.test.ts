import { afterEach, expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import type { Store } from '#runtime/store/types.ts'
import { type DatabaseSettings, forEachDatabase } from '#testing/databases.ts'
import { eventsConformance } from '#testing/events-conformance.ts'
import { eventBounds } from './bounds.ts'
import { EmbeddedEvents } from './embedded.ts'
import type { Events, EventsOptions } from './types.ts'

const log = { warn: () => undefined }

forEachDatabase((dialect, openTestStore, newDatabase) => {
  /** On PostgreSQL each engine has separate connections, as a process has. */
  const shared = {
    newShared: async () => (dialect === 'postgres' ? newDatabase() : openTestStore()),
    store: async (given: unknown): Promise<Store> =>
      dialect === 'postgres' ? openTestStore(given as DatabaseSettings) : (given as Store),
  }

  const engines: Events[] = []
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close()
  })
  function open(store: Store, options: Omit<EventsOptions, 'log'>): Events {
    const engine = new EmbeddedEvents({ store, log, ...options })
    engines.push(engine)
    return engine
  }

  eventsConformance('embedded event streaming', {
    newShared: shared.newShared,
    open: async (given, options) => open(await shared.store(given), options),
    async pass(engine, clock, ms) {
      clock.advance(ms)
      await engine.poll()
    },
  })

  test('expired events and groups are deleted, with everything that waits for them', async () => {
    const clock = manualClock()
    const store = await openTestStore()
    const engine = open(store, { clock, retentionMs: 60_000 })
    const options = { topic: 't', group: 'g', autoAck: false, ackWaitMs: 1000, retryLimit: 0 }
    const leaving = new AbortController()
    const consumption = engine.consume('acme', options, leaving.signal)
    await consumption.ready
    await engine.publish('acme', { topic: 't', metadata: {}, payload: Buffer.from('a') })
    const events = consumption[Symbol.asyncIterator]()
    expect((await events.next()).done).toBe(false)
    const count = async (table: string) =>
      Number((await store.get<{ n: number }>(store.sql(table).count({ n: '*' })))?.n)
    clock.advance(60_000)
    expect(await engine.read('acme', 't', { limit: 10, offset: 0 })).toEqual([])
    expect(await engine.purge()).toBe(1)
    expect([await count('events'), await count('event_deliveries')]).toEqual([0, 0])
    clock.advance(eventBounds.groupIdleMs)
    expect(await engine.purge()).toBe(0)
    expect(await count('event_groups')).toBe(1)
    leaving.abort()
    await events.return?.()
    clock.advance(eventBounds.groupIdleMs)
    expect(await engine.purge()).toBe(1)
    expect(await count('event_groups')).toBe(0)
  })
})
