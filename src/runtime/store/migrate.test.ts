import knex, { type Knex } from 'knex'
import { afterAll, describe, expect, test } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { type DatabaseSettings, forEachDatabase } from '../../testing/databases.ts'
import { migratePostgres, migrateSqlite, NewerDatabaseError } from './migrate.ts'
import { openStore } from './open.ts'
import { sqliteFile } from './sqlite.ts'
import { statement } from './statement.ts'
import type { Migration } from './types.ts'

const everyAccount = statement<Record<string, never>>((sql) => sql('accounts'))

const allNames = migrations.map(({ name }) => name)

forEachDatabase((dialect, openTestStore, newDatabase) => {
  const opened: Knex[] = []
  afterAll(() => Promise.all(opened.map((database) => database.destroy())))

  /** A separate connection, like another process's. */
  function connect(settings: DatabaseSettings): Knex {
    const database =
      dialect === 'sqlite'
        ? knex({
            client: 'sqlite3',
            useNullAsDefault: true,
            connection: { filename: sqliteFile(settings.dataDir) },
            pool: { min: 1, max: 1 },
          })
        : knex({ client: 'pg', connection: settings.databaseUrl!, pool: { min: 0, max: 1 } })
    opened.push(database)
    return database
  }

  const migrate = (database: Knex, list: readonly Migration[]): Promise<string[]> =>
    dialect === 'sqlite' ? migrateSqlite(database, list) : migratePostgres(database, list)

  test('an empty database gets every migration once, and the second run does nothing', async () => {
    const store = await openStore(await newDatabase('empty'))
    try {
      expect(await store.migrate(migrations)).toEqual(allNames)
      expect(await store.migrate(migrations)).toEqual([])
    } finally {
      await store.close()
    }
  })

  test('processes that start together apply every migration once in total', async () => {
    const settings = await newDatabase('empty')
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(settings)))
    try {
      const applied = await Promise.all(stores.map((store) => store.migrate(migrations)))
      expect(applied.flat().sort()).toEqual(allNames)
    } finally {
      await Promise.all(stores.map((store) => store.close()))
    }
  })

  test('a database of a newer release is rejected, with its name and what to do, and not changed', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    await store.run(store.sql('migrations').insert({ name: '9999-from-the-future', applied_at: 1 }))
    await expect(store.migrate(migrations)).rejects.toThrow(NewerDatabaseError)
    await expect(store.migrate(migrations)).rejects.toHaveProperty('name', 'NewerDatabaseError')
    await expect(store.migrate(migrations)).rejects.toThrow(
      /9999-from-the-future.*Start that release, or restore a backup/,
    )
  })

  test('a failed migration leaves nothing behind and does not undo earlier ones', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const list: Migration[] = [
      ...migrations,
      { name: '9001-good', up: async (database) => database.schema.createTable('good', (table) => table.text('id')) },
      {
        name: '9002-bad',
        up: async (database) => {
          await database.schema.createTable('half', (table) => table.text('id'))
          throw new Error('cannot go on')
        },
      },
    ]
    const database = connect(settings)
    await expect(migrate(database, list)).rejects.toThrow('cannot go on')
    expect(await database.schema.hasTable('good')).toBe(true)
    expect(await database.schema.hasTable('half')).toBe(false)
    const names = await store.all<{ name: string }>(store.sql('migrations').select('name').orderBy('name'))
    expect(names.at(-1)).toEqual({ name: '9001-good' })
  })

  test('a migration first drops the triggers that count what accounts store, and no others', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const names = ['storage_rows', 'storagelike', 'other_storage_rows']
    const make: Migration = {
      name: '9001-triggers',
      async up(database) {
        await database.schema.createTable('rows_of_test', (table) => table.text('id'))
        for (const name of names) {
          if (dialect === 'sqlite') {
            await database.raw(`create trigger ${name} after insert on rows_of_test begin select 1; end`)
            continue
          }
          const body = 'language plpgsql as $$ begin return null; end $$'
          await database.raw(`create function ${name}() returns trigger ${body}`)
          await database.raw(`create trigger ${name} after insert on rows_of_test execute function ${name}()`)
        }
      },
    }
    const present = async () => {
      const query =
        dialect === 'sqlite'
          ? "select name from sqlite_schema where tbl_name = 'rows_of_test' and type = 'trigger'"
          : "select tgname as name from pg_trigger where tgrelid = 'rows_of_test'::regclass"
      const rows = await store.all<{ name: string }>(store.sql.raw(`select name from (${query}) as t order by name`))
      return rows.map(({ name }) => name)
    }
    await store.migrate([...migrations, make])
    expect(await present()).toEqual(['other_storage_rows', 'storage_rows', 'storagelike'])
    const meant = ['other_storage_rows', 'storagelike']
    let within: string[] = []
    const next: Migration = {
      name: '9002-next',
      async up(database) {
        within = await (dialect === 'sqlite'
          ? database('sqlite_schema').where({ tbl_name: 'rows_of_test', type: 'trigger' }).pluck<string[]>('name')
          : database('pg_trigger').whereRaw("tgrelid = 'rows_of_test'::regclass").pluck<string[]>('tgname'))
      },
    }
    await store.migrate([...migrations, make, next])
    expect([within.sort(), await present()]).toEqual([meant, meant])
  })

  if (dialect === 'sqlite') {
    test('an up-to-date database is recognised while another process writes', async () => {
      const settings = await newDatabase()
      const store = await openTestStore(settings)
      await store.migrate(migrations)
      const other = connect(settings)
      await other.raw('begin immediate')
      expect(await store.migrate(migrations)).toEqual([])
      await other.raw('rollback')
    })

    test('waits up to half a minute for a migration of another process', async () => {
      const database = connect(await newDatabase())
      await migrate(database, migrations)
      expect(await database.raw('pragma busy_timeout')).toEqual([{ timeout: 30_000 }])
    })
  }

  test('each migration is recorded with the time of the computer at which it was applied', async () => {
    const store = await openTestStore()
    const before = Date.now()
    await store.migrate([...migrations, { name: '9001-now', up: async () => undefined }])
    const row = await store.get<{ applied_at: number }>(store.sql('migrations').where({ name: '9001-now' }))
    expect(row?.applied_at).toBeGreaterThanOrEqual(before)
    expect(row?.applied_at).toBeLessThanOrEqual(Date.now())
  })

  test('statements prepared before a migration still run after it', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    for (let i = 0; i < 5; i++) expect(await store.all(everyAccount({}))).toEqual([])
    await migrate(connect(settings), [
      ...migrations,
      {
        name: '9003-column',
        up: async (database) => database.schema.alterTable('accounts', (table) => table.text('added')),
      },
    ])
    await store.run(
      store.sql('accounts').insert({ id: 'ada', username: 'ada', added: 'here', created_at: 1, updated_at: 1 }),
    )
    const expected = [expect.objectContaining({ id: 'ada', added: 'here' })]
    expect(await store.write((tx) => tx.all(everyAccount({})))).toEqual(expected)
    for (let i = 0; i < 5; i++) expect(await store.all(everyAccount({}))).toEqual(expected)
  })
})

describe('the list of migrations', () => {
  test('is sorted by number, and has no name twice', () => {
    // The oldest have a number; those after them begin with their day.
    expect(allNames).toEqual(allNames.toSorted())
    expect(allNames).toEqual([...new Set(allNames)])
    for (const name of allNames) expect(name).toMatch(/^(?:\d{4}|\d{8}-\d{2})-[a-z-]+$/)
  })
})
