import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { openStore } from '../runtime/store/open.ts'
import type { Dialect, Store } from '../runtime/store/types.ts'

/** Settings that lead to one database, as a process would get them. */
export interface DatabaseSettings {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** An empty database of its own; dropped when the test file ends. */
export type NewDatabase = () => Promise<DatabaseSettings>

/** A migrated store; closed when the test file ends. Without settings it is on a new, empty database. */
export type OpenTestStore = (settings?: DatabaseSettings) => Promise<Store>

async function postgresUrl(): Promise<string> {
  const response = await fetch(inject('postgresDesk'))
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function chosen(): readonly Dialect[] {
  const setting = process.env.ONEDOOR_TEST_DATABASES ?? 'sqlite,postgres'
  return setting.split(',').map((name) => {
    if (name !== 'sqlite' && name !== 'postgres')
      throw new Error(
        `ONEDOOR_TEST_DATABASES: unknown database "${name}"; use sqlite, postgres or both, comma-separated.`,
      )
    return name
  })
}

/** Removed last: after the stores on it are closed. */
async function newSqlite(cleanups: (() => Promise<void>)[]): Promise<DatabaseSettings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-test-'))
  cleanups.unshift(() => rm(dataDir, { recursive: true, force: true }))
  return { dataDir }
}

/** The database sorts text by a language's rules, so that code relying on byte order is found out. */
async function newPostgres(cleanups: (() => Promise<void>)[]): Promise<DatabaseSettings> {
  const url = await postgresUrl()
  const name = `onedoor_test_${randomBytes(8).toString('hex')}`
  await administer(
    url,
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US' locale 'C'`,
  )
  cleanups.unshift(() => administer(url, `drop database if exists ${name} with (force)`))
  const address = new URL(url)
  address.pathname = `/${name}`
  return { ...(await newSqlite(cleanups)), databaseUrl: address.href }
}

/**
 * Registers the same tests once for SQLite and once for PostgreSQL. `register` gets the database's name, a way to open
 * a migrated store and a way to get a bare database (for child processes, or to open one twice). Both clear up after
 * themselves. When PostgreSQL cannot be started the tests fail and say why; ONEDOOR_TEST_DATABASES=sqlite leaves it
 * out.
 */
export function forEachDatabase(
  register: (name: Dialect, openTestStore: OpenTestStore, newDatabase: NewDatabase) => void,
): void {
  for (const dialect of chosen()) {
    describe(dialect, () => {
      /** Run from the end. */
      const cleanups: (() => Promise<void>)[] = []
      const newDatabase: NewDatabase = () => (dialect === 'sqlite' ? newSqlite(cleanups) : newPostgres(cleanups))
      const openTestStore: OpenTestStore = async (settings) => {
        const store = await openStore(settings ?? (await newDatabase()))
        cleanups.push(() => store.close())
        await store.migrate()
        return store
      }
      afterAll(async () => {
        for (const cleanup of cleanups.reverse()) await cleanup()
      })
      register(dialect, openTestStore, newDatabase)
    })
  }
}
