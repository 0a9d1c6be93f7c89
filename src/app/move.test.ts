import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '#runtime/store/open.ts'
import { sqliteFile } from '#runtime/store/sqlite.ts'
import { openSnapshot } from '#runtime/store/transfer/snapshot.ts'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase, newDataDir } from '#testing/databases.ts'
import { startTestServer } from '#testing/server.ts'
import { typeLine } from '#testing/typed-line.ts'
import { tableTransfers } from './backup-commands.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-move-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function withStore<T>(dataDir: string, use: (store: Store) => Promise<T>, databaseUrl?: string): Promise<T> {
  const store = await openStore({ dataDir, databaseUrl })
  return use(store).finally(() => store.close())
}

const binary = Buffer.from([0, 1, 255, 0, 39, 92])

/** A data directory with a SQLite database that has data of every kind; the caller removes it. */
async function seeded(): Promise<{ dataDir: string; token: string }> {
  const dataDir = await newDataDir()
  const server = await startTestServer({ dataDir })
  const ada = await server.account('adele')
  await ada.ok('notes.add', { title: 'Groceries', text: 'Oats, \u{1f600} "quoted" \\ and\nmore' })
  await ada.ok('docs.write', { title: 'Boats', content: 'Sailing at Größenwahn 東京都' })
  await ada.ok('docs.write', { title: 'Pub', content: 'Out', public: true })
  await ada.ok('tasks.create', { title: 'Paint the hull' })
  await server.store.run(server.store.sql('accounts').where({ id: ada.id }).update({ quota_bytes: 7_340_032 }))
  await ada.ok('url.create', { destinationURL: 'https://example.org/long' })
  await server.store.write(async (tx) => {
    await tx.run(
      tx.sql('store_records').insert({
        namespace: 'onedoor',
        database: 'd',
        table_name: 't',
        key: binary,
        size: 9_007_199_254_740_991,
        value: Buffer.alloc(100_000, 7),
      }),
    )
    // A locale would sort these names in another order than their bytes.
    for (const namespace of ['a', 'B', 'ä', 'Z', '_']) {
      await tx.run(tx.sql('config_documents').insert({ namespace, tree: '{"b": 1, "a": null}', updated_at: -1 }))
    }
    const line = { namespace: 'onedoor', name: 'n', version: 'v', process: 'p', stream: 'out', at: 1 }
    for (const text of ['one', 'two', 'three']) await tx.run(tx.sql('runtime_logs').insert({ ...line, line: text }))
    await tx.run(tx.sql('runtime_logs').where({ line: 'three' }).delete())
  })
  await server.stop()
  return { dataDir, token: ada.token as string }
}

forEachDatabase((dialect, _openTestStore, newDatabase) => {
  if (dialect === 'sqlite') {
    test('an instance moves to PostgreSQL only', async () => {
      const { dataDir } = await seeded()
      const answer = await typeLine(['move'], { env: { DATA_DIR: dataDir } })
      expect(answer).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Set DATABASE_URL') })
      await rm(dataDir, { recursive: true })
    })
    return
  }

  async function environment(dataDir: string) {
    const { databaseUrl } = await newDatabase('empty')
    return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl as string, LOG_LEVEL: 'silent' }
  }

  test('both databases have the same tables, columns and kinds', async () => {
    const { dataDir, databaseUrl } = await newDatabase()
    const filename = sqliteFile(await newDataDir())
    await using sqlite = await openSnapshot({ filename }, tableTransfers)
    await using postgres = await openSnapshot({ databaseUrl, filename }, tableTransfers)
    expect(postgres.tables).toEqual(sqlite.tables)
    expect(Object.keys(postgres.sequences).sort()).toEqual(
      expect.arrayContaining(Object.keys(sqlite.sequences)) as unknown as string[],
    )
    await rm(dataDir, { recursive: true, force: true })
  })

  test('every row arrives, search and numbering continue, and the file remains', async () => {
    const { dataDir, token } = await seeded()
    const env = await environment(dataDir)
    const answer = await typeLine(['move'], { env })
    expect(answer).toMatchObject({ code: 0, err: '' })
    expect(answer.out).toMatch(/^Moved \d+ rows of \d+ tables, each of which was compared\. /)
    expect((await stat(sqliteFile(dataDir))).size).toBeGreaterThan(0)

    const server = await startTestServer({ dataDir, databaseUrl: env.DATABASE_URL })
    const call = async (path: string, body?: unknown) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const answered = await fetch(`${server.url}/api/v1/${path}`, { headers, ...init })
      return ((await answered.json()) as { result: unknown }).result
    }
    expect(await call('notes/get?title=Groceries')).toMatchObject({ text: 'Oats, \u{1f600} "quoted" \\ and\nmore' })
    expect(await call('docs/list', { query: 'größenw 東京' })).toMatchObject({ items: [{ title: 'Boats' }], total: 1 })
    expect(await call('docs/list', { query: 'submarine' })).toMatchObject({ total: 0 })
    expect(await call('files/list')).toMatchObject({ quota_bytes: 7_340_032 })
    expect(await server.ledger.check()).toMatchObject({ mismatches: [] })
    const { store } = server
    const record = await store.get<{ key: Buffer; size: number }>(store.sql('store_records').select('key', 'size'))
    expect([record?.key.equals(binary), record?.size]).toEqual([true, 9_007_199_254_740_991])
    // The number of a deleted row is not assigned again.
    const line = { namespace: 'onedoor', name: 'n', version: 'v', process: 'p', stream: 'out', at: 1, line: 'four' }
    await store.run(store.sql('runtime_logs').insert(line))
    const seqs = await store.all<{ seq: number }>(store.sql('runtime_logs').select('seq').orderBy('seq'))
    expect(seqs.map(({ seq }) => Number(seq))).toEqual([1, 2, 4])
    // References are checked as before.
    const orphan = store
      .sql('notes')
      .insert({ id: 'n', owner: 'nobody', title: 'x', title_key: 'x', text: '', created_at: 1, updated_at: 1 })
    await expect(store.run(orphan)).rejects.toThrow('foreign key')
    await server.stop()
    await rm(dataDir, { recursive: true })
  })

  test('a row that differs from the original rolls the move back, and leaves nothing in the way', async () => {
    const { dataDir } = await seeded()
    const env = await environment(dataDir)
    await typeLine(['migrate'], { env })
    // Such a column pads values with spaces.
    await withStore(
      dataDir,
      (store) => store.run(store.sql.raw('alter table notes alter column title type char(40)')),
      env.DATABASE_URL,
    )
    const answer = await typeLine(['move'], { env })
    expect(answer).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('notes has other values'),
    })
    const accounts = await withStore(dataDir, (store) => store.all(store.sql('accounts')), env.DATABASE_URL)
    expect(accounts).toEqual([])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('restor'))).toEqual([])
    expect(await typeLine(['account', 'list'], { env: { ...env, DATABASE_URL: '' } })).toMatchObject({ code: 0 })
    await rm(dataDir, { recursive: true })
  })

  test('nothing is moved into a database in use, or while a server runs on either', async () => {
    const { dataDir } = await seeded()
    const env = await environment(dataDir)
    const server = await startTestServer({ dataDir })
    expect(await typeLine(['move'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another server is running'),
    })
    await server.stop()

    const empty = await mkdtemp(join(folder, 'data-'))
    const target = await startTestServer({ dataDir: empty, databaseUrl: env.DATABASE_URL })
    expect(await typeLine(['move'], { env })).toMatchObject({ code: 1, err: expect.stringContaining('Stop it first') })
    await target.account('berta')
    await target.stop()
    expect(await typeLine(['move'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('The database in DATABASE_URL is in use'),
    })
    const nothing = await typeLine(['move'], { env: { ...env, DATA_DIR: empty } })
    expect(nothing).toMatchObject({ code: 1, err: expect.stringContaining('No SQLite database exists in') })
    await rm(dataDir, { recursive: true })
  })
})
