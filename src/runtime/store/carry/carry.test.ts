import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type DatabaseSettings, forEachDatabase } from '../../../testing/databases.ts'
import { openStore } from '../open.ts'
import { sqliteFile } from '../sqlite.ts'
import type { Migration } from '../types.ts'
import { loadPostgres } from './postgres-load.ts'
import { PostgresSession } from './postgres-session.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'
import { loadSqlite } from './sqlite-load.ts'
import { SqliteSession } from './sqlite-session.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'
import type { CarriedTable, Cell, Load, OpenSnapshot, Snapshot } from './types.ts'

const changed = (statement: string) => `update counted set number = number + 1 where ${statement}`

/** Tables with all kinds of columns, a reference, a number that counts by itself, a trigger, and one without a key. */
const first: Migration = {
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
const second: Migration = {
  name: '0002-later',
  async up(knex) {
    await knex.schema.alterTable('keyless', (table) => {
      table.text('c').defaultTo('later')
    })
  },
}

type Rows = Readonly<Record<string, readonly (readonly Cell[])[]>>

/** What was loaded holds, by table; the columns are in the order of their names. */
const held: Rows = {
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

/** What fills a database with these rows. */
function loadOf(rows: Rows = held, check: Load['check'] = () => Promise.resolve()): Load {
  return {
    sequences: () => sequences,
    check,
    async fill(loader) {
      for (const [name, cells] of Object.entries(rows)) {
        const columns = columnsOf[name] ?? []
        const table = { name, columns: columns.map((column) => ({ name: column, kind: 'text' as const })), key: [] }
        await loader.insert(table, cells)
      }
    },
  }
}

const columnsOf: Readonly<Record<string, readonly string[]>> = {
  counted: ['number'],
  keyless: ['a', 'b'],
  kinds: ['big', 'bytes', 'json', 'part', 'word', 'yes'],
  numbered: ['number', 'word'],
}

async function allOf(snapshot: Snapshot): Promise<Rows> {
  const rows: Record<string, (readonly Cell[])[]> = {}
  for (const table of snapshot.tables) {
    rows[table.name] = []
    for await (const batch of snapshot.rows(table)) rows[table.name]?.push(...batch)
  }
  return rows
}

/** One database of a dialect, to be loaded and read. */
interface Place {
  load(load: Load, special?: readonly CarriedTable[]): Promise<void>
  open(special?: readonly CarriedTable[]): Promise<OpenSnapshot>
  /** Runs statements beside it, as a server does. */
  exec(sql: string): Promise<void>
}

forEachDatabase((dialect, _, newDatabase) => {
  async function newPlace(migrations: readonly Migration[] = [first]): Promise<Place> {
    const settings = await newDatabase('empty')
    return dialect === 'sqlite'
      ? sqlitePlace(sqliteFile(settings.dataDir), [first], migrations)
      : postgresPlace(settings, [first])
  }

  test('what is loaded is read again: every kind of value, in the order of the keys by bytes, nothing first', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await using snapshot = disposable(await place.open())
    expect(snapshot.dialect).toBe(dialect)
    expect(snapshot.migrations).toEqual([first.name])
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
    // The trigger did not count what was loaded, which has the count already.
    expect(await allOf(snapshot)).toEqual(held)
    expect(snapshot.sequences).toEqual(sequences)
  })

  test('afterwards triggers act, references hold, and numbers go on after the last one ever given', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec("insert into kinds (word) values ('new')")
    await place.exec("insert into numbered (word) values ('new')")
    const orphan = "insert into numbered (word) values ('none')"
    await expect(place.exec(dialect === 'sqlite' ? `pragma foreign_keys = on; ${orphan}` : orphan)).rejects.toThrow(
      /foreign key/i,
    )
    await using snapshot = disposable(await place.open())
    const { counted, numbered } = await allOf(snapshot)
    expect([counted, numbered?.at(-1)]).toEqual([[[8]], [10, 'new']])
  })

  test('what is there before is replaced', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.load(loadOf({ ...held, keyless: [[5, 'only']] }))
    await using snapshot = disposable(await place.open())
    expect(await allOf(snapshot)).toEqual({ ...held, keyless: [[5, 'only']] })
  })

  test('a row that refers to none is refused, and a check that rejects refuses all', async () => {
    const orphan = { ...held, numbered: [[1, 'nobody']] }
    await expect((await newPlace()).load(loadOf(orphan))).rejects.toThrow(/refers to a row of kinds|foreign key/)
    const place = await newPlace()
    const seen: Rows[] = []
    const load = loadOf(held, async (loaded) => {
      seen.push(await allOf(loaded))
      throw new Error('not as it was')
    })
    await expect(place.load(load)).rejects.toThrow('not as it was')
    expect(seen).toEqual([held])
  })

  test('a snapshot is of one moment, whatever is written meanwhile', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    // As a server opens its file.
    if (dialect === 'sqlite') await place.exec('pragma journal_mode = wal')
    await using snapshot = disposable(await place.open())
    await allOf(snapshot)
    await place.exec('delete from keyless')
    expect(await allOf(snapshot)).toEqual(held)
  })

  test('rows are read a bounded number and size at a time', async () => {
    const place = await newPlace()
    const many = Array.from({ length: 1201 }, (_, index) => [index, 'a'])
    await place.load(loadOf({ ...held, keyless: many }))
    expect(await batchSizes(place, 'keyless')).toEqual([500, 500, 201])
    const large = Array.from({ length: 7 }, (_, index) => [index, 'x'.repeat(1024 * 1024)])
    const wide = await newPlace()
    await wide.load(loadOf({ ...held, keyless: large }))
    expect(await batchSizes(wide, 'keyless')).toEqual([4, 3])
  })

  test('a table whose owner says how is read and written so, and what holds the same again is left out', async () => {
    const special: CarriedTable = {
      name: 'keyless',
      columns: [{ name: 'text', kind: 'text' }],
      key: ['text'],
      covers: { sqlite: ['counted'], postgres: ['counted'] },
      prepare: {
        sqlite: ["create temp table marks as select '-' as mark"],
        postgres: ["select set_config('carry.mark', '-', true)"],
      },
      select: {
        sqlite: 'select a || mark || b as text from keyless, marks where a is not null',
        postgres: "select a || current_setting('carry.mark') || b as text from keyless where a is not null",
      },
      insert: {
        sqlite: 'insert into keyless (b) values (upper(?))',
        postgres: 'insert into keyless (b) values (upper(?))',
      },
    }
    const place = await newPlace()
    const columns = [{ name: 'text', kind: 'text' as const }]
    await place.load(
      {
        ...loadOf(),
        async fill(loader) {
          await loader.insert({ name: 'keyless', columns, key: [] }, [['one'], ['two']])
        },
      },
      [special],
    )
    await place.exec("update keyless set a = 1 where b = 'TWO'")
    await using snapshot = disposable(await place.open([special]))
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
    await using snapshot = disposable(await place.open())
    expect(snapshot.tables.find(({ name }) => name === 'several')?.key).toEqual(['c', 'a', 'd', 'b'])
  })

  test('the last number of a table is not carried where its owner leaves the numbers out', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    const special: CarriedTable = {
      name: 'numbered',
      columns: [{ name: 'word', kind: 'text' }],
      key: ['word'],
      covers: { sqlite: [], postgres: [] },
      prepare: { sqlite: [], postgres: [] },
      select: { sqlite: 'select word from numbered', postgres: 'select word from numbered' },
      insert: { sqlite: '', postgres: '' },
    }
    await using snapshot = disposable(await place.open([special]))
    expect(snapshot.sequences).toEqual({})
  })

  test('computed columns are not carried', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec("create table computed (a text primary key, b text generated always as (a || '!') stored)")
    await using snapshot = disposable(await place.open())
    expect(snapshot.tables.find(({ name }) => name === 'computed')?.columns.map(({ name }) => name)).toEqual(['a'])
  })

  test('an empty database has no tables, no migrations and no numbers', async () => {
    const settings = await newDatabase('empty')
    if (dialect === 'sqlite') await writeFile(sqliteFile(settings.dataDir), '')
    await using snapshot = disposable(
      dialect === 'sqlite'
        ? await openSqliteSnapshot(sqliteFile(settings.dataDir), [])
        : await openPostgresSnapshot(settings.databaseUrl as string, []),
    )
    expect([snapshot.tables, snapshot.migrations, snapshot.sequences]).toEqual([[], [], {}])
  })

  if (dialect !== 'sqlite') return
  test('a file of an earlier release is brought up to date once it is loaded', async () => {
    const place = await newPlace([first, second])
    await place.load(loadOf())
    await using snapshot = disposable(await place.open())
    expect(snapshot.migrations).toEqual([first.name, second.name])
    expect((await allOf(snapshot)).keyless?.map((row) => row.at(-1))).toEqual(['later', 'later', 'later'])
  })

  test('a virtual table is refused unless its owner says how it is carried', async () => {
    const place = await newPlace()
    await place.load(loadOf())
    await place.exec('create virtual table texts using fts5(a)')
    await expect(place.open()).rejects.toThrow('The virtual table texts cannot be carried')
  })
})

function disposable<Value extends { close(): Promise<void> }>(value: Value): Value & AsyncDisposable {
  return { ...value, [Symbol.asyncDispose]: () => value.close() }
}

function sqlitePlace(filename: string, past: readonly Migration[], migrations: readonly Migration[]): Place {
  return {
    load: (load, special = []) => loadSqlite(filename, load, { past, migrations, special }),
    open: (special = []) => openSqliteSnapshot(filename, special),
    exec: (sql) => closing(SqliteSession.open(filename), sql),
  }
}

function postgresPlace(settings: DatabaseSettings, migrations: readonly Migration[]): Place {
  const url = settings.databaseUrl as string
  return {
    async load(load, special = []) {
      const store = await openStore(settings)
      await store.migrate(migrations).finally(() => store.close())
      await loadPostgres(url, load, special)
    },
    open: (special = []) => openPostgresSnapshot(url, special),
    exec: (sql) => closing(PostgresSession.open(url), sql),
  }
}

async function closing(opening: Promise<SqliteSession | PostgresSession>, sql: string): Promise<void> {
  const session = await opening
  await session.exec(sql).finally(() => session.close())
}

async function batchSizes(place: Place, name: string): Promise<number[]> {
  await using snapshot = disposable(await place.open())
  const sizes: number[] = []
  const table = snapshot.tables.find((each) => each.name === name)
  if (table) for await (const batch of snapshot.rows(table)) sizes.push(batch.length)
  return sizes
}
