import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../generated/server/operations.ts'
import { families } from '../../src/app/families.ts'
import { migrations } from '../../src/app/migrations.ts'
import type { Store } from '../../src/runtime/store/types.ts'
import { type DatabaseSettings, forEachDatabase, type NewDatabase } from '../../src/testing/databases.ts'
import { productFiles } from '../../src/testing/import-graph.ts'
import { root } from '../../src/testing/program.ts'
import { TestProgram } from '../../src/testing/program-sign-in.ts'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import { tableOwners } from '../../src/testing/table-owners.ts'
import { typeLine } from '../../src/testing/typed-line.ts'
import { TestVisitor } from '../../src/testing/visitor.ts'
import { ensureBubblewrap } from '../../tools/setup/programs.mjs'
import { unpackDataDir } from './data-dir.ts'
import { loadPostgres, schemaOf } from './postgres-dump.ts'
import {
  dataOf,
  exampleProviders,
  fetchPage,
  instanceSettings,
  password,
  picture,
  type Recorded,
  type RecordedPage,
} from './recorded.ts'

const hourMs = 3_600_000
const releases = readdirSync(dirname(dataOf('0').folder)).map((name) => name.replace('release-', ''))
/** The ids of records, anywhere in a value. */
const ids = (value: unknown): string[] => JSON.stringify(value).match(/\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g) ?? []

/** Adele's additions to her records, and the lists that show them to her alone. */
const additions: readonly (readonly [OperationId, object, OperationId, object?])[] = [
  ['notes.add', { title: 'Quagga', text: 'later' }, 'notes.list'],
  ['contacts.add', { name: 'Quagga' }, 'contacts.list'],
  ['docs.write', { title: 'Quagga', content: 'later' }, 'docs.list'],
  ['bookmarks.add', { url: 'https://quagga.example/', title: 'Quagga' }, 'bookmarks.list'],
  ['tasks.create', { title: 'Quagga' }, 'tasks.list'],
  ['events.create', { title: 'Quagga', when: '2027-01-06T12:00:00Z' }, 'events.list'],
  ['files.put', { name: 'Quagga.txt', content: 'later' }, 'files.list'],
  ['images.upload', { data: picture, description: 'Quagga' }, 'images.list', { scope: 'mine' }],
  ['groups.create', { name: 'Quagga' }, 'groups.list'],
  ['blog.create', { title: 'Quagga', content: 'Of the plain. '.repeat(9), private: true }, 'blog.list'],
  ['apps.create', { name: 'Quagga', html: '<!doctype html><p>Hi</p>', slug: 'later' }, 'apps.collection'],
  ['chat.send', { room: 'direct:bento', message: 'Quagga' }, 'chat.messages', { room: 'direct:bento' }],
  ['mail.send', { to: 'adele', subject: 'Quagga', body: 'later' }, 'mail.inbox'],
  ['url.create', { destinationURL: 'https://quagga.example/', title: 'Quagga' }, 'url.list'],
]

function environmentOf({ dataDir, databaseUrl }: DatabaseSettings): Record<string, string> {
  return { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
}

for (const release of releases) {
  const files = dataOf(release)
  const expected: Recorded = JSON.parse(readFileSync(files.expected, 'utf8'))

  const as = (server: TestServer, who: string) => server.sending({ Authorization: `Bearer ${expected.tokens[who]}` })

  async function upgraded(newDatabase: NewDatabase): Promise<DatabaseSettings> {
    const database = await newDatabase('empty')
    const { dataDir, databaseUrl } = database
    await unpackDataDir(files.dataDir, dataDir, (name) => !databaseUrl || name !== 'onedoor.sqlite')
    if (databaseUrl) await loadPostgres(databaseUrl, String(zstdDecompressSync(readFileSync(files.postgres))))
    return database
  }

  async function restored(newDatabase: NewDatabase): Promise<DatabaseSettings> {
    const database = await newDatabase('empty')
    const { code, err } = await typeLine(['backup', 'restore', files.backup], { env: environmentOf(database) })
    expect([code, err]).toEqual([0, ''])
    return database
  }

  /** Starts a server whose clock continues from that of the release. */
  const serve = (database: DatabaseSettings) =>
    startTestServer({
      ...database,
      settings: { ...instanceSettings, ...exampleProviders },
      now: expected.frozenAt,
    })

  async function expectCalls(server: TestServer): Promise<void> {
    for (const { who, id, args, result } of expected.calls) {
      const seen = await as(server, who).ok(id as OperationId, args as never)
      expect({ who, id, args, result: seen }).toMatchObject({ who, id, args, result })
    }
  }

  async function expectPages(server: TestServer, pages: readonly RecordedPage[] = expected.pages): Promise<void> {
    for (const page of pages) expect(await fetchPage(server.url, page, expected.cookies)).toMatchObject(page)
  }

  async function expectPrivacy(server: TestServer): Promise<void> {
    for (const { who, id, args, result, isPublic } of expected.calls) {
      if (isPublic) continue
      const stranger = as(server, who.replace(/^\w+/, 'cleo'))
      const { body } = await stranger.call(id as OperationId, args)
      const known = ids(args)
      const leaked = ids(result).filter((each) => !known.includes(each) && ids(body).includes(each))
      expect({ id, args, leaked }).toEqual({ id, args, leaked: [] })
      if ('id' in args || 'title' in args) expect([id, 'result' in (body as object)]).toEqual([id, false])
    }
    for (const { who, path, sha256 } of expected.pages) {
      if (who === undefined || sha256 === undefined) continue
      for (const other of ['cleo', undefined]) {
        const { status } = await fetchPage(server.url, { who: other, path, texts: [] }, expected.cookies)
        expect([path, other, status]).toEqual([path, other, 404])
      }
    }
  }

  async function expectAdditions(server: TestServer): Promise<void> {
    for (const [id, args, list, of = {}] of additions) {
      const listFor = async (who: string) => (await as(server, who).call(list, { ...of })).body
      const before = await listFor('adele')
      await as(server, 'adele').ok(id, args as never)
      const [after, others] = [await listFor('adele'), await listFor('cleo')]
      const hasIt = [before, after, others].map((seen) => JSON.stringify(seen).includes('Quagga'))
      expect([id, ...hasIt]).toEqual([id, false, true, false])
      expect([id, ids(before).filter((each) => !ids(after).includes(each))]).toEqual([id, []])
    }
  }

  /** Signs in with the password, refreshes the program's token, and checks the credits. */
  async function expectAccounts(server: TestServer): Promise<void> {
    await new TestVisitor(server.url).signIn('bento', password)
    const program = new TestProgram(server)
    program.clientId = expected.program.clientId
    expect(await program.refresh(expected.program.refreshToken)).toMatchObject({ status: 200 })
    expect(await server.ledger.check()).toMatchObject({ mismatches: [] })
  }

  /** Runs the hourly schedules. */
  async function passHour(server: TestServer): Promise<void> {
    server.clock.advance(hourMs)
    await server.jobs.settle()
    await server.bus.settle()
  }

  describe(`data of release ${release}`, () => {
    test('has only migrations that this code knows, in the same order', () => {
      const known = migrations.map(({ name }) => name)
      const lost = expected.migrations.filter((name) => !known.includes(name))
      const rule =
        'Databases store these names of migrations. A released migration never changes its name, even if its file does'
      expect(lost, rule).toEqual([])
      const order = 'The names of new migrations sort after all that were released'
      expect(known.slice(0, expected.migrations.length), order).toEqual(expected.migrations)
    })

    test('has rows of every family that stores any', () => {
      const owners = [...tableOwners(productFiles(join(root, 'src')))]
      /** The family's tiles are in a cache of the runtime. */
      const borrowed: Readonly<Record<string, string>> = { maps: 'cached_bytes' }
      const stored = families.filter((family) =>
        family.migrations?.some(({ name }) => expected.migrations.includes(name)),
      )
      expect(stored.length).toBeGreaterThan(20)
      const empty = stored.filter(({ name }) => {
        const tables = owners.filter(([, owner]) => owner === `handlers/${name}`).map(([table]) => table)
        return [...tables, ...[borrowed[name] ?? []].flat()].every((table) => expected.emptyTables.includes(table))
      })
      expect(empty.map(({ name }) => name)).toEqual([])
    })

    forEachDatabase((_dialect, openTestStore, newDatabase) => {
      /** The statements that make up the schema, sorted. */
      async function schema(store: Store, { databaseUrl }: DatabaseSettings): Promise<string[]> {
        if (databaseUrl) return (await schemaOf(databaseUrl)).flat().sort()
        const rows = await store.all<{ sql: string | null }>(store.sql.raw('select sql from sqlite_schema'))
        return rows.map(({ sql }) => String(sql)).sort()
      }

      test('is upgraded to the schema of a new database, readable by its owners alone, and extensible', async () => {
        const [database, fresh] = [await upgraded(newDatabase), await newDatabase()]
        const expected = await schema(await openTestStore(fresh), fresh)
        const server = await serve(database)
        try {
          expect(await schema(server.store, database)).toEqual(expected)
          await expectCalls(server)
          await expectPrivacy(server)
          await expectAccounts(server)
          await passHour(server)
          await expectCalls(server)
          await expectPages(server)
          await expectAdditions(server)
        } finally {
          await server.stop()
        }
      }, 60_000)

      test('is restored from its backup, files of sandboxes included', async () => {
        await ensureBubblewrap()
        const server = await serve(await restored(newDatabase))
        try {
          await expectCalls(server)
          // Backups leave out the bytes of caches, such as screenshots.
          await expectPages(
            server,
            expected.pages.filter(({ path }) => !path.startsWith('/browser/shot/')),
          )
          const { text } = await as(server, 'adele').ok('shell.run', { command: 'cat survey/questions.txt' })
          expect(text).toBe('How did you find us?\n')
        } finally {
          await server.stop()
        }
      }, 60_000)
    })
  })
}
