import { Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { openRelay } from '../../testing/relay.ts'
import type { Signals } from '../base/signals.ts'
import { postgresSignals } from './postgres-signals.ts'

/** Calls of `setTimeout` that start the next attempt at a connection. */
interface Attempt {
  readonly delayMs: number
  run(): void
}

/** The delays before reconnecting, which end when the test says so. */
function heldAttempts(): Attempt[] {
  const attempts: Attempt[] = []
  const { setTimeout: original } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delayMs?: number, ...rest: []) => {
    // The driver has its own timers, and so has fetch, whose functions have more parameters.
    if (!new Error().stack?.includes('#tryAgain')) return original(run, delayMs, ...rest)
    attempts.push({ delayMs: delayMs ?? 0, run })
    return original(() => undefined, 1)
  }) as typeof setTimeout)
  return attempts
}

const opened: Signals[] = []
let attempts: Attempt[] = []
beforeEach(() => {
  attempts = heldAttempts()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const signals of opened.splice(0)) await signals.close()
})

function signalsTo(databaseUrl: string) {
  const said: string[] = []
  const signals = postgresSignals(databaseUrl, { warn: (_, message) => void said.push(message) })
  opened.push(signals)
  return { signals, said }
}

forEachDatabase((dialect, _, newDatabase) => {
  if (dialect !== 'postgres') {
    test('an unreachable database is logged once, and signals still wake this process', async () => {
      const { signals, said } = signalsTo('postgres://127.0.0.1:1/nowhere')
      let woken = 0
      signals.listen('a', () => {
        woken += 1
      })
      await expect.poll(() => attempts.length).toBe(1)
      attempts[0]?.run()
      await expect.poll(() => attempts.length).toBe(2)
      signals.send('a')
      expect([woken, said]).toEqual([1, ['signals lost']])
    })
    return
  }
  /** Counts how often a topic wakes, and waits for it. */
  function listening(signals: Signals, topic: string) {
    const woken = { times: 0 }
    const end = signals.listen(topic, () => {
      woken.times += 1
    })
    return { woken, end }
  }

  async function connectionsTo(databaseUrl: string): Promise<number> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'onedoor signals'",
    )
    await client.end()
    return rows[0].count
  }

  test('a signal wakes the listeners of its topic here at once, in other processes by one message, and no others', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const [here, there] = [signalsTo(databaseUrl!).signals, signalsTo(databaseUrl!).signals]
    const [near, far, other] = [listening(here, 'a'), listening(there, 'a'), listening(there, 'b')]
    // All listeners wake once when they can receive signals from others.
    await expect.poll(() => [near.woken.times, far.woken.times, other.woken.times]).toEqual([1, 1, 1])
    const query = vi.spyOn(pg.Client.prototype, 'query')
    here.send('a')
    here.send('a')
    expect(near.woken.times).toBe(3)
    await expect.poll(() => far.woken.times).toBe(2)
    // It also receives its own message.
    await expect.poll(() => near.woken.times).toBe(4)
    expect(query.mock.calls.filter(([text]) => String(text).includes('pg_notify'))).toHaveLength(1)
    expect(other.woken.times).toBe(1)
    far.end()
    here.send('a')
    here.send('b')
    await expect.poll(() => other.woken.times).toBe(2)
    expect(far.woken.times).toBe(2)
    expect(await connectionsTo(databaseUrl!)).toBe(2)
    await here.close()
    await there.close()
    expect(await connectionsTo(databaseUrl!)).toBe(0)
  })

  test('signals that come while others are being sent are sent after them, in one message', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const [here, there] = [signalsTo(databaseUrl!).signals, signalsTo(databaseUrl!).signals]
    const others = ['a', 'b', 'c'].map((topic) => listening(there, topic).woken)
    const ready = listening(here, 'x')
    await expect.poll(() => [ready.woken.times, others[0]?.times]).toEqual([1, 1])
    const sent: unknown[] = []
    const { query } = pg.Client.prototype
    const release = Promise.withResolvers<void>()
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args: unknown[]) {
      if (String(args[0]).includes('pg_notify')) {
        sent.push((args[1] as unknown[])[1])
        if (sent.length === 1) await release.promise
      }
      return (query as (...given: unknown[]) => unknown).apply(this, args)
    } as never)
    here.send('a')
    await expect.poll(() => sent).toEqual([['a']])
    here.send('b')
    here.send('c')
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    expect(sent).toEqual([['a']])
    release.resolve()
    await expect.poll(() => others.map(({ times }) => times)).toEqual([2, 2, 2])
    expect(sent).toEqual([['a'], ['b', 'c']])
  })

  test('a lost connection is restored, with growing delays, and then all listeners wake', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const relay = await openRelay(databaseUrl!)
    const { signals, said } = signalsTo(relay.urlOf(databaseUrl!))
    const { woken } = listening(signals, 'a')
    await expect.poll(() => woken.times).toBe(1)
    expect(said).toEqual([])
    await relay.cut()
    for (let tries = 1; tries <= 8; tries++) {
      await expect.poll(() => attempts.length).toBe(tries)
      // Signals in between wait for the next attempt.
      signals.send('b')
      signals.listen('c', () => undefined)
      if (tries < 8) attempts.at(-1)?.run()
    }
    expect(attempts.map(({ delayMs }) => delayMs)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(said).toEqual(['signals lost'])
    expect(woken.times).toBe(1)
    await relay.restore()
    attempts.at(-1)?.run()
    await expect.poll(() => woken.times).toBe(2)
    expect(said).toEqual(['signals lost', 'signals restored'])
    expect(await connectionsTo(databaseUrl!)).toBe(1)
    await relay.cut()
    await expect.poll(() => attempts.length).toBe(9)
    expect([attempts.at(-1)?.delayMs, said.length]).toEqual([500, 3])
    await signals.close()
    attempts.at(-1)?.run()
    signals.send('a')
    signals.listen('d', () => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    expect([attempts.length, said.length]).toEqual([9, 3])
  })

  test('a connection that the server ends is reported as lost, one that this process ends is not', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const { signals, said } = signalsTo(databaseUrl!)
    const { woken } = listening(signals, 'a')
    await expect.poll(() => woken.times).toBe(1)
    const admin = new pg.Client({ connectionString: databaseUrl! })
    await admin.connect()
    await admin.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'onedoor signals'",
    )
    await admin.end()
    await expect.poll(() => attempts.length).toBe(1)
    attempts[0]?.run()
    await expect.poll(() => woken.times).toBe(2)
    expect(said).toEqual(['signals lost', 'signals restored'])
    await signals.close()
    expect([attempts.length, said.length]).toEqual([1, 2])
  })

  test('signals that are closed while connecting leave no connection', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const { signals, said } = signalsTo(databaseUrl!)
    signals.listen('a', () => undefined)
    await signals.close()
    expect(await connectionsTo(databaseUrl!)).toBe(0)
    expect([said, attempts]).toEqual([[], []])
  })

  test('the first signal of a process that only sends arrives once it is connected', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const [here, there] = [signalsTo(databaseUrl!).signals, signalsTo(databaseUrl!).signals]
    const { woken } = listening(there, 'a')
    await expect.poll(() => woken.times).toBe(1)
    here.send('a')
    await expect.poll(() => woken.times).toBe(2)
  })

  test('a connection that cannot listen, or reports an error, is ended before the next attempt', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const { query } = pg.Client.prototype
    const clients: pg.Client[] = []
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args: unknown[]) {
      if (String(args[0]).startsWith('listen')) clients.push(this)
      if (clients.length === 1 && clients[0] === this) throw new Error('no LISTEN behind this pooler')
      return (query as (...given: unknown[]) => unknown).apply(this, args)
    } as never)
    const { signals, said } = signalsTo(databaseUrl!)
    const { woken } = listening(signals, 'a')
    await expect.poll(() => attempts.length).toBe(1)
    expect([await connectionsTo(databaseUrl!), said]).toEqual([0, ['signals lost']])
    attempts[0]?.run()
    await expect.poll(() => woken.times).toBe(1)
    clients[1]?.emit('error', new Error('out of step'))
    expect(attempts.length).toBe(2)
    await expect.poll(() => connectionsTo(databaseUrl!)).toBe(0)
    attempts[1]?.run()
    await expect.poll(() => woken.times).toBe(2)
    expect(await connectionsTo(databaseUrl!)).toBe(1)
  })

  /** Ends of connections, which happen when the test says so. */
  function heldEnds() {
    const { end } = pg.Client.prototype
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.spyOn(pg.Client.prototype, 'end').mockImplementation(async function (this: pg.Client) {
      begun.resolve()
      await released.promise
      await (end as () => Promise<void>).call(this)
    } as never)
    return { begun: begun.promise, release: released.resolve }
  }

  async function expectsToCloseAfter(ends: ReturnType<typeof heldEnds>, signals: Signals) {
    let isClosed = false
    const closing = signals.close().then(() => {
      isClosed = true
    })
    await ends.begun
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    ends.release()
    await closing
  }

  test('closing waits for the end of the connection', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const { signals, said } = signalsTo(databaseUrl!)
    const { woken } = listening(signals, 'a')
    await expect.poll(() => woken.times).toBe(1)
    await expectsToCloseAfter(heldEnds(), signals)
    expect([said, attempts]).toEqual([[], []])
  })

  test('closing waits for the end of a connection that could not listen', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const { query } = pg.Client.prototype
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args: unknown[]) {
      if (String(args[0]).startsWith('listen')) throw new Error('no LISTEN behind this pooler')
      return (query as (...given: unknown[]) => unknown).apply(this, args)
    } as never)
    const ends = heldEnds()
    const { signals, said } = signalsTo(databaseUrl!)
    signals.listen('a', () => undefined)
    await ends.begun
    await expectsToCloseAfter(ends, signals)
    expect([said, attempts]).toEqual([[], []])
  })

  test('a silent connection has TCP keep-alive, so that the system finds out when it is cut', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const kept = vi.spyOn(Socket.prototype, 'setKeepAlive')
    const { woken } = listening(signalsTo(databaseUrl!).signals, 'a')
    await expect.poll(() => woken.times).toBe(1)
    expect(kept.mock.calls.map(([isOn]) => isOn)).toEqual([true])
  })
})
