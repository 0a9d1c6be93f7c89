import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { QuotaError } from '../store/errors.ts'
import type { Store } from '../store/types.ts'
import type { Bus } from './bus.ts'
import { delayMs, maxAttempts, maxWaiting } from './delivery.ts'
import { busOf, createReceivedTable, happened, receivedNames, say, writer } from './fixtures/received.ts'
import { maxPayloadBytes } from './publisher.ts'
import { createBusDesk } from './status.ts'

forEachDatabase((dialect, openTestStore) => {
  const opened: Bus[] = []

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

  async function addAccount(store: Store, id: string): Promise<void> {
    await store.run(store.sql('accounts').insert({ id, username: id, created_at: 0, updated_at: 0 }))
  }

  test('what is announced reaches every listener once, in order; what is rolled back reaches nobody', async () => {
    const { store, bus } = await world([writer('one'), writer('two')])
    await say(bus, store, 'a')
    const undone = store.write(async (tx) => {
      await bus.publish(tx, happened, { name: 'undone' })
      throw new Error('changed its mind')
    })
    await expect(undone).rejects.toThrow('changed its mind')
    for (const name of ['b', 'c', 'd']) await say(bus, store, name)
    await bus.settle()
    for (const listener of ['one', 'two']) expect(await receivedNames(store, listener)).toEqual(['a', 'b', 'c', 'd'])
    await bus.settle()
    expect(await receivedNames(store, 'one')).toHaveLength(4)
    await bus.close()
  })

  test('a commit wakes the listeners of its process without anybody asking', async () => {
    let told = (): void => undefined
    const heard = new Promise<void>((resolve) => {
      told = resolve
    })
    const { store, bus } = await world([writer('notes', () => told())])
    await say(bus, store, 'a')
    await heard
    await bus.settle()
    expect(await receivedNames(store, 'notes')).toEqual(['a'])
    await bus.close()
  })

  test('more than fits into one batch comes whole and in order', async () => {
    const { store, bus } = await world()
    const names = Array.from({ length: 450 }, (_, index) => `n${index}`)
    await store.write(async (tx) => {
      for (const name of names) await bus.publish(tx, happened, { name })
    })
    await bus.settle()
    expect(await receivedNames(store, 'notes')).toEqual(names)
    await bus.close()
  })

  test('a payload that its topic does not describe, or that is too large, is refused and undoes the record', async () => {
    const { store, bus } = await world()
    const publish = (name: unknown) =>
      store.write(async (tx) => {
        await tx.run(tx.sql('accounts').insert({ id: 'x', username: 'x', created_at: 0, updated_at: 0 }))
        await bus.publish(tx, happened, { name } as { name: string })
      })
    await expect(publish(7)).rejects.toThrow('expected string')
    await expect(publish('x'.repeat(maxPayloadBytes))).rejects.toThrow(`at most ${maxPayloadBytes} are carried`)
    expect(await store.all(store.sql('accounts'))).toEqual([])
    await publish('x'.repeat(maxPayloadBytes - 11))
    await bus.settle()
    expect((await receivedNames(store, 'notes'))[0]).toHaveLength(maxPayloadBytes - 11)
    await bus.close()
  })

  describe('a listener that fails', () => {
    test('is tried again with growing delays, holds up what has the same key, and nothing and nobody else', async () => {
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
      expect(await receivedNames(store, 'well')).toEqual(['bad 1', 'good 2', 'good 3', 'good 4'])
      expect(await receivedNames(store, 'broken')).toEqual(['good 3', 'good 4'])
      expect(JSON.parse(lines[0]!)).toMatchObject({
        level: 'warn',
        msg: 'announcement not delivered, will be tried again',
        listener: 'broken',
        topic: 'tests.happened',
        attempts: 1,
        err: { message: 'cannot take bad 1' },
      })
      expect(await metrics.metrics()).toContain('onedoor_bus_waiting{listener="broken"} 2')
      clock.advance(delayMs(1) - 1)
      await bus.settle()
      expect(lines).toHaveLength(1)
      clock.advance(1)
      await bus.settle()
      expect(lines).toHaveLength(2)
      isBroken = false
      clock.advance(delayMs(2))
      await bus.settle()
      expect(await receivedNames(store, 'broken')).toEqual(['good 3', 'good 4', 'bad 1', 'good 2'])
      expect(await metrics.metrics()).toContain('onedoor_bus_waiting{listener="broken"} 0')
      await bus.close()
    })

    test('because the account is full leaves the announcement out, and goes on', async () => {
      let isFull = true
      const failing = writer('full', (name) => {
        if (name === 'a' && isFull) throw new QuotaError(1024 * 1024)
      })
      const { store, bus, clock } = await world([failing])
      for (const name of ['a', 'c']) await say(bus, store, name, { key: 'k' })
      await bus.settle()
      expect(await receivedNames(store, 'full')).toEqual(['c'])
      isFull = false
      clock.advance(delayMs(6))
      await bus.settle()
      expect(await receivedNames(store, 'full')).toEqual(['c'])
      expect(await store.all(store.sql('bus_setbacks'))).toEqual([])
      await bus.close()
    })

    test('does not keep what it wrote before it failed', async () => {
      const { store, bus } = await world([
        writer('notes', async (name, tx) => {
          await tx.run(tx.sql('heard').insert({ listener: 'half', name }))
          throw new Error('half-way')
        }),
      ])
      await say(bus, store, 'a')
      await bus.settle()
      expect(await store.all(store.sql('heard'))).toEqual([])
      await bus.close()
    })

    test('loses nothing when an announcement is given up: an administrator sees it and has it delivered', async () => {
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
        expect([attempt, await receivedNames(store, 'notes')]).toEqual([
          attempt,
          attempt < maxAttempts ? [] : ['after'],
        ])
        clock.advance(delayMs(attempt))
      }
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: 'error', msg: 'announcement given up', attempts: 10 })
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
      expect(await receivedNames(store, 'notes')).toEqual(['after'])
      expect(await desk.retry('notes', letter!.announcement + 1)).toBe(0)
      expect(await desk.retry('notes', letter!.announcement)).toBe(1)
      await bus.settle()
      expect(await receivedNames(store, 'notes')).toEqual(['after', 'poison'])
      expect(await desk.deadLetters()).toEqual([])
      await bus.close()
    })

    test('at an unreadable payload gives it up at once and says what is wrong', async () => {
      const { store, bus, desk, lines } = await world()
      await store.run(
        store.sql('bus_announcements').insert({ topic: 'tests.happened', payload: '{"name":7}', created_at: 1 }),
      )
      await say(bus, store, 'b')
      await bus.settle()
      expect(await receivedNames(store, 'notes')).toEqual(['b'])
      expect(await desk.deadLetters()).toMatchObject([
        { attempts: 1, error: expect.stringMatching(/^name: .*expected string/), at: 1 },
      ])
      expect(lines).toHaveLength(1)
      await bus.close()
    })

    test('at everything stops taking more when as much as may wait does, and then loses nothing', async () => {
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
      expect((await receivedNames(store, 'notes')).toSorted()).toEqual(names.toSorted())
      expect(await store.all(store.sql('bus_setbacks'))).toEqual([])
      await bus.close()
    })
  })

  test('a replay delivers again what was announced from a moment on, and only to the listener it is asked for', async () => {
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
    expect(await receivedNames(store, 'one')).toEqual(['a', 'b', 'c', 'b', 'c'])
    expect(await receivedNames(store, 'two')).toEqual(['a', 'b', 'c'])
    expect(await desk.replay('one', moment + 1_000_000)).toBe(0)
    expect(await desk.replay('nobody', 0)).toBeUndefined()
    await bus.close()
  })

  test('a listener that is new gets what is kept', async () => {
    const { store, bus, clock } = await world()
    await say(bus, store, 'a')
    await bus.settle()
    await bus.close()
    const { bus: later } = busOf(store, clock)
    await later.start([writer('notes'), writer('new')])
    await later.settle()
    expect(await receivedNames(store, 'new')).toEqual(['a'])
    expect(await receivedNames(store, 'notes')).toEqual(['a'])
    await later.close()
  })

  test('nothing of an account that was deleted meanwhile is delivered, at the first attempt or later', async () => {
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
    expect(await receivedNames(store, 'notes')).toEqual(['later'])
    expect(await store.all(store.sql('bus_setbacks'))).toEqual([])
    await bus.close()
  })

  test('whoever asks waits until a listener has what was committed before', async () => {
    const { store, bus } = await world()
    expect(await bus.reached('notes')).toBe(true)
    await say(bus, store, 'a')
    expect(await bus.reached('notes')).toBe(true)
    expect(await receivedNames(store, 'notes')).toEqual(['a'])
    expect(await bus.reached('nobody')).toBe(false)
    await bus.close()
    await say(bus, store, 'b')
    expect(await bus.reached('notes', 100)).toBe(false)
  })

  describe('with several processes', () => {
    const parentPid = process.ppid

    test('one at a time delivers to a listener, and another goes on when that one is gone', async () => {
      const { store, bus, clock } = await world()
      const { bus: other } = busOf(store, clock, { pid: parentPid })
      await other.start([writer('notes')])
      for (let index = 0; index < 20; index++) await say(index % 2 ? bus : other, store, `n${index}`)
      await Promise.all([bus.settle(), other.settle()])
      await bus.settle()
      await other.settle()
      const names = Array.from({ length: 20 }, (_, index) => `n${index}`)
      expect(await receivedNames(store, 'notes')).toEqual(names)

      const [row] = await store.all<{ pid: number }>(store.sql('bus_listeners').select('pid'))
      const [holding, waiting] = Number(row!.pid) === process.pid ? [bus, other] : [other, bus]
      await say(waiting, store, 'held')
      await waiting.settle()
      expect(await receivedNames(store, 'notes')).toEqual(names)
      await holding.settle()
      expect(await receivedNames(store, 'notes')).toEqual([...names, 'held'])

      await store.run(store.sql('bus_listeners').update({ pid: 2 ** 22 + 1, holder: 'a process that was killed' }))
      await say(waiting, store, 'after')
      await waiting.settle()
      expect(await receivedNames(store, 'notes')).toEqual([...names, 'held', 'after'])
      await Promise.all([bus.close(), other.close()])
    })

    test('a process that lost its lease while it delivered changes nothing', async () => {
      const { store, bus, clock } = await world([
        writer('notes', async (name, tx) => {
          if (name === 'a') await tx.run(tx.sql('bus_listeners').update({ holder: 'another' }))
        }),
      ])
      // The listener itself plays the process that takes over, so that its delivery of `b` finds the lease gone.
      await say(bus, store, 'a')
      await bus.settle()
      await store.run(store.sql('bus_listeners').update({ lease_until: clock.now() + 45_000, pid: parentPid }))
      await say(bus, store, 'b')
      await bus.settle()
      expect(await receivedNames(store, 'notes')).toEqual(['a'])
      clock.advance(45_001)
      await bus.settle()
      expect(await receivedNames(store, 'notes')).toEqual(['a', 'b'])
      await bus.close()
    })

    if (dialect === 'postgres') {
      test('an announcement that is committed after a later one is not skipped, and neither waits for the other', async () => {
        const { store, bus } = await world()
        let commit = (): void => undefined
        const mayCommit = new Promise<void>((resolve) => {
          commit = resolve
        })
        let written = (): void => undefined
        const isWritten = new Promise<void>((resolve) => {
          written = resolve
        })
        const slow = store.write(async (tx) => {
          await bus.publish(tx, happened, { name: 'first written' })
          written()
          await mayCommit
        })
        await isWritten
        await say(bus, store, 'first committed')
        await bus.settle()
        expect(await receivedNames(store, 'notes')).toEqual(['first committed'])
        commit()
        await slow
        await bus.settle()
        expect(await receivedNames(store, 'notes')).toEqual(['first committed', 'first written'])
        const ids = await store.all(store.sql('bus_announcements').orderBy('id').select('id', 'position'))
        expect(ids).toEqual([
          { id: 1, position: 2 },
          { id: 2, position: 1 },
        ])
        await bus.close()
      })
    }

    test('announcements about one record come in the order of its changes, whoever makes them', async () => {
      const { store, bus, clock } = await world()
      const { bus: other } = busOf(store, clock, { pid: parentPid })
      await other.start([writer('notes')])
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
      expect(await receivedNames(store, 'notes')).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)))
      await Promise.all([bus.close(), other.close()])
    })
  })
})
