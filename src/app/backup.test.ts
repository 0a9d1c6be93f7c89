import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { manualClock } from '#runtime/base/clock.ts'
import { sqliteFile } from '#runtime/store/sqlite.ts'
import { openSnapshot } from '#runtime/store/transfer/snapshot.ts'
import type { TableShape } from '#runtime/store/transfer/types.ts'
import {
  backupsForTests,
  bytesOf,
  killedAt,
  noteOf,
  putBlob,
  seeded,
  type,
  withBlobs,
  withStore,
} from '#testing/backups.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { startTestServer } from '#testing/server.ts'
import { tableTransfers } from './backup-commands.ts'
import { migrations } from './migrations.ts'

const clock = manualClock('2026-11-21T09:30:00Z')
const { folder, newFile } = backupsForTests()

forDrawnDatabase((dialect, _openTestStore, newDatabase) => {
  test('a backup made while the server runs restores accounts, tokens, records, search, bytes and the ledger', async () => {
    const source = await newDatabase()
    const server = await startTestServer(source)
    const ada = await server.account('adele')
    await ada.ok('notes.add', { title: 'Groceries', text: 'Oats, \u{1f600} "quoted"\nand more' })
    const boats = await ada.ok('docs.write', { title: 'Boats', content: 'Sailing at Größenwahn 東京都' })
    await ada.ok('tasks.create', { title: 'Paint the hull' })
    const { url: link } = await ada.ok('url.create', { destinationURL: 'https://example.org/long' })
    const blobId = await withBlobs(source, (blobs) => putBlob(blobs, ada.id, 'bytes of ada'))
    await writeFile(join(source.dataDir, 'config-secret.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`)

    const file = newFile()
    const made = await type(source, 'backup', 'create', file)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/^Backup written to .*: \d+ rows of \d+ tables, 1 file of 12 bytes\.\n$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const used = await server.ledger.check()
    await server.stop()

    const target = await newDatabase('empty')
    const restored = await type(target, 'backup', 'restore', file)
    expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Restored from the backup of 20') })
    expect(await readFile(join(target.dataDir, 'config-secret.key'), 'utf8')).toMatch(/^BwcH/)
    const next = await startTestServer(target)
    const call = async (path: string, body?: unknown) => {
      const headers = { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' }
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      return ((await (await fetch(`${next.url}/api/v1/${path}`, { headers, ...init })).json()) as { result: unknown })
        .result
    }
    expect(await call('notes/get?title=Groceries')).toMatchObject({
      text: 'Oats, \u{1f600} "quoted"\nand more',
    })
    expect(await call('docs/list', { query: 'größenw 東京' })).toMatchObject({ items: [{ title: 'Boats' }], total: 1 })
    expect(await call('docs/list', { query: 'submarine' })).toMatchObject({ total: 0 })
    // The search finds what is written later, and nothing that was deleted.
    await call('docs/write', { title: 'Kites', content: 'Flying at Größenwahn' })
    await call('docs/delete', { id: boats.document.id })
    expect(await call('docs/list', { query: 'größenw' })).toMatchObject({ items: [{ title: 'Kites' }], total: 1 })
    expect(await call('tasks/list')).toMatchObject({ items: [{ title: 'Paint the hull' }] })
    expect((await fetch(`${next.url}/u/${link.id}`, { redirect: 'manual' })).headers.get('location')).toBe(
      'https://example.org/long',
    )
    expect(await withBlobs(target, (blobs) => bytesOf(blobs, blobId))).toBe('bytes of ada')
    expect(await next.ledger.check()).toMatchObject({ mismatches: [], microCredits: used.microCredits })
    await next.stop()
  })

  test('a snapshot does not see what is written after it was opened', async () => {
    const source = await newDatabase()
    await withStore(source, async (store) => {
      await using snapshot = await openSnapshot({ ...source, filename: sqliteFile(source.dataDir) }, tableTransfers)
      await store.run(store.sql('setup_links').insert({ secret_sha256: 'later', created_at: 1 }))
      const table = snapshot.tables.find(({ name }) => name === 'setup_links') as TableShape
      for await (const row of snapshot.rows(table)) expect(row).toBeUndefined()
      expect(await store.all(store.sql('setup_links').select('created_at'))).toHaveLength(1)
    })
  })

  test('a backup is of one moment, even under constant writes', async () => {
    const source = await newDatabase()
    await seeded(source)
    await withStore(source, async (store) => {
      let isOver = false
      let pairs = 0
      // One in a table that is read early, one in a table that is read late, in one transaction.
      const writing = (async () => {
        while (!isOver) {
          pairs += 1
          const id = `pair_${pairs}`
          await store.write(async (tx) => {
            await tx.run(tx.sql('config_documents').insert({ namespace: id, tree: '{}', updated_at: 1 }))
            await tx.run(tx.sql('setup_links').insert({ secret_sha256: id, created_at: 1 }))
          })
        }
      })()
      const file = newFile()
      expect(await type(source, 'backup', 'create', file)).toMatchObject({ code: 0 })
      isOver = true
      await writing
      const target = await newDatabase('empty')
      expect(await type(target, 'backup', 'restore', file)).toMatchObject({ code: 0 })
      const [early, late] = await withStore(target, async (restored) => {
        const ids = async (table: string, column: string) =>
          (await restored.all<{ id: string }>(restored.sql(table).select({ id: column }).whereLike(column, 'pair_%')))
            .map(({ id }) => id)
            .sort()
        return [await ids('config_documents', 'namespace'), await ids('setup_links', 'secret_sha256')]
      })
      expect(late).toEqual(early)
    })
  })

  test('an instance in use is replaced only with --replace, and never while a server runs', async () => {
    const [source, target] = [await newDatabase(), await newDatabase()]
    const { secret } = await seeded(source, 'from the backup')
    const file = newFile()
    await type(source, 'backup', 'create', file)
    const other = await seeded(target, 'was there')
    const refused = await type(target, 'backup', 'restore', file)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('add --replace') })
    expect(await noteOf(target, other.secret)).toBe('was there')

    const server = await startTestServer(target)
    const running = await type(target, 'backup', 'restore', file, '--replace')
    expect(running).toMatchObject({ code: 1, err: expect.stringMatching(/Another server is running|Stop it first/) })
    await server.stop()

    expect(await type(target, 'backup', 'restore', file, '--replace')).toMatchObject({ code: 0 })
    expect(await noteOf(target, secret)).toBe('from the backup')
    expect(await noteOf(target, other.secret)).toBeUndefined()
  })

  test('a backup of an older release is migrated', async () => {
    const source = await newDatabase('empty')
    await withStore(source, async (store) => {
      await store.migrate(migrations.slice(0, 4))
      const times = { created_at: 1, updated_at: 1 }
      await store.run(store.sql('accounts').insert({ id: 'account_1', username: 'ada', password_hash: 'x', ...times }))
      await store.run(
        store
          .sql('notes')
          .insert({ id: 'note_1', owner: 'account_1', title: 'A', title_key: 'a', text: 'old', ...times }),
      )
    })
    const file = newFile()
    expect(await type(source, 'backup', 'create', file)).toMatchObject({ code: 0 })
    const target = await newDatabase('empty')
    expect(await type(target, 'backup', 'restore', file)).toMatchObject({ code: 0, err: '' })
    expect((await type(target, 'migrate')).out).toBe('The database is up to date.\n')
    const notes = await withStore(target, (store) =>
      store.all(store.sql('notes').select('title', 'text', 'created_at')),
    )
    expect(notes).toEqual([{ title: 'A', text: 'old', created_at: 1 }])
  })

  test('a backup of a newer release is rejected, and nothing is changed', async () => {
    const source = await newDatabase()
    await withStore(source, (store) => store.run(store.sql('migrations').insert({ name: '9999-later', applied_at: 1 })))
    const file = newFile()
    await type(source, 'backup', 'create', file)
    const target = await newDatabase()
    const refused = await type(target, 'backup', 'restore', file, '--replace')
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/newer release .* 9999-later/) })
    expect((await type(target, 'migrate')).code).toBe(0)
  })

  if (dialect === 'postgres') {
    test('rows that differ from those of the backup roll the restore back', async () => {
      const source = await newDatabase()
      const { secret } = await seeded(source)
      const file = newFile()
      await type(source, 'backup', 'create', file)
      const target = await newDatabase()
      const alter = (to: string) =>
        withStore(target, (store) => store.run(store.sql.raw(`alter table notes alter column title type ${to}`)))
      // PostgreSQL changes no column that a trigger reads, such as those that count what is stored.
      const dropTriggers = `do $$ declare each record; begin
        for each in select proname from pg_proc where starts_with(proname, 'storage_notes_') loop
          execute format('drop function %I() cascade', each.proname);
        end loop; end $$`
      await withStore(target, (store) => store.run(store.sql.raw(dropTriggers)))
      // Such a column pads values with spaces.
      await alter('char(40)')
      const refused = await type(target, 'backup', 'restore', file)
      expect(refused).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('notes has other values'),
      })
      expect(await withStore(target, (store) => store.all(store.sql('accounts')))).toEqual([])
      await alter('text')
      expect(await type(target, 'backup', 'restore', file)).toMatchObject({ code: 0 })
      expect(await noteOf(target, secret)).toBe('Oats')
    })
  }

  test('a killed restore is detected by the server and by commands, and can be repeated', async () => {
    const source = await newDatabase()
    const { id, secret } = await seeded(source)
    await withBlobs(source, async (blobs) => {
      for (let n = 0; n < 60; n++) await putBlob(blobs, id, `blob ${n}`)
    })
    const file = newFile()
    await type(source, 'backup', 'create', file)
    const target = await newDatabase('empty')
    const mark = join(target.dataDir, 'restore-unfinished')
    await killedAt(target.dataDir, /^restore-unfinished$/, ['backup', 'restore', file], target)
    expect(existsSync(mark)).toBe(true)

    expect(await type(target, 'account', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('interrupted'),
    })
    expect(await type(target, 'backup', 'create', newFile())).toMatchObject({ code: 1 })
    await expect(startTestServer(target)).rejects.toThrow('was interrupted')

    expect(await type(target, 'backup', 'restore', file)).toMatchObject({ code: 0 })
    expect(await noteOf(target, secret)).toBe('Oats')
    const blobs = await withBlobs(target, async (all) => {
      const ids: string[] = []
      for await (const page of all.list()) ids.push(...page.map((blob) => blob.id))
      return Promise.all(ids.map((blobId) => bytesOf(all, blobId)))
    })
    expect(blobs.sort()).toEqual(Array.from({ length: 60 }, (_, n) => `blob ${n}`).sort())
  })

  test('bytes deleted while the backup runs are left out and counted', async () => {
    const source = await newDatabase()
    const { id, secret } = await seeded(source)
    const [kept, gone] = await withBlobs(source, async (blobs) => [
      await putBlob(blobs, id, 'kept'),
      await putBlob(blobs, id, 'gone'),
    ])
    // As if the account had deleted it after the snapshot: the row is there, the bytes are not.
    const files = await readdir(join(source.dataDir, 'blobs'), { recursive: true })
    await rm(join(source.dataDir, 'blobs', files.find((name) => name.endsWith(`/${gone}`)) as string))
    const file = newFile()
    const made = await type(source, 'backup', 'create', file)
    expect(made).toMatchObject({ code: 0, err: '1 file was deleted during the backup and not included.\n' })
    const target = await newDatabase('empty')
    expect(await type(target, 'backup', 'restore', file)).toMatchObject({ code: 0 })
    expect(await noteOf(target, secret)).toBe('Oats')
    const texts = await withBlobs(target, async (blobs) => [await bytesOf(blobs, kept), await bytesOf(blobs, gone)])
    expect(texts).toEqual(['kept', undefined])
  })

  test('tokens remain valid after a restore, revoked ones do not', async () => {
    const source = await newDatabase()
    const { id, secret } = await seeded(source)
    const revoked = await withStore(source, async (store) => {
      const tokens = createTokens({ store, clock, services: [] })
      const made = await tokens.create(id, { scope: { services: 'all' } })
      await tokens.revoke(made.token.id)
      return made.secret
    })
    const file = newFile()
    await type(source, 'backup', 'create', file)
    const target = await newDatabase('empty')
    await type(target, 'backup', 'restore', file)
    await withStore(target, async (store) => {
      const tokens = createTokens({ store, clock, services: [] })
      await expect(tokens.authenticate(secret)).resolves.toMatchObject({ account: { username: 'adele' } })
      await expect(tokens.authenticate(revoked)).rejects.toMatchObject({ code: 'unauthenticated' })
    })
  })

  test(`a backup of ${dialect} restores into SQLite`, async () => {
    const source = await newDatabase()
    const { secret } = await seeded(source, 'across')
    const file = newFile()
    await type(source, 'backup', 'create', file)
    const dataDir = await mkdtemp(join(folder(), 'data-'))
    expect(await type({ dataDir }, 'backup', 'restore', file)).toMatchObject({ code: 0 })
    expect(await noteOf({ dataDir }, secret)).toBe('across')
    const again = newFile()
    await type({ dataDir }, 'backup', 'create', again)
    const target = await newDatabase('empty')
    expect(await type(target, 'backup', 'restore', again)).toMatchObject({ code: 0 })
    expect(await noteOf(target, secret)).toBe('across')
  })
})
