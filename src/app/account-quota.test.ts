import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { forEachDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { typeLine } from '../testing/typed-line.ts'
import { TestVisitor } from '../testing/visitor.ts'

const text = 'x'.repeat(100_000)

forEachDatabase((dialect, _openTestStore, newDatabase) => {
  /** A server, and a command that runs on its database beside it. */
  async function running(settings: Readonly<Record<string, string>> = {}) {
    const { dataDir, databaseUrl } = await newDatabase()
    const server = await startTestServer({ dataDir, databaseUrl, settings })
    onTestFinished(() => server.stop())
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...settings }
    const quota = (words: string) => typeLine(['account', 'quota', ...words.split(' ')], { env })
    return { server, env, quota }
  }

  /** How many notes of 100 KB the account can add, at most fifteen, and the last response. */
  async function added(server: TestServer, account: Awaited<ReturnType<TestServer['account']>>, prefix: string) {
    for (let count = 0; ; count++) {
      const { status, body } = await account.call('notes.add', { title: `${prefix} ${count}`, text })
      await server.storage.fold()
      if (status !== 200 || count === 15) return { count, body }
    }
  }

  test('a quota that another process sets applies to the next call, in every family, and only to its account', async () => {
    const { server, quota } = await running()
    const [ann, ben] = [await server.account(), await server.account()]
    expect((await quota(`${ann.username} --mib 1`)).code).toBe(0)
    const { count, body } = await added(server, ann, 'first')
    expect([count, body]).toEqual([
      10,
      {
        code: 'failed_precondition',
        error:
          'This would exceed the 1 MiB that this account may store (set by an administrator). Nothing was stored. Delete something first.',
      },
    ])
    const refused = {
      status: 400,
      body: { code: 'failed_precondition', error: expect.stringContaining('this account') },
    }
    expect(await ann.fails('files.put', { name: 'a.txt', content: text })).toMatchObject(refused)
    expect((await added(server, ben, 'ben')).count).toBe(15)
    await quota(`${ann.username} --remove`)
    expect((await added(server, ann, 'second')).count).toBe(15)
    await server.store.run(server.store.sql('accounts').where({ id: ben.id }).update({ quota_bytes: 1 }))
    await ann.ok('notes.add', { title: 'third', text })
  })

  test('an account far beyond a reduced quota loses nothing, and can sign in, read, delete and then continue', async () => {
    const { server, quota } = await running({ QUOTA_MIB: '4' })
    const ann = await server.account()
    for (let n = 0; n < 30; n++) await ann.ok('notes.add', { title: `Note ${n}`, text })
    await server.storage.fold()
    await quota(`${ann.username} --mib 1`)
    const refused = await ann.fails('notes.add', { title: 'More', text: 'x' })
    expect(refused.body).toMatchObject({ error: expect.stringContaining('exceed the 1 MiB that this account') })
    const visitor = await new TestVisitor(server.url).signIn(ann.username)
    expect((await visitor.get('/settings/data')).html).toMatch(/2\.9 MiB of 1 MiB used/)
    expect((await ann.ok('notes.list', {})).items.length).toBeGreaterThan(0)
    for (let n = 0; n < 25; n++) await ann.ok('notes.delete', { title: `Note ${n}` })
    await server.storage.fold()
    await ann.ok('notes.add', { title: 'More', text })
  })

  if (dialect === 'postgres') {
    test('two servers on one database apply it at the same time', async () => {
      const { server, env } = await running()
      const dataDir = `${env.DATA_DIR}-second`
      const second = await startTestServer({ dataDir, databaseUrl: env.DATABASE_URL })
      onTestFinished(async () => {
        await second.stop()
        await rm(dataDir, { recursive: true, force: true })
      })
      const boss = await server.account()
      await server.store.run(server.store.sql('accounts').where({ id: boss.id }).update({ is_admin: true }))
      const admin = await new TestVisitor(second.url).signIn(boss.username)
      const ann = await server.account()
      const page = `/admin/account?username=${ann.username}`
      await admin.submit(page, '/admin/account/quota', { username: ann.username, quota: '1' })
      expect((await added(server, ann, 'first')).count).toBe(10)
      await admin.submit(page, '/admin/account/quota', { username: ann.username, quota: '2' })
      await ann.ok('notes.add', { title: 'More', text })
    })
  }

  test('a backup and its restoration keep the quota', async () => {
    const { server, env, quota } = await running()
    const ann = await server.account()
    await quota(`${ann.username} --mib 7`)
    const file = `${env.DATA_DIR}.backup`
    onTestFinished(() => rm(file, { force: true }))
    expect((await typeLine(['backup', 'create', file], { env })).code).toBe(0)
    const restored = await newDatabase('empty')
    const other = {
      ...{ DATA_DIR: restored.dataDir },
      ...(restored.databaseUrl ? { DATABASE_URL: restored.databaseUrl } : {}),
    }
    expect(await typeLine(['backup', 'restore', file], { env: other })).toMatchObject({ code: 0 })
    const shown = await typeLine(['account', 'quota', ann.username], { env: other })
    expect(shown.out).toContain('of 7 MiB (its own quota)')
  })
})
