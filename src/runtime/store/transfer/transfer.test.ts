import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import sqlite3 from 'sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type DatabaseSettings, forEachDatabase } from '../../../testing/databases.ts'
import { sqliteFile } from '../sqlite.ts'
import type { Migration } from '../types.ts'
import { openPostgresSession, openSqliteSession } from './database-sessions.ts'
import { loadPostgres, loadSqlite, migrate } from './load.ts'
import { RowsDigest } from './rows.ts'
import { openSnapshot } from './snapshot.ts'
import type { Expected, Load, Row, Snapshot, TableTransfer } from './types.ts'

const changed = (statement: string) => `update counted set number = number + 1 where ${statement}`

/** Tables with all kinds of columns, a reference, numbers that the database assigns, a trigger, and one without a key. */
const migration: Migration = {
  name: '0001-things',
  async up(knex, dialect) {
    await knex.schema.createTable('kinds', (table) => {
      table.string('word', 100).primary()
      table.bigInteger('big')
      table.double('part')
      table.boolean('yes')
      table.binary('bytes')
      table.json('json')
    })
    await knex.schema.createTable('numbered', (table) => {
      table.increments('number')
      table.text('word').references('word').inTable('kinds')
    })
    await knex.schema.createTable('keyless', (table) => {
      table.text('b')
      table.integer('a')
    })
    await knex.schema.createTable('counted', (table) => {
      table.integer('number').primary()
    })
    await knex('counted').insert({ number: 0 })
    const trigger =
      dialect === 'sqlite'
        ? `create trigger counting after insert on kinds begin ${changed('true')}; end`
        : `create function counting() returns trigger language plpgsql as $$ begin ${changed('true')}; return new; end $$;
           create trigger counting after insert on kinds for each row execute function counting()`
    await knex.raw(trigger)
  },
}
type Rows = Readonly<Record<string, readonly Row[]>>

/** Rows by table; the columns are in the order of their names. */
const loadedRows: Rows = {
  counted: [[7]],
  keyless: [
    [null, 'x'],
    [1, 'a'],
    [1, 'b'],
  ],
  // big, bytes, json, part, word, yes
  kinds: [
    [Number.MAX_SAFE_INTEGER, Buffer.from([0, 255]), '{"a":1}', 1.5, 'Zeta', true],
    [null, null, null, null, 'alpha', null],
    [-5, Buffer.alloc(0), '[]', 0.25, 'éta', false],
  ],
  numbered: [
    [3, 'alpha'],
    [4, 'Zeta'],
  ],
}
const sequences = { 'numbered.number': 9 }

const columnsOf: Readonly<Record<string, TableTransfer['columns']>> = {
  counted: [{ name: 'number', kind: 'integer' }],
  keyless: [
    { name: 'a', kind: 'integer' },
    { name: 'b', kind: 'text' },
  ],
  kinds: [
    { name: 'big', kind: 'integer' },
    { name: 'bytes', kind: 'bytes' },
    { name: 'json', kind: 'json' },
    { name: 'part', kind: 'real' },
    { name: 'word', kind: 'text' },
    { name: 'yes', kind: 'boolean' },
  ],
  numbered: [
    { name: 'number', kind: 'integer' },
    { name: 'word', kind: 'text' },
  ],
}

/** Fills a database with these rows. */
function loadOf(rows: Rows = loadedRows, expected: Partial<Expected['tables']> = {}): Load {
  return async (insert) => {
    const tables: Record<string, Expected['tables'][string]> = {}
    for (const [name, columns] of Object.entries(columnsOf)) {
      const table = { name, columns, key: [] }
      const digest = new RowsDigest()
      for (const row of rows[name] ?? []) digest.add(table, row)
      tables[name] = digest.result()
      await insert(table, rows[name] ?? [])
    }
    return { sequences, tables: { ...tables, ...expected } as Expected['tables'] }
  }
}

async function allOf(snapshot: Snapshot): Promise<Rows> {
  const rows: Record<string, Row[]> = {}
  for (const table of snapshot.tables) {
    rows[table.name] = []
    for await (const row of snapshot.rows(table)) rows[table.name]?.push(row)
  }
  return rows
}

forEachDatabase((dialect, _, newDatabase) => {
  const sessionOf = ({ dataDir, databaseUrl }: DatabaseSettings) =>
    databaseUrl ? openPostgresSession(databaseUrl) : openSqliteSession(sqliteFile(dataDir))

  async function newPlace() {
    const settings = await newDatabase('empty')
    const { dataDir, databaseUrl } = settings
    return {
      settings,
      async load(load: Load, transfers: readonly TableTransfer[] = [], beforeCommit = async () => {}) {
        if (!databaseUrl) return loadSqlite(dataDir, load, [migration], transfers)
        await migrate(settings, [migration])
        await loadPostgres(databaseUrl, load, transfers, beforeCommit)
      },
      open: (transfers: readonly TableTransfer[] = []) =>
        openSnapshot({ databaseUrl, filename: sqliteFile(dataDir) }, transfers),
      /** Runs a statement beside it, as a server does. */
      async exec(sql: string) {
        await using session = await sessionOf(settings)
        await session.query(sql)
      },
    }
  }

  test('loaded rows are read again: every kind of value, in the byte order of the keys, nulls first', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await using snapshot = await place.open()
    expect(snapshot.dialect).toBe(dialect)
    expect(snapshot.migrations).toEqual([migration.name])
    expect(snapshot.tables.map(({ name, columns, key }) => [name, columns.map((each) => each.name), key])).toEqual([
      ['counted', ['number'], ['number']],
      ['keyless', ['a', 'b'], ['a', 'b']],
      ['kinds', ['big', 'bytes', 'json', 'part', 'word', 'yes'], ['word']],
      ['numbered', ['number', 'word'], ['number']],
    ])
    expect(snapshot.tables[2]?.columns.map(({ kind }) => kind)).toEqual([
      'integer',
      'bytes',
      'json',
      'real',
      'text',
      'boolean',
    ])
    // The trigger did not count loaded rows: the loaded count includes them.
    expect(await allOf(snapshot)).toEqual(loadedRows)
    expect(snapshot.sequences).toEqual(sequences)
  })

  test('afterwards triggers act, references are checked, and numbers continue after the last one ever assigned', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec("insert into kinds (word) values ('new')")
    await place.exec("insert into numbered (word) values ('new')")
    const orphan = "insert into numbered (word) values ('none')"
    await using session = await sessionOf(place.settings)
    if (dialect === 'sqlite') await session.query('pragma foreign_keys = on')
    await expect(session.query(orphan)).rejects.toThrow(/foreign key/i)
    await using snapshot = await place.open()
    const { counted, numbered } = await allOf(snapshot)
    expect([counted, numbered?.at(-1)]).toEqual([[[8]], [10, 'new']])
  })

  test('a load replaces existing rows', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.load(loadOf({ ...loadedRows, keyless: [[5, 'only']] }))
    await using snapshot = await place.open()
    expect(await allOf(snapshot)).toEqual({ ...loadedRows, keyless: [[5, 'only']] })
  })

  test('a row that refers to a missing one is refused', async () => {
    const orphan = loadOf({ ...loadedRows, numbered: [[1, 'nobody']] })
    await expect((await newPlace()).load(orphan)).rejects.toThrow(/refers to a row of kinds|foreign key/)
  })

  test('a table that does not contain what was written is refused by name', async () => {
    const { sha256 } = new RowsDigest().result()
    const place = await newPlace()
    const fewer = place.load(loadOf(loadedRows, { keyless: { rows: 2, sha256 } }))
    await expect(fewer).rejects.toThrow('keyless has 3 rows instead of 2')
    const other = place.load(loadOf(loadedRows, { keyless: { rows: 3, sha256 } }))
    await expect(other).rejects.toThrow('keyless has other values')
    if (dialect === 'sqlite') return
    await using snapshot = await place.open()
    expect(await allOf(snapshot)).toMatchObject({ keyless: [], counted: [[0]] })
  })

  test('a snapshot is of one moment and ignores later changes', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    // As a server opens its file.
    if (dialect === 'sqlite') await place.exec('pragma journal_mode = wal')
    await using snapshot = await place.open()
    await allOf(snapshot)
    await place.exec('delete from keyless')
    expect(await allOf(snapshot)).toEqual(loadedRows)
  })

  test('a table with a transfer is read and written by it, and tables with the same data are left out', async () => {
    const special: TableTransfer = {
      name: 'keyless',
      columns: [{ name: 'text', kind: 'text' }],
      key: ['text'],
      covers: { sqlite: ['counted'], postgres: ['counted'] },
      prepare: {
        sqlite: ["create temp table marks as select '-' as mark"],
        postgres: ["select set_config('transfer.mark', '-', true)"],
      },
      select: {
        sqlite: 'select a || mark || b as text from keyless, marks where a is not null',
        postgres: "select a || current_setting('transfer.mark') || b as text from keyless where a is not null",
      },
      insert: {
        sqlite: 'insert into keyless (b) values (upper(?))',
        postgres: 'insert into keyless (b) values (upper(?))',
      },
    }
    const place = await newPlace()
    const empty = new RowsDigest().result()
    const load: Load = async (insert) => {
      await insert(special, [['one'], ['two']])
      return { sequences: {}, tables: { keyless: empty, kinds: empty, numbered: empty } }
    }
    await place.load(load, [special])
    await place.exec("update keyless set a = 1 where b = 'TWO'")
    await using snapshot = await place.open([special])
    expect(snapshot.tables.map(({ name }) => name)).toEqual(['keyless', 'kinds', 'numbered'])
    expect((await allOf(snapshot)).keyless).toEqual([['1-TWO']])
  })

  test('a column of a type that only one database has is refused by name', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec(`create table odd (at ${dialect === 'sqlite' ? 'datetime' : 'timestamptz'})`)
    await expect(place.open()).rejects.toThrow(/odd\.at has the type "(datetime|timestamp with time zone)"/)
  })

  test('rows of a key of several columns are in the order of the key, not of its columns', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec('create table several (a integer, b integer, c integer, d integer, primary key (c, a, d, b))')
    await using snapshot = await place.open()
    expect(snapshot.tables.find(({ name }) => name === 'several')?.key).toEqual(['c', 'a', 'd', 'b'])
  })

  test('the last number of a table is left out where its transfer leaves the numbers out', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    const special: TableTransfer = {
      name: 'numbered',
      columns: [{ name: 'word', kind: 'text' }],
      key: ['word'],
      covers: { sqlite: [], postgres: [] },
      prepare: { sqlite: [], postgres: [] },
      select: { sqlite: 'select word from numbered', postgres: 'select word from numbered' },
      insert: { sqlite: '', postgres: '' },
    }
    await using snapshot = await place.open([special])
    expect(snapshot.sequences).toEqual({})
  })

  test('computed columns are left out', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec("create table computed (a text primary key, b text generated always as (a || '!') stored)")
    await using snapshot = await place.open()
    expect(snapshot.tables.find(({ name }) => name === 'computed')?.columns.map(({ name }) => name)).toEqual(['a'])
  })

  test('an empty database has no tables, no migrations and no numbers', async () => {
    const settings = await newDatabase('empty')
    if (dialect === 'sqlite') await writeFile(sqliteFile(settings.dataDir), '')
    await using snapshot = await openSnapshot({ ...settings, filename: sqliteFile(settings.dataDir) }, [])
    expect([snapshot.tables, snapshot.migrations, snapshot.sequences]).toEqual([[], [], {}])
  })

  test('a connection is closed when a snapshot or a load fails', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec(`create table odd (at ${dialect === 'sqlite' ? 'datetime' : 'timestamptz'})`)
    const closed =
      dialect === 'sqlite' ? vi.spyOn(sqlite3.Database.prototype, 'close') : vi.spyOn(pg.Client.prototype, 'end')
    onTestFinished(() => closed.mockRestore())
    await expect(place.open()).rejects.toThrow('cannot be copied')
    expect(closed).toHaveBeenCalledTimes(1)
    closed.mockClear()
    await expect(place.load(() => Promise.reject(new Error('refused')))).rejects.toThrow('cannot be copied')
    expect(closed).toHaveBeenCalled()
  })

  if (dialect === 'postgres') {
    test('rows are read in bounded memory', async () => {
      const place = await newPlace()
      await place.load(loadOf())
      await place.exec(
        "insert into keyless (a, b) select n, repeat('x', 1024 * 1024 - 100) from generate_series(10, 16) n",
      )
      const query = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => query.mockRestore())
      await using snapshot = await place.open()
      await allOf(snapshot)
      const texts = query.mock.calls.map(([text]) => String(text))
      expect(texts.filter((text) => text.startsWith('fetch 4 '))).toHaveLength(3)
      expect(texts.filter((text) => text.startsWith('fetch')).length).toBeLessThan(10)
    })

    test('all tables are locked before anything changes, and the planner gets new statistics afterwards', async () => {
      const place = await newPlace()
      const query = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => query.mockRestore())
      await place.load(loadOf())
      const texts = query.mock.calls.map(([text]) => String(text))
      const locked = texts.indexOf('lock table "counted", "keyless", "kinds", "numbered" in access exclusive mode')
      expect(locked).toBeGreaterThan(-1)
      expect(texts.findIndex((text) => /^(?:alter table .* disable|truncate)/.test(text))).toBeGreaterThan(locked)
      expect(texts.at(-1)).toBe('analyze')
    })

    test('what runs before the commit can refuse it', async () => {
      const place = await newPlace()
      await expect(place.load(loadOf(), [], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
      await using snapshot = await place.open()
      expect(await allOf(snapshot)).toEqual({ counted: [[0]], keyless: [], kinds: [], numbered: [] })
    })
    return
  }

  test('a virtual table without a transfer is refused', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec('create virtual table texts using fts5(a)')
    await expect(place.open()).rejects.toThrow('texts.a has the type "", which cannot be copied')
  })

  test('a file that SQLite finds damaged is refused', async () => {
    const place = await newPlace()
    const { all } = sqlite3.Database.prototype
    const damaged = vi.spyOn(sqlite3.Database.prototype, 'all').mockImplementation(function (
      this: sqlite3.Database,
      ...args: unknown[]
    ) {
      const [sql, , done] = args as [string, unknown, (error: null, rows: unknown[]) => void]
      if (!sql.startsWith('pragma integrity_check')) return all.apply(this, args as never)
      done(null, [{ integrity_check: 'row 3 missing from index' }])
      return this
    })
    onTestFinished(() => damaged.mockRestore())
    await expect(place.load(loadOf())).rejects.toThrow('The loaded database is damaged: row 3 missing from index')
  })
})
