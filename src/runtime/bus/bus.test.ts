import { afterEach, describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { type Clock, manualClock } from '../base/clock.ts'
import { QuotaError } from '../store/store-errors.ts'
import type { Store } from '../store/types.ts'
import type { Bus } from './bus.ts'
import { delayMs, maxAttempts, maxWaiting } from './delivery.ts'
import { busOf, createReceivedTable, happened, namesReceived, say, writer } from './fixtures/received.ts'
import { maxPayloadBytes } from './publisher.ts'
import { createBusDesk } from './status.ts'

forEachDatabase((dialect, openTestStore) => {
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
    return { store, clock, bus, metrics, lines, desk: createBusDesk({ store }) }
  }

  /** Another process on the same database. */
  async function otherProcess(store: Store, clock: Clock, listeners = [writer('notes')]): Promise<Bus> {
    const { bus } = busOf(store, clock, { pid: process.ppid })
    opened.push(bus)
    await bus.start(listeners)
    return bus
  }

  async function addAccount(store: Store, id: string): Promise<void> {
    await store.run(store.sql('accounts').insert({ id, username: id, created_at: 0, updated_at: 0 }))
  }

  test('every subscriber gets published events once and in order, and none after a rollback', async () => {
    const { store, bus } = await world([writer('one'), writer('two')])
    await say(bus, store, 'a')
    const undone = store.write(async (tx) => {
      await bus.publish(tx, happened, { name: 'undone' })
      throw new Error('changed its mind')
    })
    await expect(undone).rejects.toThrow('changed its mind')
    for (const name of ['b', 'c', 'd']) await say(bus, store, name)
    await bus.settle()
    for (const listener of ['one', 'two']) expect(await namesReceived(store, listener)).toEqual(['a', 'b', 'c', 'd'])
    await bus.settle()
    expect(await namesReceived(store, 'one')).toHaveLength(4)
  })

  test('a commit wakes the subscribers of its process without polling', async () => {
    const received = Promise.withResolvers<void>()
    const { store, bus } = await world([writer('notes', () => received.resolve())])
    await say(bus, store, 'a')
    await received.promise
    await bus.settle()
    expect(await namesReceived(store, 'notes')).toEqual(['a'])
  })

  test('more events than fit into one batch are delivered completely and in order', async () => {
    const { store, bus } = await world()
    const names = Array.from({ length: 450 }, (_, index) => `n${index}`)
    await store.write(async (tx) => {
      for (const name of names) await bus.publish(tx, happened, { name })
    })
    await bus.settle()
    expect(await namesReceived(store, 'notes')).toEqual(names)
  })

  test('a payload that does not match its topic, or is too large, is rejected and rolls back the record', async () => {
    const { store, bus } = await world()
    const publish = (name: unknown) =>
      store.write(async (tx) => {
        await tx.run(tx.sql('accounts').insert({ id: 'x', username: 'x', created_at: 0, updated_at: 0 }))
        await bus.publish(tx, happened, { name } as { name: string })
      })
    await expect(publish(7)).rejects.toThrow('expected string')
    await expect(publish('x'.repeat(maxPayloadBytes))).rejects.toThrow(`The maximum is ${maxPayloadBytes}`)
    expect(await store.all(store.sql('accounts'))).toEqual([])
    await publish('x'.repeat(maxPayloadBytes - 11))
    await bus.settle()
    expect((await namesReceived(store, 'notes'))[0]).toHaveLength(maxPayloadBytes - 11)
  })

  describe('a subscriber that fails', () => {
    test('is retried with growing delays, which hold up only events with the same key', async () => {
      let isBroken = true
      const broken = writer('broken', (name) => {
        if (isBroken && name.startsWith('bad')) throw new Error(`cannot take ${name}`)
      })
      const { store, bus, clock, lines, metrics } = await world([broken, writer('well')])
      for (const [name, key] of [
        ['bad 1', 'k'],
        ['good 2', 'k'],
        ['good 3', 'other'],
        ['good 4', undefined],
      ] as const)
        await say(bus, store, name, key ? { key } : {})
      await bus.settle()
      expect(await namesReceived(store, 'well')).toEqual(['bad 1', 'good 2', 'good 3', 'good 4'])
      expect(await namesReceived(store, 'broken')).toEqual(['good 3', 'good 4'])
      expect(JSON.parse(lines[0]!)).toMatchObject({
        level: 'warn',
        msg: 'event not delivered, will be retried',
        listener: 'broken',
        topic: 'tests.happened',
        attempts: 1,
        err: { message: 'cannot take bad 1' },
      })
      expect(await metrics.metrics()).toContain('onedoor_bus_waiting{listener="broken"} 2')
      expect(await bus.nextRetry()).toBe(clock.now() + delayMs(1))
      clock.advance(delayMs(1) - 1)
      await bus.settle()
      expect(lines).toHaveLength(1)
      clock.advance(1)
      await bus.settle()
      expect(lines).toHaveLength(2)
      isBroken = false
      clock.advance(delayMs(2))
      await bus.settle()
      expect(await namesReceived(store, 'broken')).toEqual(['good 3', 'good 4', 'bad 1', 'good 2'])
      expect(await bus.nextRetry()).toBeUndefined()
      expect(await metrics.metrics()).toContain('onedoor_bus_waiting{listener="broken"} 0')
    })

    test('because the account is full skips the event out, and goes on', async () => {
      let isFull = true
      const failing = writer('full', (name) => {
        if (name === 'a' && isFull) throw new QuotaError({ bytes: 1024 * 1024, isOwn: false })
      })
      const { store, bus, clock } = await world([failing])
      for (const name of ['a', 'c']) await say(bus, store, name, { key: 'k' })
      await bus.settle()
      expect(await namesReceived(store, 'full')).toEqual(['c'])
      isFull = false
      clock.advance(delayMs(6))
      await bus.settle()
      expect(await namesReceived(store, 'full')).toEqual(['c'])
      expect(await store.all(store.sql('bus_setbacks'))).toEqual([])
    })

    test('rolls back what it wrote before it failed', async () => {
      const { store, bus } = await world([
        writer('notes', async (name, tx) => {
          await tx.run(tx.sql('received').insert({ listener: 'half', name }))
          throw new Error('half-way')
        }),
      ])
      await say(bus, store, 'a')
      await bus.settle()
      expect(await store.all(store.sql('received'))).toEqual([])
    })

    test('loses nothing when an event is given up: an administrator sees it and retries it', async () => {
      let isBroken = true
      const { store, bus, clock, lines, desk, metrics } = await world([
        writer('notes', (name) => {
          if (isBroken && name === 'poison') throw new Error('cannot take it')
        }),
      ])
      await say(bus, store, 'poison', { key: 'k' })
      await say(bus, store, 'after', { key: 'k' })
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        await bus.settle()
        expect([attempt, await namesReceived(store, 'notes')]).toEqual([
          attempt,
          attempt < maxAttempts ? [] : ['after'],
        ])
        clock.advance(delayMs(attempt))
      }
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: 'error', msg: 'event given up', attempts: 10 })
      expect(await metrics.metrics()).toContain('onedoor_bus_dead_letters{listener="notes"} 1')
      const [letter] = await desk.deadLetters()
      expect(letter).toMatchObject({
        listener: 'notes',
        topic: 'tests.happened',
        attempts: 10,
        error: 'cannot take it',
      })
      isBroken = false
      clock.advance(86_400_000)
      await bus.settle()
      expect(await namesReceived(store, 'notes')).toEqual(['after'])
      expect(await desk.retry('notes', letter!.announcement + 1)).toBe(0)
      expect(await desk.retry('notes', letter!.announcement)).toBe(1)
      await bus.settle()
      expect(await namesReceived(store, 'notes')).toEqual(['after', 'poison'])
      expect(await desk.deadLetters()).toEqual([])
    })

    test('on an unreadable payload gives it up at once and reports the reason', async () => {
      const { store, bus, desk, lines } = await world()
      await store.run(
        store.sql('bus_announcements').insert({ topic: 'tests.happened', payload: '{"name":7}', created_at: 1 }),
      )
      await say(bus, store, 'b')
      await bus.settle()
      expect(await namesReceived(store, 'notes')).toEqual(['b'])
      expect(await desk.deadLetters()).toMatchObject([
        { attempts: 1, error: expect.stringMatching(/^name: .*expected string/), at: 1 },
      ])
      expect(lines).toHaveLength(1)
    })

    test('on every event stops at the limit of waiting events, and loses nothing', async () => {
      let isBroken = true
      const { store, bus, clock } = await world([
        writer('notes', () => {
          if (isBroken) throw new Error('down')
        }),
      ])
      const names = Array.from({ length: maxWaiting + 5 }, (_, index) => `n${index}`)
      await store.write(async (tx) => {
        for (const name of names) await bus.publish(tx, happened, { name })
      })
      await bus.settle()
      expect(await store.all(store.sql('bus_setbacks').select('announcement'))).toHaveLength(maxWaiting)
      isBroken = false
      clock.advance(delayMs(1))
      await bus.settle()
      expect((await namesReceived(store, 'notes')).toSorted()).toEqual(names.toSorted())
      expect(await store.all(store.sql('bus_setbacks'))).toEqual([])
    })
  })

  test('a replay delivers again events since a given time, and only to the given subscriber', async () => {
    const { store, bus, clock, desk } = await world([writer('one'), writer('two')])
    await say(bus, store, 'a')
    clock.advance(1000)
    const moment = clock.now()
    await say(bus, store, 'b')
    clock.advance(1000)
    await say(bus, store, 'c')
    await bus.settle()
    expect(await desk.replay('one', moment)).toBe(2)
    await bus.settle()
    expect(await namesReceived(store, 'one')).toEqual(['a', 'b', 'c', 'b', 'c'])
    expect(await namesReceived(store, 'two')).toEqual(['a', 'b', 'c'])
    expect(await desk.replay('one', moment + 1_000_000)).toBe(0)
    expect(await desk.replay('nobody', 0)).toBeUndefined()
  })

  test('a new subscriber gets all stored events', async () => {
    const { store, bus, clock } = await world()
    await say(bus, store, 'a')
    await bus.settle()
    await bus.close()
    const later = await otherProcess(store, clock, [writer('notes'), writer('new')])
    await later.settle()
    expect(await namesReceived(store, 'new')).toEqual(['a'])
    expect(await namesReceived(store, 'notes')).toEqual(['a'])
  })

  test('events of an account deleted in the meantime are not delivered, neither at the first attempt nor later', async () => {
    let isBroken = true
    const { store, bus, clock } = await world([
      writer('notes', () => {
        if (isBroken) throw new Error('not yet')
      }),
    ])
    await addAccount(store, 'ann')
    await say(bus, store, "ann's", { account: 'ann', key: 'k' })
    await say(bus, store, 'later', { key: 'k' })
    await bus.settle()
    await store.run(store.sql('accounts').where({ id: 'ann' }).delete())
    isBroken = false
    clock.advance(delayMs(1))
    await bus.settle()
    expect(await namesReceived(store, 'notes')).toEqual(['later'])
    expect(await store.all(store.sql('bus_setbacks'))).toEqual([])
  })

  test('a caller can wait until a subscriber has everything committed before', async () => {
    const { store, bus } = await world()
    expect(await bus.reached('notes')).toBe(true)
    await say(bus, store, 'a')
    expect(await bus.reached('notes')).toBe(true)
    expect(await namesReceived(store, 'notes')).toEqual(['a'])
    expect(await bus.reached('nobody')).toBe(false)
    await bus.close()
    await say(bus, store, 'b')
    expect(await bus.reached('notes', 100)).toBe(false)
  })

  describe('with several processes', () => {
    const parentPid = process.ppid

    test('one process delivers to a subscriber, and another takes over when it ends', async () => {
      const { store, bus, clock } = await world()
      const other = await otherProcess(store, clock)
      for (let index = 0; index < 20; index++) await say(index % 2 ? bus : other, store, `n${index}`)
      await Promise.all([bus.settle(), other.settle()])
      await bus.settle()
      await other.settle()
      const names = Array.from({ length: 20 }, (_, index) => `n${index}`)
      expect(await namesReceived(store, 'notes')).toEqual(names)

      const [row] = await store.all<{ pid: number }>(store.sql('bus_listeners').select('pid'))
      const [holding, waiting] = Number(row!.pid) === process.pid ? [bus, other] : [other, bus]
      await say(waiting, store, 'held')
      await waiting.settle()
      expect(await namesReceived(store, 'notes')).toEqual(names)
      await holding.settle()
      expect(await namesReceived(store, 'notes')).toEqual([...names, 'held'])

      await store.run(store.sql('bus_listeners').update({ pid: 2 ** 22 + 1, holder: 'a process that was killed' }))
      await say(waiting, store, 'after')
      await waiting.settle()
      expect(await namesReceived(store, 'notes')).toEqual([...names, 'held', 'after'])
    })

    test('a process that lost its lease during a delivery changes nothing', async () => {
      const { store, bus, clock } = await world([
        writer('notes', async (name, tx) => {
          if (name === 'a') await tx.run(tx.sql('bus_listeners').update({ holder: 'another' }))
        }),
      ])
      // The subscriber itself acts as the process that takes over, so that its delivery of `b` has lost the lease.
      await say(bus, store, 'a')
      await bus.settle()
      await store.run(store.sql('bus_listeners').update({ lease_until: clock.now() + 45_000, pid: parentPid }))
      await say(bus, store, 'b')
      await bus.settle()
      expect(await namesReceived(store, 'notes')).toEqual(['a'])
      clock.advance(45_001)
      await bus.settle()
      expect(await namesReceived(store, 'notes')).toEqual(['a', 'b'])
    })

    if (dialect === 'postgres') {
      test('an event that commits after a later one is not skipped, and neither waits for the other', async () => {
        const { store, bus } = await world()
        const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const slow = store.write(async (tx) => {
          await bus.publish(tx, happened, { name: 'first written' })
          written.resolve()
          await mayCommit.promise
        })
        await written.promise
        await say(bus, store, 'first committed')
        await bus.settle()
        expect(await namesReceived(store, 'notes')).toEqual(['first committed'])
        mayCommit.resolve()
        await slow
        await bus.settle()
        expect(await namesReceived(store, 'notes')).toEqual(['first committed', 'first written'])
        const ids = await store.all(store.sql('bus_announcements').orderBy('id').select('id', 'position'))
        expect(ids).toEqual([
          { id: 1, position: 2 },
          { id: 2, position: 1 },
        ])
      })
    }

    test('events about one record are delivered in the order of its changes, even from different processes', async () => {
      const { store, bus, clock } = await world()
      const other = await otherProcess(store, clock)
      await addAccount(store, 'ann')
      const change = (by: Bus) =>
        store.write(async (tx) => {
          await tx.run(tx.sql('accounts').where({ id: 'ann' }).increment('updated_at'))
          const row = await tx.get<{ updated_at: number }>(tx.sql('accounts').select('updated_at'))
          await by.publish(tx, happened, { name: String(row?.updated_at) }, { key: 'ann' })
        })
      await Promise.all(Array.from({ length: 30 }, (_, index) => change(index % 2 ? bus : other)))
      await Promise.all([bus.settle(), other.settle()])
      await bus.settle()
      await other.settle()
      expect(await namesReceived(store, 'notes')).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)))
    })
  })
})
