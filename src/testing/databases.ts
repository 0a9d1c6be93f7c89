import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, inject } from 'vitest'
import { migrations } from '../app/migrations.ts'
import { memoryFolder } from '../runtime/base/memory-folder.ts'
import { openStore } from '../runtime/store/open.ts'
import { sqliteFile } from '../runtime/store/sqlite.ts'
import type { Dialect, Store } from '../runtime/store/types.ts'
import { ask } from './desks.ts'
import { drawnRows, isWhole, today } from './drawn-rows.ts'
import { PostgresAdmin, type PostgresTemplate } from './postgres-template.ts'

/** The settings of one database, as a process gets them. */
export interface DatabaseSettings {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** Whether a new database has this release's tables, all without rows, or nothing at all. */
type Contents = 'migrated' | 'empty'

/** Makes a database, migrated by default; it is dropped when the test file ends. */
export type NewDatabase = (contents?: Contents) => Promise<DatabaseSettings>

/** Opens a migrated store, on a new database by default; it is closed when the test file ends. */
export type OpenTestStore = (settings?: DatabaseSettings) => Promise<Store>

type Cleanups = (() => Promise<void>)[]

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

let sqliteTemplate: Promise<string> | undefined

/**
 * Makes a folder with a migrated SQLite database, ready for a server.
 *
 * @returns the folder, which the caller removes
 */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
  sqliteTemplate ??= ask(inject('sqliteDesk'))
  // Copies the mode too: only the owner may read and write a database.
  await copyFile(await sqliteTemplate, sqliteFile(dataDir))
  return dataDir
}

async function newSqlite(cleanups: Cleanups, contents: Contents): Promise<DatabaseSettings> {
  const dataDir = contents === 'migrated' ? await newDataDir() : await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
  // Removed last: after the stores on it are closed.
  cleanups.unshift(() => rm(dataDir, { recursive: true, force: true }))
  return { dataDir }
}

let postgres: Promise<{ template: PostgresTemplate; admin: PostgresAdmin }> | undefined

async function openPostgres() {
  const template = JSON.parse(await ask(inject('postgresDesk'))) as PostgresTemplate
  return { template, admin: new PostgresAdmin(template.url) }
}

async function newPostgres(cleanups: Cleanups, contents: Contents): Promise<DatabaseSettings> {
  postgres ??= openPostgres()
  const { template, admin } = await postgres
  const name = `onedoor_test_${randomBytes(8).toString('hex')}`
  await (contents === 'migrated' ? admin.copy(template.name, name) : admin.create(name))
  cleanups.unshift(() => admin.drop(name))
  return { ...(await newSqlite(cleanups, 'empty')), databaseUrl: admin.urlOf(name) }
}

type Register = (name: Dialect, openTestStore: OpenTestStore, newDatabase: NewDatabase) => void

/** Families whose tests run on both databases every day: those of money, memberships and agents. */
const onBothDaily = ['apps', 'agent', 'groups', 'sms', 'text', 'work', 'url']

/**
 * Whether a test file leaves its blocks on PostgreSQL to another day. Tests of families repeat the same there in twice the
 * time, so a third of their files runs on it, another one every day, and those of the families that ONEDOOR_TEST_POSTGRES
 * names, separated by commas; all if that is not set.
 *
 * @param file its path
 */
export function isOnSqliteAlone(file: string): boolean {
  const [name = '', family] =
    /src\/handlers\/([\w-]+)\/(?:\1|methods\/[\w-]+)\.test/.exec(file.replaceAll('\\', '/')) ?? []
  const families = process.env.ONEDOOR_TEST_POSTGRES?.split(',')
  if (isWhole || !family || !families || [...families, ...onBothDaily].includes(family)) return false
  const codes = Array.from(name, (character) => character.charCodeAt(0))
  return codes.reduce((sum, code) => sum + code, 0) % 3 !== today() % 3
}

/**
 * Registers the same tests once for SQLite and once for PostgreSQL. `register` gets the database's name, a way to open
 * a migrated store and a way to get a database (for child processes, or to open one twice). Both clean up after
 * themselves. When PostgreSQL cannot be started the tests fail with the reason; ONEDOOR_TEST_DATABASES=sqlite skips
 * it.
 */
export function forEachDatabase(register: Register): void {
  const alone = isOnSqliteAlone(expect.getState().testPath as string)
  for (const dialect of chosen()) if (dialect === 'sqlite' || !alone) registerOn(dialect, register)
}

/**
 * The same on the first database alone, for tests of what lies above the statements: every statement that is sent there
 * must have tests that run on both.
 */
export function forOneDatabase(register: Register): void {
  for (const dialect of chosen().slice(0, 1)) registerOn(dialect, register)
}

/**
 * The same on one of them, another each day: for drills that kill processes or copy whole instances. `npm run verify`
 * runs them on both.
 */
export function forDrawnDatabase(register: Register): void {
  for (const dialect of drawnRows(chosen(), 1)) registerOn(dialect, register)
}

function registerOn(dialect: Dialect, register: Register): void {
  describe(dialect, () => {
    /** Run from the end. */
    const cleanups: Cleanups = []
    const newDatabase: NewDatabase = (contents = 'migrated') =>
      dialect === 'sqlite' ? newSqlite(cleanups, contents) : newPostgres(cleanups, contents)
    const openTestStore: OpenTestStore = async (settings) => {
      const store = await openStore(settings ?? (await newDatabase()))
      cleanups.push(() => store.close())
      if (settings) await store.migrate(migrations)
      return store
    }
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup()
    })
    register(dialect, openTestStore, newDatabase)
  })
}
