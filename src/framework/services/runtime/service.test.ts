import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Build, Runtime, Source } from '#generated/proto/runtime_pb.js'
import { systemClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { type CoreDoor, openCoreDoor, refusalOf } from '#testing/core-door.ts'
import { type DatabaseSettings, forEachDatabase } from '#testing/databases.ts'
import type { FrameworkSettings } from '../../settings.ts'
import { tarOf } from './fixtures/tar.ts'
import { createRuntime } from './service.ts'

const log = createLog({ logLevel: 'silent' })
const waiting = "console.log('here', process.env.GREETING); setInterval(() => {}, 1000)"
const node = (script: string) => [process.execPath, '-e', script]

forEachDatabase((_name, openTestStore, newDatabase) => {
  const endings: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of endings) await end()
  })

  async function open(runtime: FrameworkSettings['runtime']): Promise<CoreDoor> {
    const database: DatabaseSettings = await newDatabase()
    const store = await openTestStore(database)
    const config = {
      ...{ runtime, runtimeLimits: {}, runtimeServiceLimits: {}, runtimeSandbox: 'off' as const, runtimeUid: 240_002 },
      ...{ dataDir: database.dataDir, configSecretKey: undefined },
    }
    const door = await openCoreDoor(store, ({ naming }) => {
      const service = createRuntime({ store, clock: systemClock, log, config, naming, gateway: undefined })
      endings.push(() => service.stop())
      return [service]
    })
    endings.unshift(() => door.close())
    return door
  }

  const clients = (door: CoreDoor, token: string | undefined, namespace?: string) => ({
    runtime: createClient(Runtime, door.as(token, namespace)),
    source: createClient(Source, door.as(token, namespace)),
    build: createClient(Build, door.as(token, namespace)),
  })
  const named = (name: string, more: object = {}) => ({ resource: { service: { name, ...more } } })

  describe('while it is off', () => {
    test('every method names the setting that turns it on', async () => {
      const door = await open('off')
      const { token } = await door.world.account({ isAdmin: true })
      const { runtime } = clients(door, token)
      const calls = [() => runtime.create(named('a')), () => runtime.read({}), () => runtime.delete(named('a'))]
      for (const call of calls)
        expect(await refusalOf(call())).toMatchObject({ code: 501, detail: expect.stringContaining('RUNTIME=on') })
    })
  })

  describe('while it is on', () => {
    let door: CoreDoor
    let token: string
    beforeAll(async () => {
      door = await open('on')
      ;({ token } = await door.world.account({ isAdmin: true }))
    })

    test('a service is created, read, logged, updated and deleted', async () => {
      const { runtime } = clients(door, token)
      await runtime.create({
        ...named('worker', { version: '1.0.0', metadata: { owner: 'ann', status: 'made up' } }),
        options: { command: node(waiting), env: ['GREETING=hello'], secrets: { KEY: 'hidden' }, type: 'node' },
      })
      const read = async () => (await runtime.read({ options: { service: 'worker' } })).services[0]
      await expect.poll(async () => (await read())?.status, { timeout: 10_000 }).toBe(4)
      expect(await read()).toMatchObject({
        name: 'worker',
        version: '1.0.0',
        metadata: { owner: 'ann', status: 'running', instances: '1', limits: 'none' },
      })
      expect(JSON.stringify((await read())?.metadata)).not.toContain('hidden')
      const lines = async () => {
        const seen: string[] = []
        for await (const { message } of runtime.logs({ service: 'worker', version: '1.0.0' })) seen.push(message)
        return seen
      }
      await expect.poll(lines, { timeout: 5000 }).toEqual(['here hello'])
      for await (const record of runtime.logs({ service: 'worker', version: '1.0.0', stream: true })) {
        expect(record).toMatchObject({ message: 'here hello', metadata: { instance: '0', stream: 'stdout' } })
        break
      }
      await runtime.update({ ...named('worker', { version: '1.0.0' }), options: { instances: 2 } })
      await expect.poll(lines, { timeout: 10_000 }).toEqual(Array(3).fill('here hello'))
      expect(
        await refusalOf(runtime.create({ ...named('worker', { version: '1.0.0' }), options: { command: ['x'] } })),
      ).toMatchObject({ id: 'runtime.create', code: 409 })
      await runtime.delete(named('worker', { version: '1.0.0' }))
      expect(await read()).toBeUndefined()
      expect(await refusalOf(runtime.delete(named('worker', { version: '1.0.0' })))).toMatchObject({ code: 404 })
    })

    test('code is uploaded in pieces, run, and read back', async () => {
      const { runtime, source, build } = clients(door, token)
      const archive = gzipSync(tarOf({ path: 'main.js', content: "console.log('from an upload')" }))
      async function* pieces() {
        for (let at = 0; at < archive.length; at += 50) yield { data: archive.subarray(at, at + 50) }
      }
      const { id } = await source.upload(pieces())
      await runtime.create({ ...named('uploaded', { source: id }), options: { entrypoint: './main.js' } })
      const read = async () => (await runtime.read({ options: { service: 'uploaded' } })).services[0]
      await expect.poll(async () => (await read())?.status, { timeout: 10_000 }).toBe(6)
      const parts: Uint8Array[] = []
      for await (const { data } of build.read({ name: 'uploaded' })) parts.push(data)
      expect(gunzipSync(Buffer.concat(parts)).toString('latin1')).toContain('from an upload')
      await runtime.delete(named('uploaded'))
    })

    test.each([
      [{}, 400, /resource is missing/],
      [{ resource: { namespace: { name: 'x' } } }, 501, /only resources/],
      [named(''), 400, /name/],
      [named('../up'), 400, /name/],
      [named('a', { version: '../..' }), 400, /version/],
      [named('a'), 400, /command or options.entrypoint/],
      [{ ...named('a'), options: { args: ['x'] } }, 400, /without options.command/],
      [{ ...named('a'), options: { command: ['x'], image: 'alpine' } }, 501, /container/],
      [{ ...named('a'), options: { command: ['x'], volumes: { a: 'b' } } }, 501, /volumes/],
      [{ ...named('a'), options: { command: ['x'], env: ['novalue'] } }, 400, /NAME=value/],
      [{ ...named('a'), options: { command: ['x'], env: ['A-B=c'] } }, 400, /letters, digits/],
      [{ ...named('a'), options: { command: ['x'], env: ['ONEDOOR_PROCESS=c'] } }, 400, /set by the server/],
      [{ ...named('a'), options: { command: ['x'], secrets: { PORT: '1' } } }, 400, /set by the server/],
      [{ ...named('a'), options: { command: ['x\0y'] } }, 400, /U\+0000/],
      [{ ...named('a'), options: { command: ['x'], instances: 11 } }, 400, /1 to 10/],
      [{ ...named('a'), options: { command: ['x'], instances: -1 } }, 400, /1 to 10/],
      [{ ...named('a'), options: { entrypoint: '../../bin/sh' } }, 400, /entrypoint/],
      [{ ...named('a'), options: { command: ['x'], entrypoint: 'y' } }, 400, /Omit one/],
      [{ ...named('a', { source: 'source_x' }), options: { command: ['x'] } }, 404, /upload/],
      [{ ...named('a'), options: { command: ['x'.repeat(70_000)] } }, 400, /65536 bytes/],
    ])('creating %j is rejected with %d', async (request, code, detail) => {
      const refusal = await refusalOf(clients(door, token).runtime.create(request))
      expect(refusal).toMatchObject({ code, detail: expect.stringMatching(detail) })
    })

    test('only administrators of the instance run programs; accounts of a namespace see its services', async () => {
      const boss = await door.world.account({ namespace: 'acme', isAdmin: true })
      const user = await door.world.account({ namespace: 'acme' })
      const request = { ...named('theirs'), options: { command: node(waiting) } }
      for (const each of [boss, user]) {
        const { runtime, source } = clients(door, each.token)
        expect(await refusalOf(runtime.create(request))).toMatchObject({ code: 403 })
        expect(await refusalOf(source.upload(async function* () {}.call(undefined)))).toMatchObject({ code: 403 })
      }
      const { runtime } = clients(door, token)
      await runtime.create({ ...request, options: { ...request.options, namespace: 'acme' } })
      expect((await clients(door, user.token).runtime.read({})).services).toMatchObject([{ name: 'theirs' }])
      expect((await runtime.read({ options: { service: 'theirs' } })).services).toEqual([])
      await runtime.delete({ ...named('theirs'), options: { namespace: 'acme' } })
      expect(await refusalOf(clients(door, undefined).runtime.read({}))).toMatchObject({ code: 401 })
      expect(
        await refusalOf(clients(door, boss.token).runtime.read({ options: { namespace: 'onedoor' } })),
      ).toMatchObject({ code: 403 })
    })
  })

  describe('while it is open to namespaces', () => {
    test('their administrators run programs', async () => {
      const door = await open('namespaces')
      const boss = await door.world.account({ namespace: 'acme', isAdmin: true })
      const { runtime } = clients(door, boss.token)
      await runtime.create({ ...named('own'), options: { command: node(waiting) } })
      expect((await runtime.read({})).services).toMatchObject([{ name: 'own' }])
      const user = await door.world.account({ namespace: 'acme' })
      expect(await refusalOf(clients(door, user.token).runtime.delete(named('own')))).toMatchObject({ code: 403 })
    })
  })
})
