import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { openStore } from './open.ts'
import { statement } from './statement.ts'
import { StoreUnavailableError } from './store-errors.ts'
import type { Reader, Store } from './types.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Called with each statement of a connection; runs it or returns a result in its place. */
type Watch = (text: string, run: () => Promise<unknown>, client: pg.Client) => Promise<unknown>

function watchStatements(watch: Watch): void {
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const run = () => (query as (...given: unknown[]) => Promise<unknown>).apply(this, args)
    // With a function it is a query of the pool itself, about a new connection.
    if (typeof args.at(-1) === 'function') return run()
    return watch(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text, run, this)
  } as never)
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

forEachDatabase((dialect, openTestStore, newDatabase) => {
  test('a closed store migrates nothing', async () => {
    const store = await openTestStore()
    await store.close()
    await expect(store.migrate([])).rejects.toThrow('The store is closed')
  })

  if (dialect !== 'postgres') return

  const pidOf = async (reader: Reader) =>
    (await reader.get<{ pid: number }>(reader.sql.raw('select pg_backend_pid() as pid')))?.pid

  async function connectionsTo(databaseUrl: string): Promise<number> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'onedoor'",
    )
    await client.end()
    return rows[0].count
  }

  test('a failed statement leaves its connection to the next one, and one that creates a table changes no rows', async () => {
    const store = await openTestStore()
    const pid = await pidOf(store)
    await expect(store.all(store.sql.raw('select nothing'))).rejects.toThrow('nothing')
    await expect(store.write((tx) => tx.run(tx.sql.raw('select nothing')))).rejects.toThrow('nothing')
    expect(await store.run(store.sql.raw('create table things (id text)'))).toEqual({ changes: 0 })
    expect(await pidOf(store)).toBe(pid)
  })

  test('taken rows are returned, or the error, and waiters for a commit outside of a transaction are called at once', async () => {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'ada', username: 'ada', created_at: 1, updated_at: 1 }))
    const take = (table: string) => store.take(store.sql.raw(`delete from ${table} returning id`))
    expect(await take('accounts')).toEqual([{ id: 'ada' }])
    await expect(take('nothing')).rejects.toMatchObject({ code: '42P01' })
    let woken = 0
    store.afterCommit(() => {
      woken += 1
    })
    expect(woken).toBe(1)
  })

  test('a connection whose prepared statements no longer match the tables is replaced unnoticed', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (id text)'))
    const every = statement<Record<string, never>>((sql) => sql('things'))
    for (const column of ['one', 'two']) {
      await store.all(every({}))
      const pid = await pidOf(store)
      await store.run(store.sql.raw(`alter table things add column ${column} text`))
      const reading = column === 'one' ? store.all(every({})) : store.write((tx) => tx.all(every({})))
      expect(await reading).toEqual([])
      expect(await pidOf(store)).not.toBe(pid)
    }
  })

  test('a connection whose transaction or lock could not be ended is not reused', async () => {
    const store = await openTestStore()
    for (const ending of ['ROLLBACK', 'SELECT pg_advisory_unlock($1)']) {
      const pid = await pidOf(store)
      watchStatements((text, run) => (text === ending ? Promise.reject(new Error('out of step')) : run()))
      const writing = store.write(() => Promise.reject(new Error('no')), 'turn')
      await expect(writing).rejects.toThrow('no')
      vi.restoreAllMocks()
      expect(await pidOf(store)).not.toBe(pid)
    }
  })

  test('a transaction has ended, and its lock is free, before its connection is reused', async () => {
    const store = await openTestStore()
    const running = new Map<pg.Client, number>()
    let most = 0
    watchStatements(async (_, run, client) => {
      running.set(client, (running.get(client) ?? 0) + 1)
      most = Math.max(most, running.get(client) ?? 0)
      try {
        return await run()
      } finally {
        running.set(client, (running.get(client) ?? 1) - 1)
      }
    })
    const fail = () => Promise.reject(new Error('no'))
    await expect(store.write(fail)).rejects.toThrow('no')
    await expect(store.write(fail, 'turn')).rejects.toThrow('no')
    await store.write(() => Promise.resolve(), 'turn')
    await expect(store.write(fail)).rejects.toThrow('no')
    expect([...running.values()]).toEqual([0])
    expect(most).toBe(1)
  })

  test('ping tests a write only after one was rejected, and until one succeeds', async () => {
    const store = await openTestStore()
    let tried = 0
    watchStatements((text, run) => {
      if (text.startsWith('create temporary table')) tried += 1
      return run()
    })
    const fail = (code: string) =>
      store
        .write(() => Promise.reject(Object.assign(new Error('no'), { code })))
        .catch((error: Error) => error.constructor.name)
    await store.ping()
    for (const code of ['23505', '08006']) {
      await fail(code)
      await store.ping()
    }
    expect(tried).toBe(0)
    expect(await fail('53100')).toBe('StoreUnavailableError')
    await store.ping()
    expect(tried).toBe(1)
    await store.ping()
    expect(tried).toBe(1)
  })

  test('conflicting work waits up to twice as long from try to try, and never longer than 64 ms', async () => {
    const store = await openTestStore()
    const pauses: { ms: number; end: () => void }[] = []
    const { setTimeout: original } = globalThis
    vi.spyOn(Math, 'random').mockReturnValue(1)
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, ms = 0, ...rest: []) => {
      if (!/new Promise.*\n\s+at PostgresStore\.write/.test(String(new Error().stack)))
        return original(end, ms, ...rest)
      pauses.push({ ms, end })
      return original(() => undefined, 1)
    }) as typeof setTimeout)
    let runs = 0
    const writing = store.write(async () => {
      runs += 1
      throw Object.assign(new Error('could not serialize'), { code: '40001' })
    })
    const ended = expect(writing).rejects.toThrow('could not serialize')
    for (let tries = 1; tries < 12; tries++) {
      await expect.poll(() => pauses.length, { interval: 1 }).toBe(tries)
      await store.ping()
      await store.ping()
      expect(runs).toBe(tries)
      pauses[tries - 1]?.end()
    }
    await ended
    expect(pauses.map(({ ms }) => ms)).toEqual([2, 4, 8, 16, 32, 64, 64, 64, 64, 64, 64])
  })

  test('clients take turns for connections: a client with many waiting reads gets one, then the next client', async () => {
    const store = await openTestStore()
    const started: { who: string; end: () => void }[] = []
    watchStatements((text, run) => {
      const who = /^select '(\w+)' as held$/.exec(text)?.[1]
      if (!who) return run()
      return new Promise((resolve) => started.push({ who, end: () => resolve({ rows: [], rowCount: 0 }) }))
    })
    const read = (who: string, times: number) =>
      Array.from({ length: times }, () => store.readingAs(who).all(store.sql.raw(`select '${who}' as held`)))
    const reads = [...read('ada', 5), ...read('bob', 3), ...read('cyd', 1)]
    const order = async (count: number) => {
      await expect.poll(() => started.length, { interval: 1 }).toBe(count)
      return started.map(({ who }) => who[0]).join('')
    }
    expect(await order(6)).toBe('aaaaab')
    started[0]?.end()
    expect(await order(7)).toBe('aaaaabb')
    started[1]?.end()
    expect(await order(8)).toBe('aaaaabbc')
    started[2]?.end()
    expect(await order(9)).toBe('aaaaabbcb')
    reads.push(...read('eve', 3), ...read('dan', 1))
    started[3]?.end()
    expect(await order(10)).toBe('aaaaabbcbe')
    started[4]?.end()
    expect(await order(11)).toBe('aaaaabbcbed')
    for (const { end } of started) end()
    expect(await order(13)).toBe('aaaaabbcbedee')
    for (const { end } of started) end()
    await Promise.all(reads)
  })

  test('closing waits for the only running write', async () => {
    const { dataDir, databaseUrl } = await newDatabase()
    const store = await openStore({ dataDir, databaseUrl })
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const writing = store.write(() => {
      begun.resolve()
      return released.promise
    })
    await begun.promise
    const order: string[] = []
    const closing = store.close().then(() => order.push('closed'))
    await turn()
    released.resolve('written')
    order.push(await writing)
    await closing
    expect(order).toEqual(['written', 'closed'])
  })

  test('closing waits for the only read, even if it has no connection yet', async () => {
    const { dataDir, databaseUrl } = await newDatabase()
    const store = await openStore({ dataDir, databaseUrl })
    watchStatements((text, run) => (text === 'ROLLBACK' ? Promise.reject(new Error('out of step')) : run()))
    await expect(store.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    vi.restoreAllMocks()
    const reading = store.get(store.sql.raw('select 1 as one'))
    const closing = store.close()
    expect(await reading).toEqual({ one: 1 })
    await closing
  })

  test('a COMMIT that fails on a full disk is 503: nothing was stored, and the write can be repeated', async () => {
    const store = await openTestStore()
    watchStatements((text, run) =>
      text === 'COMMIT' ? Promise.reject(Object.assign(new Error('no space'), { code: '53100' })) : run(),
    )
    const insert = () =>
      store.run(store.sql('accounts').insert({ id: 'ada', username: 'ada', created_at: 1, updated_at: 1 }))
    const failure = await insert().catch((error: unknown) => error)
    vi.restoreAllMocks()
    expect(failure).toBeInstanceOf(StoreUnavailableError)
    expect(failure).toMatchObject({ reason: 'full' })
    expect(await insert()).toEqual({ changes: 1 })
  })

  /** A store whose ten connections are all busy until the function is called. */
  async function busyStore(): Promise<{ store: Store; letGo: () => Promise<unknown> }> {
    const store = await openTestStore()
    const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let holding = 0
    const writes = Array.from({ length: 10 }, () =>
      store.write(() => {
        holding += 1
        if (holding === 10) taken.resolve()
        return released.promise
      }),
    )
    await taken.promise
    const letGo = () => {
      released.resolve()
      return Promise.all(writes)
    }
    return { store, letGo }
  }

  test('work that gets no connection for half a minute fails because the database cannot be reached', async () => {
    const { store, letGo } = await busyStore()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let failure: unknown
    store.ping().catch((error: unknown) => {
      failure = error
    })
    await turn()
    vi.advanceTimersByTime(29_999)
    for (let turns = 0; turns < 5; turns++) await turn()
    expect(failure).toBeUndefined()
    vi.advanceTimersByTime(1)
    for (let turns = 0; turns < 5; turns++) await turn()
    expect(failure).toBeInstanceOf(StoreUnavailableError)
    expect(failure).toMatchObject({ reason: 'unreachable' })
    vi.useRealTimers()
    await letGo()
    await store.ping()
  })

  test('all connections that are unused for half a minute are ended, and closing ends them at once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { dataDir, databaseUrl } = await newDatabase()
    const store = await openStore({ dataDir, databaseUrl })
    // Two that are in use at once: otherwise the first could be free again before the second has been opened.
    const both = Promise.withResolvers<void>()
    let holding = 0
    const hold = () =>
      store.write(() => {
        holding += 1
        if (holding === 2) both.resolve()
        return both.promise
      })
    await Promise.all([hold(), hold(), store.readingAs('ada').get(store.sql.raw('select 1'))])
    expect(await connectionsTo(databaseUrl!)).toBe(3)
    vi.advanceTimersByTime(29_000)
    expect(await connectionsTo(databaseUrl!)).toBe(3)
    vi.advanceTimersByTime(3000)
    await expect.poll(() => connectionsTo(databaseUrl!), { interval: 5 }).toBe(0)
    vi.useRealTimers()
    await Promise.all([store.ping(), store.readingAs('ada').get(store.sql.raw('select 1'))])
    expect(await connectionsTo(databaseUrl!)).toBe(2)
    const { end } = pg.Client.prototype
    let ended = 0
    vi.spyOn(pg.Client.prototype, 'end').mockImplementation(function (this: pg.Client, done: (error: Error) => void) {
      const over = (error: Error) => {
        ended += 1
        done(error)
      }
      setImmediate(() => end.call(this, over))
    } as never)
    await store.close()
    vi.restoreAllMocks()
    expect([ended, await connectionsTo(databaseUrl!)]).toEqual([2, 0])
  })
})
