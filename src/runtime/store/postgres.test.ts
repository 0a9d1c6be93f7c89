import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { openStore } from './open.ts'
import { postgresSignals } from './postgres-signals.ts'
import { statement } from './statement.ts'
import type { Writer } from './types.ts'

const dataDir = '/nonexistent'

async function refusal(databaseUrl: string): Promise<string> {
  return openStore({ databaseUrl, dataDir }).then(
    () => 'opened',
    (error: Error) => `${error.message} ${String(error.cause ?? '')} ${error.stack}`,
  )
}

describe('a DATABASE_URL that leads nowhere', () => {
  test('is refused with what is wrong and what to do, without its password', async () => {
    const refused = await refusal('postgres://ada:s3cret%21@127.0.0.1:1/onedoor')
    expect(refused).toMatch(
      /^DATABASE_URL: cannot connect to PostgreSQL at host 127\.0\.0\.1, port 1, database onedoor, user ada: ECONNREFUSED/,
    )
    expect(refused).toContain('No server listens there')
    expect(refused).not.toContain('s3cret')
  })

  test('is refused when it is no address of a PostgreSQL database', async () => {
    expect(await refusal('mysql://ada:s3cret@127.0.0.1/x')).toMatch(
      /^DATABASE_URL starts with mysql:\/\/ and must start with postgres:\/\//,
    )
    const nonsense = await refusal('postgres://ada:s3cret@[/x')
    expect(nonsense).toMatch(/^DATABASE_URL is not a URL\. It must look like postgres:/)
    expect(nonsense).not.toContain('s3cret')
  })
})

forEachDatabase((dialect, openTestStore, newDatabase) => {
  if (dialect !== 'postgres') {
    test('the SQLite store is not chosen when a DATABASE_URL is given', async () => {
      expect(await refusal('postgres://127.0.0.1:1/x')).toContain('DATABASE_URL')
    })
    return
  }

  test('a connection gets one statement at a time, however many are started at once', async () => {
    const settings = await newDatabase()
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
    const store = await openTestStore(settings)
    const signals = postgresSignals(settings.databaseUrl as string)
    try {
      const numbers = await store.write((tx) =>
        Promise.all([1, 2, 3].map((n) => tx.get<{ n: number }>(tx.sql.raw('select ?::int as n', [n])))),
      )
      expect(numbers.map((row) => row?.n)).toEqual([1, 2, 3])
      const fails = store.write((tx) =>
        Promise.all([tx.run(tx.sql.raw('select nothing')), tx.get(tx.sql.raw('select 1'))]),
      )
      await expect(fails).rejects.toThrow('nothing')
      const heard = new Set<string>()
      const all = Array.from({ length: 20 }, (_, index) => `topic ${index}`)
      const other = postgresSignals(settings.databaseUrl as string)
      for (const topic of all) other.listen(topic, () => heard.add(topic))
      await expect
        .poll(() => {
          for (const topic of all) signals.send(topic)
          return heard.size
        })
        .toBe(20)
      await other.close()
      expect(most).toBe(1)
    } finally {
      spy.mockRestore()
      await signals.close()
    }
  })

  test('wrong passwords and unknown database names have distinct errors', async () => {
    const { databaseUrl } = await newDatabase()
    const address = new URL(databaseUrl!)
    address.pathname = '/nosuch'
    expect(await refusal(address.href)).toMatch(/database nosuch.*3D000.*The database does not exist: create it/)
    address.password = 'wr0ngpass'
    const refused = await refusal(address.href)
    expect(refused).toMatch(/28P01.*The password is wrong/)
    expect(refused).not.toContain('wr0ngpass')
  })

  test('statements of the code are prepared by name once a connection, other text is not', async () => {
    const store = await openTestStore()
    const find = statement<{ id: string }>((sql, param) => sql('accounts').where({ id: param('id') }))
    const prepared = await store.write(async (tx) => {
      for (let i = 0; i < 3; i++) await tx.get(find({ id: `u${i}` }))
      await tx.get(tx.sql('accounts').where({ username: 'ada' }))
      return tx.all<{ statement: string }>(tx.sql.raw('select statement from pg_prepared_statements'))
    })
    expect(prepared).toEqual([{ statement: 'select * from "accounts" where "id" = $1' }])
  })

  test('two works that lock each other out both finish', async () => {
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

  test('a connection that the server ended is replaced', async () => {
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
})
