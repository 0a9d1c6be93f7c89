import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { openRelay } from '../../testing/relay.ts'
import { openStore } from './open.ts'
import { postgresSignals } from './postgres-signals.ts'
import { statement } from './statement.ts'
import { StoreUnavailableError } from './store-errors.ts'
import type { Reader, Writer } from './types.ts'

const dataDir = '/nonexistent'

async function refusal(databaseUrl: string): Promise<string> {
  return openStore({ databaseUrl, dataDir }).then(
    () => 'opened',
    (error: Error) => `${error.message} ${String(error.cause ?? '')} ${error.stack}`,
  )
}

describe('a DATABASE_URL without a database', () => {
  test('is rejected with what is wrong and what to do, without its password', async () => {
    const refused = await refusal('postgres://ada:s3cret%21@127.0.0.1:1/onedoor')
    expect(refused).toMatch(
      /^DATABASE_URL: cannot connect to PostgreSQL at host 127\.0\.0\.1, port 1, database onedoor, user ada: ECONNREFUSED/,
    )
    expect(refused).toContain('No server is listening there')
    expect(refused).not.toContain('s3cret')
  })

  test('is reported without its password, plain or encoded, even if a server quotes it', async () => {
    const says = 'no such user: postgres://ada:s3cret%21@db, password s3cret!'
    const fields = Buffer.from(`SFATAL\0C28000\0M${says}\0\0`)
    const length = Buffer.alloc(5, 'E')
    length.writeInt32BE(4 + fields.length, 1)
    const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([length, fields]))))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const refused = await refusal(`postgres://ada:s3cret%21@127.0.0.1:${port}/onedoor`)
    await new Promise((resolve) => server.close(resolve))
    expect(refused).toContain('28000 no such user: postgres://ada:***@db, password ***. The server rejects this user')
    expect(refused).not.toContain('s3cret')
  })

  test('is described without the parts that it does not have', async () => {
    expect(await refusal('postgres://127.0.0.1:1')).toMatch(
      /at host 127\.0\.0\.1, port 1, database \(none\), user the default user: ECONNREFUSED/,
    )
    const encoded = await refusal('postgres://a%20b:@127.0.0.1:1/c%20d')
    expect(encoded).toMatch(/database c d, user a b: ECONNREFUSED .*127\.0\.0\.1:1/)
  })

  test('is rejected if it is not the address of a PostgreSQL database', async () => {
    expect(await refusal('mysql://ada:s3cret@127.0.0.1/x')).toMatch(
      /^DATABASE_URL begins with mysql:\/\/ but must begin with postgres:\/\//,
    )
    const nonsense = await refusal('postgres://ada:s3cret@[/x')
    expect(nonsense).toMatch(/^DATABASE_URL is not a URL\. It must look like postgres:/)
    expect(nonsense).not.toContain('s3cret')
  })
})

forEachDatabase((dialect, openTestStore, newDatabase) => {
  if (dialect !== 'postgres') {
    test('the SQLite store is not used with a DATABASE_URL', async () => {
      expect(await refusal('postgres://127.0.0.1:1/x')).toContain('DATABASE_URL')
    })
    return
  }

  test('a connection for signals gets one statement after the other', async () => {
    const { databaseUrl } = await newDatabase()
    const running = new Map<unknown, number>()
    let most = 0
    const { query } = pg.Client.prototype
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
      running.set(this, (running.get(this) ?? 0) + 1)
      most = Math.max(most, running.get(this) ?? 0)
      const answer = (query as (...given: unknown[]) => unknown).apply(this, args)
      const over = () => void running.set(this, (running.get(this) ?? 1) - 1)
      if (answer instanceof Promise) answer.then(over, over)
      else over()
      return answer as never
    })
    const [signals, other] = [postgresSignals(databaseUrl as string), postgresSignals(databaseUrl as string)]
    try {
      const received = new Set<string>()
      const all = Array.from({ length: 20 }, (_, index) => `topic ${index}`)
      for (const topic of all) other.listen(topic, () => received.add(topic))
      await expect
        .poll(() => {
          for (const topic of all) signals.send(topic)
          return received.size
        })
        .toBe(20)
      expect(most).toBe(1)
    } finally {
      spy.mockRestore()
      await Promise.all([signals.close(), other.close()])
    }
  })

  test('wrong passwords and unknown database names have distinct errors', async () => {
    const { databaseUrl } = await newDatabase()
    const address = new URL(databaseUrl!)
    address.pathname = '/nosuch'
    expect(await refusal(address.href)).toMatch(/database nosuch.*3D000.*The database does not exist. Create it/)
    address.password = 'wr0ngpass'
    const refused = await refusal(address.href)
    expect(refused).toMatch(/28P01.*The password is wrong/)
    expect(refused).not.toContain('wr0ngpass')
  })

  test('statements of the code are prepared by name once per connection, other text is not', async () => {
    const store = await openTestStore()
    const find = statement<{ id: string }>((sql, param) => sql('accounts').where({ id: param('id') }))
    const count = statement<Record<string, never>>((sql) => sql('accounts').count())
    const prepared = await store.write(async (tx) => {
      for (let i = 0; i < 3; i++) {
        await tx.get(find({ id: `u${i}` }))
        await tx.get(count({}))
      }
      await tx.get(tx.sql('accounts').where({ username: 'ada' }))
      return tx.all<{ statement: string }>(tx.sql.raw('select statement from pg_prepared_statements order by 1'))
    })
    expect(prepared.map((row) => row.statement)).toEqual([
      'select * from "accounts" where "id" = $1',
      'select count(*) from "accounts"',
    ])
  })

  test('two transactions in a deadlock both finish', async () => {
    const store = await openTestStore()
    const insert = (tx: Writer, id: string) =>
      tx.run(tx.sql('accounts').insert({ id, username: id, created_at: 1, updated_at: 1 }))
    await store.write(async (tx) => {
      await insert(tx, 'ada')
      await insert(tx, 'bob')
    })
    const bump = (tx: Writer, id: string) => tx.run(tx.sql('accounts').where({ id }).increment('updated_at', 1))
    let met = 0
    const bothHoldOne = Promise.withResolvers<void>()
    const cross = (first: string, second: string): Promise<void> =>
      store.write(async (tx) => {
        await bump(tx, first)
        met++
        if (met === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await bump(tx, second)
      })
    await Promise.all([cross('ada', 'bob'), cross('bob', 'ada')])
    const rows = await store.all(store.sql('accounts').select('updated_at'))
    expect(rows).toEqual([{ updated_at: 3 }, { updated_at: 3 }])
    expect(met).toBeGreaterThan(2)
  })

  test('a connection that the server closed is replaced', async () => {
    const { dataDir: directory, databaseUrl } = await newDatabase()
    const store = await openTestStore({ dataDir: directory, databaseUrl })
    const broken = store.write(async (tx) => {
      const row = await tx.get<{ pid: number }>(tx.sql.raw('select pg_backend_pid() as pid'))
      const admin = new pg.Client({ connectionString: databaseUrl! })
      await admin.connect()
      await admin.query('select pg_terminate_backend($1, 5000)', [row!.pid])
      await admin.end()
      await tx.get(tx.sql.raw('select 1'))
    })
    await expect(broken).rejects.toThrow()
    await expect(store.ping()).resolves.toBeUndefined()
    expect(await store.write((tx) => tx.all(tx.sql('accounts')))).toEqual([])
  })

  /** The names that transactions have locked, as the database lists them. */
  const advisoryLocks = (tx: Writer) =>
    tx.all<{ lock: string }>(
      tx.sql.raw(
        `select concat(classid, ' ', objid) as lock from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      ),
    )

  test('work that keeps conflicting is run twelve times, alone from the third on, and then fails with its error', async () => {
    const { dataDir: directory, databaseUrl } = await newDatabase()
    const warnings: unknown[] = []
    const log = { warn: (fields: Record<string, unknown>, message: string) => void warnings.push([fields, message]) }
    const store = await openStore({ dataDir: directory, databaseUrl, log })
    const conflict = Object.assign(new Error('could not serialize'), { code: '40001' })
    const locks: number[] = []
    const writing = store.write(async (tx) => {
      locks.push((await advisoryLocks(tx)).length)
      throw conflict
    })
    await expect(writing).rejects.toBe(conflict)
    expect(locks).toEqual([0, 0, ...Array<number>(10).fill(1)])
    expect(warnings).toEqual([[{ attempt: 3, err: conflict }, 'write conflicts repeatedly, retrying']])
    let runs = 0
    const kept = await store.write(async () => {
      runs += 1
      if (runs < 12) throw conflict
      return 'kept'
    })
    expect([kept, runs]).toEqual(['kept', 12])
    expect(await store.write(async (tx) => (await advisoryLocks(tx)).length)).toBe(0)
    await store.close()
  })

  test('writes take turns by a lock of their name, and conflicting ones by one for all', async () => {
    const store = await openTestStore()
    const lockOf = (turn: string | undefined, attempts: number) => {
      let runs = 0
      return store.write(async (tx) => {
        runs += 1
        if (runs < attempts) throw Object.assign(new Error('deadlock'), { code: '40P01' })
        return (await advisoryLocks(tx)).map(({ lock }) => lock)
      }, turn)
    }
    const [one, again, other] = [await lockOf('one', 1), await lockOf('one', 2), await lockOf('other', 1)]
    expect([one.length, other.length]).toEqual([1, 1])
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    const late = await lockOf('one', 3)
    expect(late).toHaveLength(1)
    expect(late).not.toEqual(one)
    expect(await lockOf(undefined, 3)).toEqual(late)
    expect(await lockOf(undefined, 1)).toEqual([])
  })

  test('after a connection was lost during COMMIT, the 503 says that the change may have been kept', async () => {
    const { dataDir: directory, databaseUrl } = await newDatabase()
    const relay = await openRelay(databaseUrl!)
    const store = await openStore({ dataDir: directory, databaseUrl: relay.urlOf(databaseUrl!) })
    const { query } = pg.Client.prototype
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      if (args[0] === 'COMMIT') await relay.cut()
      return (query as (...given: unknown[]) => unknown).apply(this, args)
    } as never)
    let runs = 0
    const called: string[] = []
    const writing = store.write(async (tx) => {
      runs += 1
      tx.afterCommit(() => called.push('committed'))
      await tx.run(tx.sql('accounts').insert({ id: 'ada', username: 'ada', created_at: 1, updated_at: 1 }))
    })
    const failure = await writing.catch((error: unknown) => error)
    spy.mockRestore()
    expect(failure).toMatchObject({
      status: 503,
      message: expect.stringContaining('so the change may have been kept'),
      retryAfterS: undefined,
      cause: expect.any(Error),
    })
    expect(failure).not.toBeInstanceOf(StoreUnavailableError)
    expect([runs, called]).toEqual([1, []])
    await store.close()
  })

  test('a failed commit rejects with the reason, and the connection serves the next write', async () => {
    const store = await openTestStore()
    await store.run(
      store.sql.raw('create table later (id text references accounts (id) deferrable initially deferred)'),
    )
    const writing = store.write((tx) => tx.run(tx.sql('later').insert({ id: 'nobody' })))
    await expect(writing).rejects.toMatchObject({ code: '23503' })
    expect(await store.all(store.sql('later'))).toEqual([])
    expect(await store.write((tx) => tx.all(tx.sql('later')))).toEqual([])
  })

  test('connections have time limits and a name, and those for reads of clients one more limit', async () => {
    const store = await openTestStore()
    const setting = async (reader: Reader, name: string) =>
      (await reader.get<{ value: string }>(reader.sql.raw('select current_setting(?) as value', [name])))?.value
    for (const reader of [store, store.readingAs('ada')]) {
      expect(await setting(reader, 'application_name')).toBe('onedoor')
      expect(await setting(reader, 'idle_in_transaction_session_timeout')).toBe('30s')
    }
    expect(await setting(store, 'statement_timeout')).toBe('0')
    expect(await setting(store.readingAs('ada'), 'statement_timeout')).toBe('10s')
  })

  test('a store uses at most ten connections, six more for reads of clients, and one client at most five of these', async () => {
    const store = await openTestStore()
    const read = (reader: Reader) => reader.all(reader.sql.raw('select pg_sleep(0.1)'))
    const connections = async () => {
      const query = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'onedoor'`
      return (await store.get<{ count: number }>(store.sql.raw(query)))?.count
    }
    expect(await connections()).toBe(1)
    await Promise.all(Array.from({ length: 12 }, () => read(store.readingAs('ada'))))
    expect(await connections()).toBe(1 + 5)
    await Promise.all(['ada', 'bob'].flatMap((id) => Array.from({ length: 8 }, () => read(store.readingAs(id)))))
    expect(await connections()).toBe(1 + 6)
    await Promise.all(Array.from({ length: 24 }, () => read(store)))
    expect(await connections()).toBe(10 + 6)
  })

  test('after a failed read comes the next one of the same client', async () => {
    const store = await openTestStore()
    const client = store.readingAs('ada')
    const failing = Array.from({ length: 12 }, () => client.all(client.sql.raw('select nothing')))
    for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected')
    expect(await client.get(client.sql.raw('select 1 as one'))).toEqual({ one: 1 })
  })

  test('a database with an encoding other than UTF-8 is rejected, and its connection closed', async () => {
    const { databaseUrl } = await newDatabase('empty')
    const admin = new pg.Client({ connectionString: databaseUrl! })
    await admin.connect()
    const name = `${new URL(databaseUrl!).pathname.slice(1)}_ascii`
    await admin.query(
      `create database ${name} encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C' locale_provider libc`,
    )
    const address = new URL(databaseUrl!)
    address.pathname = `/${name}`
    const { end } = pg.Client.prototype
    let ended = 0
    const ending = vi.spyOn(pg.Client.prototype, 'end').mockImplementation(function (
      this: pg.Client,
      done: (error: Error) => void,
    ) {
      const over = (error: Error) => {
        ended += 1
        done(error)
      }
      setImmediate(() => end.call(this, over))
    } as never)
    expect(await refusal(address.href)).toMatch(
      /its encoding is SQL_ASCII, and it must be UTF8\. Check that the server/,
    )
    // The connection has been closed before the error is reported.
    expect(ended).toBe(1)
    ending.mockRestore()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
})
