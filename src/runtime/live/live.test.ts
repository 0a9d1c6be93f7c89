import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { localSignals, type Signals } from '#runtime/base/signals.ts'
import { postgresSignals } from '#runtime/store/postgres-signals.ts'
import { type DatabaseSettings, forEachDatabase } from '#testing/databases.ts'
import { holder, type LiveWorld, liveWorldOn, minuteMs, neverPolling, wait } from '#testing/live-streams.ts'
import { newPrefix, sharedNats } from '#testing/nats.ts'
import { maxDataBytes, maxStoredEvents } from './event-table.ts'
import type { LiveTimes } from './live.ts'
import { openNatsSignals } from './nats-signals.ts'
import { eventStreamText } from './server-sent-events.ts'

const onlyPolling: LiveTimes = { ...neverPolling, pollMs: 50 }
/** Signals that nobody receives. */
const noSignals: Signals = { send() {}, listen: () => () => {}, close: () => Promise.resolve() }

type OpenSignals = (database: DatabaseSettings) => Promise<Signals>

const carriers: { name: string; times: LiveTimes; open: OpenSignals }[] = [
  { name: 'NOTIFY', times: neverPolling, open: async ({ databaseUrl = '' }) => postgresSignals(databaseUrl) },
  {
    name: 'NATS',
    times: neverPolling,
    open: async ({ databaseUrl = '' }) => openNatsSignals({ url: await sharedNats(), prefix: prefixOf(databaseUrl) }),
  },
  { name: 'polling alone', times: onlyPolling, open: async () => noSignals },
]

const prefixes = new Map<string, string>()
function prefixOf(databaseUrl: string): string {
  const prefix = prefixes.get(databaseUrl) ?? newPrefix()
  prefixes.set(databaseUrl, prefix)
  return prefix
}

forEachDatabase((dialect, openTestStore, newDatabase) => {
  const opened = async (over = {}) => liveWorldOn(await openTestStore(), localSignals(), neverPolling, over)

  /** Two worlds like two server processes; on SQLite there is only one process. */
  async function two(carrier: (typeof carriers)[number]): Promise<[LiveWorld, LiveWorld]> {
    const database = await newDatabase()
    const world = async () => liveWorldOn(await openTestStore(database), await carrier.open(database), carrier.times)
    return [await world(), await world()]
  }

  const ways = dialect === 'sqlite' ? [] : carriers
  describe.each(ways)('between processes by $name', (carrier) => {
    test('events reach the readers of a channel on every process, in order, and no others', async () => {
      const [here, there] = await two(carrier)
      const readers = [await here.read(), await there.read(), await there.read({ channel: 'hall' })]
      for (const word of ['one', 'two']) await here.say(word)
      await there.say('three')
      for (const reader of readers.slice(0, 2)) {
        await expect.poll(() => reader.seen, wait).toEqual(['(open)', 'one', 'two', 'three'])
      }
      await here.say('end', 'hall')
      await expect.poll(() => readers[2]?.seen, wait).toEqual(['(open)', 'end'])
    })

    test('a reader continues on another process where it was', async () => {
      const [here, there] = await two(carrier)
      const first = await here.read()
      await here.say('one')
      await expect.poll(() => first.seen, wait).toEqual(['(open)', 'one'])
      first.stream.close()
      await here.say('two')
      const second = await there.read({ after: first.lastId })
      await here.say('three')
      await expect.poll(() => second.seen, wait).toEqual(['(open)', 'two', 'three'])
    })

    test('lost access ends the stream on every process', async () => {
      const [here, there] = await two(carrier)
      const [member, other] = [await there.read({ subjects: ['group_1/ann'] }), await there.read({ subjects: ['x'] })]
      await here.store.write((tx) => here.live.loseAccess(tx, 'group_1/ann'))
      await member.done
      expect([member.stream.end, other.stream.end]).toEqual(['lost', undefined])
    })
  })

  test('simultaneous publishers lose no event, and readers get each once, in one order', async () => {
    const world = await opened()
    const readers = [await world.read(), await world.read()]
    const words = Array.from({ length: 60 }, (_, index) => `w${index}`)
    await Promise.all(words.map((word) => world.say(word)))
    await expect.poll(() => readers[0]?.seen.length, wait).toBe(61)
    await expect.poll(() => readers[1]?.seen, wait).toEqual(readers[0]?.seen)
    expect([...(readers[0]?.seen ?? [])].sort()).toEqual(['(open)', ...words].sort())
    const ids = readers[0]?.events.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(61)
  })

  test('an event of a transaction that is rolled back reaches nobody', async () => {
    const world = await opened()
    const reader = await world.read()
    const undone = world.store.write(async (tx) => {
      await world.live.publish(tx, { channel: 'room', event: 'word', data: { word: 'no' } })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await world.say('yes')
    await expect.poll(() => reader.seen, wait).toEqual(['(open)', 'yes'])
  })

  describe('a reader that reconnects', () => {
    test('gets the events it has missed since its position, page by page', async () => {
      const world = await opened()
      const first = await world.read()
      await expect.poll(() => first.seen, wait).toEqual(['(open)'])
      first.stream.close()
      const words = Array.from({ length: 250 }, (_, index) => `w${index}`)
      await world.store.write(async (tx) => {
        for (const word of words) await world.live.publish(tx, { channel: 'room', event: 'word', data: { word } })
      })
      world.clock.advance(59 * minuteMs)
      const second = await world.read({ after: first.lastId })
      await expect.poll(() => second.seen, wait).toEqual(['(open)', ...words])
    })

    test.each([
      ['was away for more than an hour', (world: LiveWorld) => void world.clock.advance(61 * minuteMs)],
      [
        'has missed more than is stored',
        async (world: LiveWorld) => {
          await world.store.write(async (tx) => {
            for (let i = 0; i < maxStoredEvents; i++)
              await world.live.publish(tx, { channel: 'room', event: 'word', data: { word: 'x' } })
          })
        },
      ],
    ])('must start over if it %s', async (_why, happen) => {
      const world = await opened()
      const first = await world.read()
      await expect.poll(() => first.seen, wait).toEqual(['(open)'])
      first.stream.close()
      await happen(world)
      const second = await world.read({ after: first.lastId })
      await world.say('new')
      await expect.poll(() => second.seen, wait).toEqual(['(reset)', 'new'])
      const third = await world.read({ after: second.lastId })
      await expect.poll(() => third.seen, wait).toEqual(['(open)'])
    })

    test.each(['nonsense', '-', 'zzzz-0', 'zzzzzzzzzz-zzzzzzzzz', '1-1\n', '../1'])(
      'must start over with the position %j',
      async (after) => {
        const world = await opened()
        const reader = await world.read({ after })
        await expect.poll(() => reader.seen, wait).toEqual(['(reset)'])
      },
    )
  })

  describe('limits', () => {
    test('of items that wait for a slow reader: they are dropped, and others are not affected', async () => {
      const world = await opened()
      const slow = await world.live.open({ channel: 'room', holder })
      const fast = await world.read()
      const pending = slow[Symbol.asyncIterator]()
      await pending.next()
      for (let i = 0; i < 3; i++) {
        await world.store.write(async (tx) => {
          for (let j = 0; j < 100; j++)
            await world.live.publish(tx, { channel: 'room', event: 'word', data: { word: `${i}/${j}` } })
        })
        await expect.poll(() => fast.seen.length, wait).toBe(1 + (i + 1) * 100)
      }
      expect(slow.end).toBe('behind')
      expect((await pending.next()).done).toBe(true)
      expect(world.live.count).toBe(1)
    })

    test('of bytes that wait for a slow reader, even if all come at once', async () => {
      const world = await opened()
      const slow = await world.live.open({ channel: 'room', holder })
      const fast = await world.read()
      const data = { word: 'x'.repeat(60_000) }
      await world.store.write(async (tx) => {
        for (let i = 0; i < 60; i++) await world.live.publish(tx, { channel: 'room', event: 'word', data })
      })
      await expect.poll(() => fast.seen.length, wait).toBe(61)
      expect(slow.end).toBe('behind')
    })

    test.each([
      [
        'an account',
        { perAccount: 2, perAddress: 9, perProcess: 9 },
        { accountId: 'a', clientAddress: '' },
        'rate_limited',
      ],
      ['an address', { perAccount: 9, perAddress: 2, perProcess: 9 }, { clientAddress: '2001:db8::1' }, 'rate_limited'],
      ['the process', { perAccount: 9, perAddress: 9, perProcess: 4 }, { clientAddress: '192.0.2.9' }, 'unavailable'],
    ])('of streams of %s, without those that have ended', async (_what, bounds, who, code) => {
      const world = await opened({ bounds })
      const first = await world.read({ holder: who })
      await world.read({ holder: who })
      await expect(world.read({ holder: who })).rejects.toMatchObject({ code, retryAfterS: 10 })
      first.stream.close()
      await world.read({ holder: who })
    })

    test('of anonymous readers of one address, which do not lock out an account behind it', async () => {
      const world = await opened({ bounds: { perAccount: 1, perAddress: 2, perProcess: 9 } })
      const clientAddress = '192.0.2.9'
      await world.read({ holder: { clientAddress } })
      await world.read({ holder: { clientAddress } })
      await expect(world.read({ holder: { clientAddress } })).rejects.toMatchObject({ code: 'rate_limited' })
      await world.read({ holder: { accountId: 'a', clientAddress } })
      await world.read({ holder: { accountId: 'b', clientAddress } })
    })

    test('of the /64 of an IPv6 address', async () => {
      const world = await opened({ bounds: { perAccount: 9, perAddress: 1, perProcess: 9 } })
      await world.read({ holder: { clientAddress: '2001:db8::1' } })
      await expect(world.read({ holder: { clientAddress: '2001:db8::2' } })).rejects.toMatchObject({
        code: 'rate_limited',
      })
      await world.read({ holder: { clientAddress: '2001:db8:0:1::1' } })
    })

    test('of an event', async () => {
      const { store, live } = await opened()
      const publish = (event: object) =>
        store.write((tx) => live.publish(tx, { channel: 'room', event: 'word', data: {}, ...event }))
      await publish({ data: { word: 'x'.repeat(maxDataBytes - 11) } })
      await expect(publish({ data: { word: 'x'.repeat(maxDataBytes - 10) } })).rejects.toThrow('64 KiB')
      for (const event of ['', 'open', 'reset', 'end', 'Word', 'a\nb', 'x'.repeat(61)]) {
        await expect(publish({ event })).rejects.toThrow(RangeError)
      }
      for (const channel of ['', 'a b', 'x'.repeat(201)]) await expect(publish({ channel })).rejects.toThrow(RangeError)
    })

    test('of stored events: the newest of each channel, for little more than an hour', async () => {
      const world = await opened()
      const kept = async () =>
        Number((await world.store.get<{ n: number }>(world.store.sql('live_events').count({ n: '*' })))?.n)
      for (let i = 0; i < 5; i++) {
        await world.store.write(async (tx) => {
          for (let j = 0; j < 160; j++) await world.live.publish(tx, { channel: 'room', event: 'word', data: {} })
        })
      }
      await world.live.close()
      expect(await kept()).toBe(maxStoredEvents)
      const signal = new AbortController().signal
      for (const { run } of world.live.schedules) await run(signal)
      expect(await kept()).toBe(maxStoredEvents)
      world.clock.advance(66 * minuteMs)
      for (const { run } of world.live.schedules) await run(signal)
      expect(await kept()).toBe(0)
    })
  })

  test('quiet streams get a heartbeat, and those with an event none', async () => {
    const store = await openTestStore()
    const world = liveWorldOn(store, localSignals(), { ...neverPolling, beatMs: 20 })
    const reader = await world.read()
    await expect.poll(() => reader.items.filter((item) => item === 'beat').length, wait).toBeGreaterThan(2)
  })

  test('without readers nothing runs and the database is not queried', async () => {
    const world = await opened()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const before = vi.getTimerCount()
    const readers = [await world.read(), await world.read()]
    expect(vi.getTimerCount()).toBe(before + 3)
    readers[0]?.stream.close()
    expect(vi.getTimerCount()).toBe(before + 3)
    readers[1]?.stream.close()
    expect(vi.getTimerCount()).toBe(before)
    const again = await world.read()
    await world.say('still here')
    await expect.poll(() => again.seen, wait).toEqual(['(open)', 'still here'])
  })

  test('an event is encoded once for all readers of its channel', async () => {
    const world = await opened()
    const received = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const stream = await world.live.open({ channel: 'room', holder })
        const pieces: (string | Uint8Array)[] = []
        void (async () => {
          for await (const piece of eventStreamText(stream)) pieces.push(piece)
        })()
        return pieces
      }),
    )
    await world.say('to everybody')
    await expect.poll(() => received.map(({ length }) => length), wait).toEqual([3, 3, 3])
    const events = received.map((pieces) => pieces[2])
    expect(String(Buffer.from(events[0] ?? ''))).toContain('to everybody')
    expect(new Set(events).size).toBe(1)
    expect(events[0]).toBeInstanceOf(Uint8Array)
  })

  test('server-sent events include when to reconnect, and why a stream ends', async () => {
    const world = await opened()
    const stream = await world.live.open({ channel: 'room', holder })
    const text: string[] = []
    const done = (async () => {
      for await (const piece of eventStreamText(stream)) text.push(Buffer.from(piece).toString())
    })()
    await world.say('hello\nworld')
    await expect.poll(() => text.length, wait).toBe(3)
    world.live.endStreams()
    await done
    const [retry, open, word, end] = text
    expect(Number(/^retry: (\d+)\n\n$/.exec(retry ?? '')?.[1])).toBe(stream.retryMs)
    expect(stream.retryMs).toBeGreaterThanOrEqual(1000)
    expect(open).toMatch(/^id: 0-[0-9a-z]+\nevent: open\ndata: \{\}\n\n$/)
    expect(word).toMatch(/^id: 1-[0-9a-z]+\nevent: word\ndata: \{"word":"hello\\nworld"\}\n\n$/)
    expect(end).toMatch(/^retry: \d+\nevent: end\ndata: \{"reason":"stopping"\}\n\n$/)
    await expect(world.live.open({ channel: 'room', holder })).rejects.toMatchObject({ code: 'unavailable' })
  })
})
