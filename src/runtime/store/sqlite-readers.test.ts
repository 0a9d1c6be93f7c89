import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SqliteConnection } from './sqlite-connection.ts'
import { SqliteReaders } from './sqlite-readers.ts'
import type { Outcome } from './types.ts'

/** Connections whose reads end when the test says so; what follows from it has happened when `end` resolves. */
function connections() {
  const running: { sql: string; end: (error?: Error) => Promise<void> }[] = []
  const interrupted: string[] = []
  const connection = () => {
    let last = ''
    return {
      execute: (sql: string) => {
        last = sql
        const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
        const end = async (error?: Error) => {
          if (error) reject(error)
          else resolve({ rows: [sql], changes: 0 })
          await turn()
        }
        running.push({ sql, end })
        return promise
      },
      interrupt: () => interrupted.push(last),
    } as unknown as SqliteConnection
  }
  return { running, connection, interrupted }
}

/** Readers of at most `max` such connections, and how often they have waited for another and opened it. */
function readersOf(
  max: number,
  { patience, open }: { patience?: () => Promise<unknown>; open?: () => Promise<SqliteConnection> } = {},
) {
  const { running, connection, interrupted } = connections()
  const count = { waits: 0, opened: 0 }
  const opening = async () => {
    count.opened += 1
    return open ? open() : connection()
  }
  const waiting = async () => {
    count.waits += 1
    await patience?.()
  }
  const readers = new SqliteReaders(connection(), opening, max, 1000, waiting)
  return { running, interrupted, connection, count, readers }
}

test('reads that wait only shortly share a connection', async () => {
  const patience = Promise.withResolvers<void>()
  const { running, readers, count } = readersOf(3, { patience: () => patience.promise })
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  for (const index of [0, 1]) await running[index]!.end()
  patience.resolve()
  expect(await Promise.all(reads)).toEqual([['1'], ['2']])
  await readers.drained()
  expect(count.opened).toBe(0)
})

test('before any client reads, simultaneous reads of the server wait longer for another connection', async () => {
  const patience = async () => {
    if (running.length < 3) await running.at(-1)!.end()
  }
  const { running, readers, count } = readersOf(2, { patience })
  const burst = ['1', '2', '3'].map((sql) => readers.all(sql, []))
  await expect.poll(() => running.length).toBe(3)
  await running[2]!.end()
  await Promise.all(burst)
  expect(count).toEqual({ opened: 0, waits: 2 })
  count.waits = 0
  const reads = ['4', '5'].map((sql) => readers.all(sql, []))
  await expect.poll(() => running.length).toBe(5)
  expect(count).toEqual({ opened: 1, waits: 25 })
  for (const index of [3, 4]) await running[index]!.end()
  await Promise.all(reads)
  await readers.drained()
})

test('the first read of a client ends that patience', async () => {
  const pauses: PromiseWithResolvers<void>[] = []
  const patience = () => {
    pauses.push(Promise.withResolvers<void>())
    return pauses.at(-1)!.promise
  }
  const { running, readers } = readersOf(2, { patience })
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  pauses[0]!.resolve()
  await expect.poll(() => pauses.length).toBe(2)
  reads.push(readers.all('3', [], 'client'))
  pauses[1]!.resolve()
  await expect.poll(() => running.length).toBe(2)
  expect(pauses).toHaveLength(2)
  for (const index of [0, 1, 2]) await running[index]!.end()
  await Promise.all(reads)
  await readers.drained()
})

test('once a client has read, the server itself does not wait longer either', async () => {
  const { running, readers, count } = readersOf(2)
  const first = readers.all('1', [], 'ada')
  await running[0]!.end()
  await first
  const reads = ['2', '3'].map((sql) => readers.all(sql, []))
  await expect.poll(() => running.length).toBe(3)
  expect(count.waits).toBe(1)
  for (const index of [1, 2]) await running[index]!.end()
  await Promise.all(reads)
  await readers.drained()
})

test('of two connections a client has one at once, and its other reads open none', async () => {
  const { running, readers, count } = readersOf(2)
  const reads = ['1', '2'].map((sql) => readers.all(sql, [], 'ada'))
  await turn()
  expect([running.length, count.waits]).toEqual([1, 0])
  const others = readers.all('3', [], 'bob')
  await expect.poll(() => running.length).toBe(2)
  await running[1]!.end()
  await others
  // A connection is idle, and still not available to them.
  reads.push(readers.all('4', [], 'ada'))
  await turn()
  expect(running.length).toBe(2)
  for (const [ended, started] of [
    [0, 3],
    [2, 4],
  ] as const) {
    await running[ended]!.end()
    expect(running.length).toBe(started)
  }
  await running[3]!.end()
  await Promise.all(reads)
  await readers.drained()
})

test('with only one connection no read waits for another', async () => {
  const { running, readers, count } = readersOf(1)
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  for (const index of [0, 1]) await running[index]!.end()
  await Promise.all(reads)
  await readers.drained()
  expect(count).toEqual({ opened: 0, waits: 0 })
})

test('another connection is opened only while a read waits for one, and never more than the maximum', async () => {
  const { running, readers, count } = readersOf(3)
  const first = readers.all('1', [])
  await running[0]!.end()
  await first
  expect(count.opened).toBe(0)
  const reads = ['2', '3', '4', '5', '6'].map((sql) => readers.all(sql, []))
  await expect.poll(() => running.length).toBe(4)
  expect(count.opened).toBe(2)
  for (let index = 1; index <= 5; index++) await running[index]!.end()
  expect(await Promise.all(reads)).toEqual([['2'], ['3'], ['4'], ['5'], ['6']])
  await readers.drained()
  expect(count.opened).toBe(2)
})

test('if no further connection can be opened, reads wait for the existing ones', async () => {
  const { running, readers, count } = readersOf(3, { open: () => Promise.reject(new Error('no file handles left')) })
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  await expect.poll(() => count.opened).toBe(1)
  reads.push(readers.all('3', []))
  await expect.poll(() => count.opened).toBe(2)
  for (let index = 0; index <= 2; index++) await running[index]!.end()
  expect(await Promise.all(reads)).toEqual([['1'], ['2'], ['3']])
  await readers.drained()
})

describe('a read that runs for long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('of a client is interrupted when its time is over, and again until it ends; no other read is', async () => {
    const { running, readers, interrupted } = readersOf(3)
    const reads = [readers.all('long', [], 'ada')]
    reads.push(readers.all('own', []))
    await turn()
    expect(running).toHaveLength(2)
    reads.push(readers.all('short', [], 'ada'))
    await turn()
    expect(running).toHaveLength(3)
    await running[2]?.end()
    vi.advanceTimersByTime(1000)
    expect(interrupted).toEqual([])
    vi.advanceTimersByTime(99)
    expect(interrupted).toEqual([])
    vi.advanceTimersByTime(1)
    expect(interrupted).toEqual(['long'])
    vi.advanceTimersByTime(100)
    expect(interrupted).toEqual(['long', 'long'])
    await running[0]?.end()
    vi.advanceTimersByTime(5000)
    expect(interrupted).toEqual(['long', 'long'])
    await running[1]?.end()
    await Promise.all(reads)
    await readers.drained()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a client leaves one connection to others, and reads of the product itself can have all', async () => {
  const { running, readers } = readersOf(3)
  const started = () => running.map(({ sql }) => sql)
  const greedy = ['g1', 'g2', 'g3', 'g4'].map((sql) => readers.all(sql, [], 'greedy'))
  await expect.poll(started).toEqual(['g1', 'g2'])
  const modest = readers.all('m1', [], 'modest')
  await expect.poll(started).toEqual(['g1', 'g2', 'm1'])
  await running[2]?.end()
  expect(await modest).toEqual(['m1'])
  const own = readers.all('own', [])
  expect(started()).toEqual(['g1', 'g2', 'm1', 'own'])
  for (const index of [0, 1, 3, 4, 5]) await running[index]?.end()
  expect([await own, ...(await Promise.all(greedy))]).toEqual([['own'], ['g1'], ['g2'], ['g3'], ['g4']])
  await readers.drained()
})

test('a client reads with only one connection', async () => {
  const { running, readers } = readersOf(1)
  const reads = ['1', '2'].map((sql) => readers.all(sql, [], 'ada'))
  expect(running).toHaveLength(1)
  await running[0]?.end()
  expect(running).toHaveLength(2)
  await running[1]?.end()
  expect(await Promise.all(reads)).toEqual([['1'], ['2']])
  await readers.drained()
})

test('a read that fails rejects, and its connection serves the next', async () => {
  const { running, readers } = readersOf(1)
  const [failing, next] = [readers.all('1', []), readers.all('2', [])]
  const failure = expect(failing).rejects.toThrow('no such table')
  await running[0]?.end(new Error('no such table'))
  await failure
  await running[1]?.end()
  expect(await next).toEqual(['2'])
})

/** Whether the readers are drained by now. */
function draining(readers: SqliteReaders) {
  const state = { isDrained: false }
  const over = readers.drained().then(() => {
    state.isDrained = true
  })
  const expectUndrained = async () => {
    for (let turns = 0; turns < 3; turns++) await turn()
    expect(state.isDrained).toBe(false)
  }
  return { over, expectUndrained }
}

test('is drained once the last read has ended, running or waiting, and no connection is being opened', async () => {
  const opening = Promise.withResolvers<SqliteConnection>()
  const { running, readers, connection } = readersOf(2, { open: () => opening.promise })
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  const { over, expectUndrained } = draining(readers)
  await expectUndrained()
  for (const index of [0, 1]) await running[index]?.end()
  await expectUndrained()
  opening.resolve(connection())
  await over
  expect(await Promise.all(reads)).toEqual([['1'], ['2']])
})

test('is not drained while one of several connections still reads', async () => {
  const { running, readers } = readersOf(2)
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  await expect.poll(() => running.length).toBe(2)
  const { over, expectUndrained } = draining(readers)
  await running[0]?.end()
  await expectUndrained()
  await running[1]?.end()
  await over
  await Promise.all(reads)
})
