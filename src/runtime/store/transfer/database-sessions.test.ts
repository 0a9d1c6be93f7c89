import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../../testing/databases.ts'
import { sqliteFile } from '../sqlite.ts'
import { openPostgresSession, openSqliteSession } from './database-sessions.ts'

async function all(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const taken: unknown[] = []
  for await (const row of rows) taken.push(row)
  return taken
}

forEachDatabase((dialect, _, newDatabase) => {
  async function newSession() {
    const { dataDir, databaseUrl } = await newDatabase()
    return databaseUrl ? openPostgresSession(databaseUrl) : openSqliteSession(sqliteFile(dataDir))
  }

  test('a statement that is refused rejects with the message of the database', async () => {
    await using session = await newSession()
    await session.query('create table things (word text primary key)')
    const message = dialect === 'sqlite' ? /no such table: none/ : /relation "none" does not exist/
    await expect(session.query('select * from none')).rejects.toThrow(message)
    await expect(all(session.stream('select word from none'))).rejects.toThrow(message)
    await session.query('insert into things values (?), (?)', ['a', 'b'])
    await expect(session.query('insert into things values (?)', ['a'])).rejects.toThrow(/unique/i)
    if (dialect === 'postgres') return
    // SQLite finds it when the row is read.
    const overflowing = session.stream('select abs(-9223372036854775807 - 1) as word')
    await expect(all(overflowing)).rejects.toThrow('integer overflow')
  })

  test('a select returns all rows, however many there are', async () => {
    await using session = await newSession()
    await session.query('create table things (place integer)')
    await session.query('begin')
    for (const count of [0, 1, 499, 1]) {
      const places = Array.from({ length: count }, (_, place) => `(${place})`)
      if (count > 0) await session.query(`insert into things values ${places.join(', ')}`)
      const [row] = await session.query<{ count: number }>('select count(*) as count from things')
      expect(await all(session.stream('select place from things'))).toHaveLength(Number(row?.count))
    }
  })

  if (dialect === 'postgres') {
    test('integers are numbers, or texts where they would be rounded; JSON is text', async () => {
      await using session = await newSession()
      const [row] = await session.query(
        `select 5::bigint as whole, 9007199254740993::bigint as large, 3 as small, true as yes, '{"a": 1}'::json as json,
          '[1]'::jsonb as jsonb`,
      )
      const numbers = { whole: 5, large: '9007199254740993', small: 3 }
      expect(row).toEqual({ ...numbers, yes: true, json: '{"a": 1}', jsonb: '[1]' })
    })

    test('a server that cannot be reached is reported when the session is opened', async () => {
      await expect(openPostgresSession('postgres://127.0.0.1:1/nowhere')).rejects.toThrow('ECONNREFUSED')
    })

    test('a connection that is lost between two statements is reported by the next one', async () => {
      const session = await newSession()
      const [backend] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
      await expect(session.query(`select pg_terminate_backend(${backend?.pid})`)).rejects.toThrow(/terminat/)
      await expect(session.query('select 1')).rejects.toThrow(/not queryable|terminat/)
    })
    return
  }

  test('a missing file is not created', async () => {
    const { dataDir } = await newDatabase('empty')
    await expect(openSqliteSession(join(dataDir, 'none.sqlite'))).rejects.toThrow('SQLITE_CANTOPEN')
  })

  test('a session waits at most 10 s for a lock', async () => {
    await using session = await newSession()
    expect(await session.query('pragma busy_timeout')).toEqual([{ timeout: 10_000 }])
  })
})
