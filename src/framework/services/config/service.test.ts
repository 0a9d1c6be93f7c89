import { hash } from 'node:crypto'
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Config } from '#generated/proto/config_pb.js'
import { type CoreDoor, openCoreDoor, refusalOf } from '#testing/core-door.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { configService } from './service.ts'

forEachDatabase((_name, openTestStore) => {
  let door: CoreDoor
  beforeAll(async () => {
    const store = await openTestStore()
    door = await openCoreDoor(store, ({ world, naming }) => [
      configService({ store, clock: world.clock, naming, key: new Uint8Array(32).fill(1), dataDir: '/nowhere' }),
    ])
  })
  afterAll(() => door.close())

  const as = (token: string | undefined, namespace?: string) => createClient(Config, door.as(token, namespace))
  let namespaces = 0
  const administrator = async () => {
    const namespace = `space-${namespaces++}`
    return { namespace, ...(await door.world.account({ namespace, isAdmin: true })) }
  }
  const json = (data: string) => ({ data, format: 'json' })

  test('settings are set, merged, read and deleted', async () => {
    const { token } = await administrator()
    const config = as(token)
    await config.set({ path: 'mail', value: json('{"host":"a.example","port":25}') })
    await config.set({ value: { data: '{"mail":{"port":26}}' } })
    expect((await config.get({ path: 'mail.port' })).value).toMatchObject(json('26'))
    expect((await config.get({})).value).toMatchObject(json('{"mail":{"host":"a.example","port":26}}'))
    expect((await config.get({ path: 'mail.user' })).value).toMatchObject(json('null'))
    await config.delete({ path: 'mail.host' })
    expect((await config.get({ path: 'mail' })).value?.data).toBe('{"port":26}')
    await config.delete({})
    expect(await refusalOf(config.get({}))).toMatchObject({ id: 'config.get', code: 404, status: 'Not Found' })
  })

  test('secrets read [secret] unless they are requested', async () => {
    const { token, namespace } = await administrator()
    const config = as(token)
    await config.set({ path: 'db', value: json('{"password":"p"}'), options: { secret: true } })
    expect((await config.get({ path: 'db.password' })).value?.data).toBe('"[secret]"')
    expect((await config.get({ path: 'db', options: { secret: true } })).value?.data).toBe('{"password":"p"}')
    const { change } = await config.read({ path: 'db' })
    const data = '{"password":"[secret]"}'
    expect(change).toMatchObject({ namespace, path: 'db' })
    expect(change?.changeSet).toMatchObject({
      data,
      checksum: hash('sha256', data, 'hex'),
      format: 'json',
      source: 'config',
      timestamp: BigInt(Math.floor(door.world.clock.now() / 1000)),
    })
  })

  test('only administrators of the namespace and of the instance can access its settings', async () => {
    const { namespace, token } = await administrator()
    const other = await administrator()
    const user = await door.world.account({ namespace })
    const boss = await door.world.account({ isAdmin: true })
    await as(token).set({ path: 'a', value: json('1') })
    const calls = (config: ReturnType<typeof as>, named = '') => [
      () => config.get({ path: 'a', namespace: named }),
      () => config.set({ path: 'a', namespace: named, value: json('2') }),
      () => config.delete({ path: 'a', namespace: named }),
      () => config.read({ path: 'a', namespace: named }),
    ]
    for (const call of calls(as(user.token))) expect((await refusalOf(call())).code).toBe(403)
    for (const call of calls(as(undefined, namespace))) expect((await refusalOf(call())).code).toBe(401)
    for (const call of calls(as(other.token, namespace))) expect((await refusalOf(call())).code).toBe(403)
    for (const call of calls(as(other.token), namespace)) expect((await refusalOf(call())).code).toBe(403)
    const unknown = { code: 404, detail: 'There is no namespace "nobodys".' }
    for (const call of calls(as(boss.token), 'nobodys')) expect(await refusalOf(call())).toMatchObject(unknown)
    expect((await as(token).get({ path: 'a', namespace })).value?.data).toBe('1')
    expect((await as(boss.token).get({ path: 'a', namespace })).value?.data).toBe('1')
    expect((await as(boss.token, namespace).get({ path: 'a' })).value?.data).toBe('1')
  })

  test('invalid requests are rejected with a sentence, in the form of every service', async () => {
    const { token } = await administrator()
    const config = as(token)
    const failure = await config.set({ path: 'a..b', value: json('1') }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConnectError)
    expect((failure as ConnectError).code).toBe(Code.InvalidArgument)
    expect(JSON.parse((failure as ConnectError).rawMessage)).toEqual({
      id: 'config.set',
      code: 400,
      detail: 'path has a name between its dots that is empty.',
      status: 'Bad Request',
    })
    expect((await refusalOf(config.set({ path: 'a' }))).detail).toBe('value is missing.')
    const yaml = { data: 'a: 1', format: 'yaml' }
    expect((await refusalOf(config.set({ path: 'a', value: yaml }))).detail).toBe(
      'value.format must be json or omitted.',
    )
    expect((await refusalOf(config.set({ path: 'a', value: json('text') }))).detail).toContain('"text"')
  })
})
