import { open } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import sqlite3 from 'sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { type DatabaseSettings, forEachDatabase } from '../../../testing/databases.ts'
import { openStore } from '../open.ts'
import { sqliteFile } from '../sqlite.ts'
import type { Migration } from '../types.ts'
import { countConnections, loadPostgres } from './postgres-load.ts'
import { PostgresSession } from './postgres-session.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'
import { loadSqlite } from './sqlite-load.ts'
import { SqliteSession } from './sqlite-session.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'
import type { CarriedTable, Load } from './types.ts'

const first: Migration = {
  name: '0001-things',
  async up(knex, dialect) {
    await knex.schema.createTable('things', (table) => {
      table.text('word').primary()
    })
    await knex.schema.createTable('numbered', (table) => {
      table.increments('number')
      table.text('word').references('word').inTable('things')
    })
    await knex.raw(
      dialect === 'sqlite'
        ? 'create trigger counting after insert on things begin delete from numbered; end'
        : `create function counting() returns trigger language plpgsql as $$ begin delete from numbered; return new; end $$;
           create trigger counting after insert on things for each row execute function counting()`,
    )
  },
}

const special: CarriedTable = {
  name: 'things',
  columns: [{ name: 'word', kind: 'text' }],
  key: ['word'],
  covers: { sqlite: [], postgres: [] },
  prepare: {
    sqlite: ["create temp table marks as select '-' as mark"],
    postgres: ["select set_config('carry.mark', '-', true)"],
  },
  select: { sqlite: 'select word from things', postgres: 'select word from things' },
  insert: { sqlite: 'insert into things (word) values (?)', postgres: 'insert into things (word) values (?)' },
}

const column = (name: string) => ({ name, kind: 'text' as const })

function loadOf(check: Load['check'] = () => Promise.resolve()): Load {
  return {
    sequences: () => ({ 'numbered.number': 9 }),
    check,
    async fill(loader) {
      await loader.insert({ name: 'things', columns: [column('word')], key: [] }, [['a'], ['b']])
      await loader.insert({ name: 'numbered', columns: [column('number'), column('word')], key: [] }, [[3, 'a']])
    },
  }
}

type Method = (...args: unknown[]) => unknown

/** Notes statements that start before the one before them has ended, and connections that are closed. */
function watched() {
  const running = new Set<unknown>()
  const overlapping: unknown[] = []
  const seen = { running, overlapping, closed: 0 }
  for (const { prototype } of [SqliteSession, PostgresSession]) {
    const methods = prototype as unknown as Record<string, Method>
    for (const name of ['exec', 'all', 'runAll', 'insertAll', 'close']) {
      const original = methods[name]
      if (!original) continue
      vi.spyOn(methods, name).mockImplementation(async function (this: unknown, ...args: unknown[]) {
        if (running.size > 0) overlapping.push([...running, args[0]])
        const call = [name, args[0]]
        running.add(call)
        try {
          return await original.apply(this, args)
        } finally {
          running.delete(call)
          if (name === 'close') seen.closed++
        }
      })
    }
    const batches = methods.batches as Method
    vi.spyOn(methods, 'batches').mockImplementation(async function* (this: unknown, ...args: unknown[]) {
      if (running.size > 0) overlapping.push([...running, args[0]])
      yield* batches.apply(this, args) as AsyncGenerator
    })
  }
  return seen
}

async function turns(count: number): Promise<void> {
  for (let turned = 0; turned < count; turned++) await turn()
}

afterEach(() => {
  vi.restoreAllMocks()
})

forEachDatabase((dialect, _, newDatabase) => {
  const load = async (settings: DatabaseSettings, what: Load) => {
    if (dialect === 'sqlite') {
      return loadSqlite(sqliteFile(settings.dataDir), what, { past: [first], migrations: [first], special: [special] })
    }
    return loadPostgres(settings.databaseUrl as string, what, [special])
  }
  const openSnapshot = (settings: DatabaseSettings, tables: readonly CarriedTable[]) =>
    dialect === 'sqlite'
      ? openSqliteSnapshot(sqliteFile(settings.dataDir), tables)
      : openPostgresSnapshot(settings.databaseUrl as string, tables)
  const newPlace = async () => {
    const settings = await newDatabase('empty')
    if (dialect === 'postgres') {
      const store = await openStore(settings)
      await store.migrate([first]).finally(() => store.close())
    }
    return settings
  }

  test('a load runs one statement after the other, and all have ended when it resolves', async () => {
    const settings = await newPlace()
    const seen = watched()
    await load(settings, loadOf())
    expect(seen).toEqual({ running: new Set(), overlapping: [], closed: 1 })
  })

  test('a load that is refused has closed its connection when it rejects', async () => {
    const settings = await newPlace()
    const seen = watched()
    await expect(
      load(
        settings,
        loadOf(() => Promise.reject(new Error('refused'))),
      ),
    ).rejects.toThrow('refused')
    expect(seen).toEqual({ running: new Set(), overlapping: [], closed: 1 })
  })

  test('a snapshot is read by one statement after the other', async () => {
    const settings = await newPlace()
    await load(settings, loadOf())
    const seen = watched()
    const snapshot = await openSnapshot(settings, [special])
    for (const table of snapshot.tables) for await (const _ of snapshot.rows(table));
    await snapshot.close()
    expect(seen).toEqual({ running: new Set(), overlapping: [], closed: 1 })
  })

  test('a snapshot that cannot be read has closed its connection when it rejects', async () => {
    const settings = await newPlace()
    await load(settings, loadOf())
    const session = await (dialect === 'sqlite'
      ? SqliteSession.open(sqliteFile(settings.dataDir))
      : PostgresSession.open(settings.databaseUrl as string))
    await session.exec(`create table odd (at ${dialect === 'sqlite' ? 'datetime' : 'timestamptz'})`)
    await session.close()
    const seen = watched()
    await expect(openSnapshot(settings, [special])).rejects.toThrow('cannot be carried')
    expect(seen).toEqual({ running: new Set(), overlapping: [], closed: 1 })
  })

  if (dialect === 'postgres') {
    test('all tables are locked before anything is changed, and the planner knows them anew afterwards', async () => {
      const settings = await newPlace()
      const exec = vi.spyOn(PostgresSession.prototype, 'exec')
      await load(settings, loadOf())
      const texts = exec.mock.calls.map(([sql]) => sql)
      const locked = texts.findIndex((text) => /^lock table "numbered", "things" in access exclusive mode$/.test(text))
      expect(locked).toBeGreaterThan(-1)
      expect(texts.findIndex((text) => /^(alter|truncate)/.test(text))).toBeGreaterThan(locked)
      expect(texts.at(-1)).toBe('analyze')
    })

    test('connections of servers to a database are counted, and only those', async () => {
      const settings = await newPlace()
      const url = settings.databaseUrl as string
      expect(await countConnections(url)).toBe(0)
      const store = await openStore(settings)
      await store.ping()
      const seen = watched()
      expect(await countConnections(url)).toBe(1)
      expect(seen).toEqual({ running: new Set(), overlapping: [], closed: 1 })
      await store.close()
    })
    return
  }

  test('what is loaded is on the disk when the load resolves, and every connection to it is closed', async () => {
    const { dataDir } = await newPlace()
    const filename = sqliteFile(dataDir)
    const file = await open(filename, 'a')
    const handles = Object.getPrototypeOf(file) as typeof file
    await file.close()
    const { sync } = handles
    const synced: (typeof file)[] = []
    const events: string[] = []
    vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof file) {
      events.push('synced')
      await sync.call(this)
      synced.push(this)
    })
    let unclosed = 0
    const close = sqlite3.Database.prototype.close
    const closed = vi.spyOn(sqlite3.Database.prototype, 'close').mockImplementation(function (
      this: sqlite3.Database,
      done,
    ) {
      unclosed++
      void turns(20).then(() =>
        close.call(this, (error) => {
          unclosed--
          events.push('closed')
          done?.call(this, error)
        }),
      )
    })
    await loadSqlite(filename, loadOf(), { past: [first], migrations: [first], special: [] })
    expect(synced.map(({ fd }) => fd)).toEqual([-1])
    // One for each time that it is migrated, and one to fill it.
    expect([closed.mock.calls.length, unclosed]).toEqual([3, 0])
    expect(events).toEqual(['closed', 'closed', 'closed', 'synced'])
  })

  test('a file that SQLite finds damaged is refused', async () => {
    const { dataDir } = await newPlace()
    const { all } = SqliteSession.prototype
    vi.spyOn(SqliteSession.prototype, 'all').mockImplementation(async function (this: SqliteSession, sql, values) {
      if (sql.startsWith('pragma integrity_check')) return [{ integrity_check: 'row 3 missing from index' }] as never
      return (await all.call(this, sql, values)) as never
    })
    const loaded = loadSqlite(sqliteFile(dataDir), loadOf(), { past: [first], migrations: [first], special: [] })
    await expect(loaded).rejects.toThrow('The loaded database is damaged: row 3 missing from index')
  })
})
