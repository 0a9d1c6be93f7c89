import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { once } from '#runtime/base/once.ts'
import { keyFile, keysFrom } from '#runtime/base/secrets/keys.ts'
import { openStore } from '#runtime/store/open.ts'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { Configuration, DOCUMENT_MAX_BYTES } from './configuration.ts'

const clock = manualClock()
const keyOf = (byte: number) => new Uint8Array(32).fill(byte)

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onedoor-config-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function setUp(store: Store, key: Uint8Array | undefined = keyOf(1)) {
  return new Configuration({ store, clock, keys: keysFrom({ key, dataDir }) })
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was not refused',
    ({ status, id, message }) => ({ status, id, message }),
  )

forEachDatabase((_name, openTestStore, newDatabase) => {
  const openShared = once(openTestStore)
  let namespaces = 0
  const ownNamespace = () => `space-${namespaces++}`

  describe('settings', () => {
    test('are set, merged, read by paths and as a whole, and deleted', async () => {
      const config = setUp(await openShared())
      const ns = ownNamespace()
      await config.set(ns, 'mail.sender', '{"name":"Ann","ports":[1,2]}')
      await config.set(ns, 'mail', '{"sender":{"name":"Ben"},"on":true}')
      await config.set(ns, '', '{"limit":3,"mail":{"sender":{"ports":[9]}}}')
      expect(await config.get(ns, '')).toBe('{"limit":3,"mail":{"on":true,"sender":{"name":"Ben","ports":[9]}}}')
      expect(await config.get(ns, 'mail.sender.name')).toBe('"Ben"')
      expect(await config.get(ns, 'mail.sender')).toBe('{"name":"Ben","ports":[9]}')
      await config.set(ns, 'mail.sender', '5')
      await config.set(ns, 'limit.per.day', '7')
      expect(await config.get(ns, '')).toBe('{"limit":{"per":{"day":7}},"mail":{"on":true,"sender":5}}')
      await config.delete(ns, 'limit.per.day')
      await config.delete(ns, 'mail.sender')
      expect(await config.get(ns, '')).toBe('{"limit":{"per":{}},"mail":{"on":true}}')
      await config.delete(ns, '')
      const message = `Not found: the namespace ${ns} has no settings.`
      expect(await refusal(config.get(ns, ''))).toEqual({ status: 404, id: 'config.get', message })
    })

    test('of a namespace that has set nothing are a 404, an unknown path is null', async () => {
      const config = setUp(await openShared())
      const ns = ownNamespace()
      const message = `Not found: the namespace ${ns} has no settings.`
      expect(await refusal(config.get(ns, 'a'))).toEqual({ status: 404, id: 'config.get', message })
      expect(await refusal(config.read(ns, 'a'))).toEqual({ status: 404, id: 'config.read', message })
      expect(await refusal(config.delete(ns, 'a'))).toEqual({ status: 404, id: 'config.delete', message })
      await config.set(ns, '', '{"list":[1]}')
      for (const path of ['a', 'a.b', 'list.0', 'list.length', '__proto__', 'constructor']) {
        expect(await config.get(ns, path)).toBe('null')
        await config.delete(ns, path)
      }
      expect(await config.get(ns, '')).toBe('{"list":[1]}')
    })

    test('of one namespace do not exist in another', async () => {
      const config = setUp(await openShared())
      const [ann, ben] = [ownNamespace(), ownNamespace()]
      await config.set(ann, 'a', '1')
      await config.set(ben, 'a', '2')
      await config.delete(ben, '')
      expect(await config.get(ann, 'a')).toBe('1')
    })

    test('report when they were changed, and the same settings have the same checksum', async () => {
      const config = setUp(await openShared())
      const ns = ownNamespace()
      await config.set(ns, '', '{"b":1,"a":{"x":2}}')
      const first = await config.read(ns, '')
      expect(first).toEqual({
        json: '{"a":{"x":2},"b":1}',
        checksum: hash('sha256', '{"a":{"x":2},"b":1}', 'hex'),
        changedAtMs: clock.now(),
      })
      clock.advance(1000)
      await config.set(ns, 'b', '3')
      const second = await config.read(ns, '')
      expect(second.changedAtMs - first.changedAtMs).toBe(1000)
      expect(second.checksum).not.toBe(first.checksum)
      await config.set(ns, 'b', '1')
      expect((await config.read(ns, '')).checksum).toBe(first.checksum)
      expect((await config.read(ns, 'a')).json).toBe('{"x":2}')
    })

    test('set concurrently at different paths are all stored, even by two processes', async () => {
      const settings = await newDatabase()
      const stores = [await openTestStore(settings), await openStore(settings)]
      try {
        const [one, other] = stores.map((store) => setUp(store))
        const paths = Array.from({ length: 20 }, (_, n) => `group.of${n % 3}.value${n}`)
        await Promise.all(
          paths.map((path, n) => ((n % 2 === 0 ? one : other) as typeof one)!.set('onedoor', path, String(n))),
        )
        for (const [n, path] of paths.entries()) expect(await one!.get('onedoor', path)).toBe(String(n))
      } finally {
        await stores[1]!.close()
      }
    })

    test('beyond the limits are rejected and change nothing', async () => {
      const config = setUp(await openShared())
      const ns = ownNamespace()
      await config.set(ns, 'a', '1')
      expect(await refusal(config.set(ns, '', '"x"'))).toEqual({
        status: 400,
        id: 'config.set',
        message: 'Without a path, value.data must be an object whose members are the settings.',
      })
      const half = JSON.stringify('x'.repeat(DOCUMENT_MAX_BYTES / 2))
      await config.set(ns, 'b', half)
      expect(await refusal(config.set(ns, 'c', half))).toMatchObject({ status: 413, id: 'config.set' })
      const deep = `${'a.'.repeat(31)}a`
      expect(await refusal(config.set(ns, deep, '{"b":1}'))).toMatchObject({ status: 400 })
      expect(await refusal(config.set(ns, 'a..b', '1'))).toMatchObject({ status: 400 })
      expect(await refusal(config.get(ns, 'a..b'))).toMatchObject({ status: 400 })
      expect(await refusal(config.delete(ns, 'a..b'))).toMatchObject({ status: 400 })
      expect(await config.get(ns, 'a')).toBe('1')
      expect(await config.get(ns, 'c')).toBe('null')
    })
  })

  describe('secrets', () => {
    const stored = async (store: Store) => JSON.stringify(await store.all(store.sql('config_documents').select('*')))

    test('are revealed only on request, at their place in the tree, and are not in the database', async () => {
      const store = await openTestStore()
      const config = setUp(store)
      await config.set('onedoor', 'mail', '{"host":"a.example"}')
      await config.set('onedoor', 'mail', '{"login":{"user":"ann-user","password":"hunter22"},"keys":["k-e-y"]}', {
        secret: true,
      })
      const masked = '{"host":"a.example","keys":"[secret]","login":{"password":"[secret]","user":"[secret]"}}'
      const shown = '{"host":"a.example","keys":["k-e-y"],"login":{"password":"hunter22","user":"ann-user"}}'
      expect(await config.get('onedoor', 'mail')).toBe(masked)
      expect((await config.read('onedoor', 'mail')).json).toBe(masked)
      expect(await config.get('onedoor', 'mail', { reveal: true })).toBe(shown)
      expect(await config.get('onedoor', 'mail.login.password')).toBe('"[secret]"')
      expect(await config.get('onedoor', 'mail.login.password', { reveal: true })).toBe('"hunter22"')
      for (const text of ['hunter22', 'ann-user', 'k-e-y']) expect(await stored(store)).not.toContain(text)
      expect(await stored(store)).toContain('a.example')
    })

    test('are merged over, replaced by plain values, and deleted in part', async () => {
      const config = setUp(await openShared())
      const ns = ownNamespace()
      const reveal = { reveal: true }
      await config.set(ns, 'db', '{"user":"u","password":"p","host":"h"}', { secret: true })
      await config.set(ns, 'db', '{"host":"plain","port":1}')
      expect(await config.get(ns, 'db')).toBe('{"host":"plain","password":"[secret]","port":1,"user":"[secret]"}')
      await config.set(ns, 'db', '{"password":"new"}', { secret: true })
      await config.delete(ns, 'db.user')
      expect(await config.get(ns, 'db', reveal)).toBe('{"host":"plain","password":"new","port":1}')
      await config.set(ns, 'db.password.inner', '1')
      expect(await config.get(ns, 'db.password')).toBe('{"inner":1}')
      await config.set(ns, 'db.password', '"open"')
      expect(await config.get(ns, 'db')).toBe('{"host":"plain","password":"open","port":1}')
      await config.set(ns, 'db.port', '2', { secret: true })
      expect([await config.get(ns, 'db.port'), await config.get(ns, 'db.port', reveal)]).toEqual(['"[secret]"', '2'])
    })

    test('survive writing back what was read', async () => {
      const config = setUp(await openShared())
      const ns = ownNamespace()
      await config.set(ns, 'db', '{"password":"p"}', { secret: true })
      await config.set(ns, 'db.host', '"h"')
      await config.set(ns, '', await config.get(ns, ''))
      await config.set(ns, '', await config.get(ns, ''), { secret: true })
      expect(await config.get(ns, 'db', { reveal: true })).toBe('{"host":"h","password":"p"}')
    })

    test('cannot be moved to another path or namespace inside the database', async () => {
      const store = await openTestStore()
      const config = setUp(store)
      await config.set('ann', 'a', '"mine"', { secret: true })
      await config.set('ann', 'b', '"other"', { secret: true })
      const row = await store.get<{ tree: string }>(store.sql('config_documents').where({ namespace: 'ann' }))
      const { a, b } = JSON.parse(row?.tree as string)
      await store.run(store.sql('config_documents').update({ tree: JSON.stringify({ a: b, b: a }) }))
      await store.run(store.sql('config_documents').insert({ namespace: 'ben', tree: row?.tree, updated_at: 1 }))
      for (const [namespace, path] of [
        ['ann', 'a'],
        ['ann', 'b'],
        ['ben', 'a'],
      ] as const) {
        expect(await refusal(config.get(namespace, path, { reveal: true }))).toEqual({
          status: 500,
          id: 'config.get',
          message: `The secret at "${path}" cannot be decrypted: the stored data was changed by something else. Set it again.`,
        })
      }
    })

    test('that another key encrypted are reported; everything else can be read and they can be set again', async () => {
      const store = await openShared()
      const ns = ownNamespace()
      await setUp(store).set(ns, 'db.pass\\.word', '"p"', { secret: true })
      await setUp(store).set(ns, 'db.host', '"h"')
      const other = setUp(store, keyOf(2))
      const lost = {
        status: 500,
        id: 'config.get',
        message:
          'The secret at "db.pass\\\\.word" cannot be decrypted: it was encrypted with a different key from this server\'s. ' +
          'The operator has to set CONFIG_SECRET_KEY to that key, the same on all servers of this database; or set the secret again.',
      }
      expect(await refusal(other.get(ns, 'db', { reveal: true }))).toEqual(lost)
      expect(
        await refusal(new Configuration({ store, clock, keys: keysFrom({ dataDir }) }).get(ns, '', { reveal: true })),
      ).toEqual(lost)
      expect(await other.get(ns, 'db')).toBe('{"host":"h","pass.word":"[secret]"}')
      expect(await other.get(ns, 'db.host', { reveal: true })).toBe('"h"')
      await other.set(ns, 'db.pass\\.word', '"new"', { secret: true })
      expect(await other.get(ns, 'db', { reveal: true })).toBe('{"host":"h","pass.word":"new"}')
    })

    test('need a readable key: the error refers to the operator and shows no path', async () => {
      const store = await openShared()
      const ns = ownNamespace()
      const broken = await mkdtemp(join(tmpdir(), 'onedoor-config-'))
      await writeFile(keyFile(broken), 'no key')
      const config = new Configuration({ store, clock, keys: keysFrom({ dataDir: broken }) })
      expect(await refusal(config.set(ns, 'a', '1', { secret: true }))).toEqual({
        status: 500,
        id: 'config.set',
        message: 'The key that encrypts secrets cannot be read. The operator can find the reason in the server log.',
      })
      await config.set(ns, 'a', '1')
      await rm(broken, { recursive: true })
    })
  })
})
