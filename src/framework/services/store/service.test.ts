import { connect } from 'node:http2'
import { createConnection } from 'node:net'
import { fileURLToPath } from 'node:url'
import { create, toBinary } from '@bufbuild/protobuf'
import { createClient } from '@connectrpc/connect'
import { encodeEnvelope } from '@connectrpc/connect/protocol'
import { credentials, loadPackageDefinition, Metadata, type ServiceError } from '@grpc/grpc-js'
import { load } from '@grpc/proto-loader'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlobStore, BlobWriteRequestSchema, Store as StoreDefinition } from '#generated/proto/store_pb.js'
import type { Store } from '#runtime/store/types.ts'
import { type CoreDoor, openCoreDoor, refusalOf } from '#testing/core-door.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { storeService } from './service.ts'

const MIB = 1024 * 1024
const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: Uint8Array) => Buffer.from(value).toString()

/** Clients made from the published .proto file by the library of gRPC itself. */
async function grpcJs(address: string): Promise<any> {
  const file = fileURLToPath(new URL('../../../../generated/proto/store.proto', import.meta.url))
  const includeDirs = [fileURLToPath(new URL('../../../../generated/proto', import.meta.url))]
  const { store } = loadPackageDefinition(await load(file, { longs: Number, includeDirs })) as any
  const limits = { 'grpc.max_receive_message_length': 4 * MIB }
  return {
    records: new store.Store(address, credentials.createInsecure(), limits),
    blobs: new store.BlobStore(address, credentials.createInsecure(), limits),
  }
}

async function blobOf(stream: AsyncIterable<{ blob: Uint8Array }>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const { blob } of stream) pieces.push(blob)
  return Buffer.concat(pieces)
}

async function listed(pages: AsyncIterable<{ keys: string[] }>): Promise<string[]> {
  const all: string[] = []
  for await (const { keys } of pages) all.push(...keys)
  return all
}

async function* messages<Message>(...all: Message[]): AsyncGenerator<Message> {
  yield* all
}

forEachDatabase((_name, openTestStore) => {
  let store: Store
  let door: CoreDoor
  let service: { purge(): Promise<unknown> }
  beforeAll(async () => {
    store = await openTestStore()
    door = await openCoreDoor(store, ({ world, naming }) => {
      const made = storeService({ store, clock: world.clock, naming, quotaMib: 8 })
      service = made
      return [made]
    })
  })
  afterAll(() => door.close())

  let namespaces = 0
  async function administrator() {
    const namespace = `space-${namespaces++}`
    const account = await door.world.account({ namespace, isAdmin: true })
    return { namespace, ...account, ...clients(account.token) }
  }
  function clients(token: string | undefined, namespace?: string) {
    const transport = door.as(token, namespace)
    return { records: createClient(StoreDefinition, transport), blobs: createClient(BlobStore, transport) }
  }

  describe('records', () => {
    test('are written, read, listed and deleted', async () => {
      const { records, namespace } = await administrator()
      const metadata = { kind: { type: 'string', value: 'x' } }
      for (const key of ['a/1', 'a/2', 'b/1']) {
        await records.write({ record: { key, value: bytes(key), metadata, expiry: 60n } })
      }
      const one = (await records.read({ key: 'a/1' })).records
      expect(one).toMatchObject([{ key: 'a/1', expiry: 60n, metadata }])
      const keysOf = async (request: Parameters<typeof records.read>[0]) =>
        (await records.read(request)).records.map(({ key, value }) => [key, text(value)])
      expect(await keysOf({ key: 'a/', options: { prefix: true } })).toEqual([
        ['a/1', 'a/1'],
        ['a/2', 'a/2'],
      ])
      expect(await keysOf({ key: '/1', options: { suffix: true, order: 'desc' } })).toEqual([
        ['b/1', 'b/1'],
        ['a/1', 'a/1'],
      ])
      expect(await keysOf({ options: { prefix: true, offset: 1n, limit: 1n } })).toEqual([['a/2', 'a/2']])
      expect(await keysOf({ key: 'zzz', options: { prefix: true } })).toEqual([])
      expect(await listed(records.list({ options: { suffix: '1' } }))).toEqual(['a/1', 'b/1'])
      await records.delete({ key: 'a/1' })
      const refused = await refusalOf(records.read({ key: 'a/1' }))
      expect(refused).toMatchObject({ id: 'store.read', code: 404, detail: expect.stringMatching(/^not found/) })
      expect((await records.databases({})).databases).toEqual([namespace])
      expect((await records.tables({})).tables).toEqual(['default'])
    })

    test('in databases and tables are separate', async () => {
      const { records } = await administrator()
      await records.write({ record: { key: 'k', value: bytes('1') }, options: { database: 'd', table: 't' } })
      expect((await refusalOf(records.read({ key: 'k' }))).code).toBe(404)
      expect((await records.read({ key: 'k', options: { database: 'd', table: 't' } })).records).toHaveLength(1)
      expect((await records.tables({ database: 'd' })).tables).toEqual(['t'])
    })

    test('expire', async () => {
      const { records } = await administrator()
      await records.write({ record: { key: 'k', expiry: 10n } })
      door.world.clock.advance(4000)
      expect((await records.read({ key: 'k' })).records[0]?.expiry).toBe(6n)
      door.world.clock.advance(6000)
      expect((await refusalOf(records.read({ key: 'k' }))).code).toBe(404)
      await service.purge()
      expect(
        await store.get(store.sql('store_records').where('expires_at', '<=', door.world.clock.now())),
      ).toBeUndefined()
    })

    test('of the largest size are accepted; a larger one and a faulty request are rejected', async () => {
      const { records } = await administrator()
      const value = new Uint8Array(MIB).fill(7)
      await records.write({ record: { key: 'k', value } })
      expect(text((await records.read({ key: 'k' })).records[0]!.value)).toBe(text(value))
      const refusals = [
        [413, () => records.write({ record: { key: 'k', value: new Uint8Array(MIB + 1) } })],
        [400, () => records.write({})],
        [400, () => records.write({ record: { key: 'k', expiry: -1n } })],
        [400, () => records.write({ record: { key: 'k', expiry: 2n ** 62n } })],
        [400, () => records.read({ options: { prefix: true, order: 'up' } })],
        [400, () => records.read({ options: { prefix: true, limit: 1001n } })],
        [400, () => records.read({})],
        [400, () => listed(records.list({ options: { order: 'up' } }))],
      ] as const
      for (const [code, call] of refusals) expect((await refusalOf(call())).code).toBe(code)
      expect((await records.read({ options: { prefix: true, offset: 2n ** 64n - 1n } })).records).toEqual([])
    })

    test('belong to the administrators of the namespace', async () => {
      const { records, namespace } = await administrator()
      await records.write({ record: { key: 'k' } })
      const user = clients((await door.world.account({ namespace })).token)
      const stranger = await administrator()
      const calls = [
        (as: ReturnType<typeof clients>) => as.records.read({ key: 'k' }),
        (as: ReturnType<typeof clients>) => as.records.write({ record: { key: 'k' } }),
        (as: ReturnType<typeof clients>) => as.records.delete({ key: 'k' }),
        (as: ReturnType<typeof clients>) => listed(as.records.list({})),
        (as: ReturnType<typeof clients>) => as.records.databases({}),
        (as: ReturnType<typeof clients>) => as.records.tables({}),
        (as: ReturnType<typeof clients>) => as.blobs.write(messages({ key: 'k' })),
        (as: ReturnType<typeof clients>) => as.blobs.delete({ key: 'k' }),
        (as: ReturnType<typeof clients>) => as.blobs.list({}),
      ]
      for (const call of calls) {
        expect((await refusalOf(call(user))).code).toBe(403)
        expect((await refusalOf(call(clients(undefined, namespace)))).code).toBe(401)
        expect((await refusalOf(call(clients(stranger.token, namespace)))).code).toBe(403)
      }
      // A database named like another namespace still belongs to the caller's own.
      const foreign = stranger.records.read({ key: 'k', options: { database: namespace } })
      expect((await refusalOf(foreign)).code).toBe(404)
    })
  })

  describe('blobs', () => {
    test('are written in pieces and read in pieces, with their type', async () => {
      const { blobs } = await administrator()
      const content = Buffer.from(Uint8Array.from({ length: 1_500_000 }, (_, at) => at ^ (at >> 9)))
      await blobs.write(
        messages(
          { key: 'pic', options: { contentType: 'image/png' } },
          { blob: new Uint8Array(content.subarray(0, 1_000_000)) },
          { key: 'pic', blob: new Uint8Array(content.subarray(1_000_000)) },
        ),
      )
      let type: string | null = null
      const onHeader = (headers: Headers) => {
        type = headers.get('onedoor-content-type')
      }
      expect((await blobOf(blobs.read({ key: 'pic' }, { onHeader }))).equals(content)).toBe(true)
      expect(type).toBe('image/png')
      expect((await blobs.list({ options: { prefix: 'p' } })).keys).toEqual(['pic'])
      await blobs.delete({ key: 'pic' })
      expect(await refusalOf(blobOf(blobs.read({ key: 'pic' })))).toMatchObject({
        code: 404,
        id: 'store.blobstore.read',
      })
    })

    test('of another namespace are only for administrators of the instance', async () => {
      const { blobs, namespace } = await administrator()
      await blobs.write(messages({ key: 'b', blob: bytes('mine') }))
      const options = { namespace }
      const stranger = await administrator()
      expect((await refusalOf(blobOf(stranger.blobs.read({ key: 'b', options })))).code).toBe(403)
      expect((await refusalOf(stranger.blobs.write(messages({ key: 'b', options })))).code).toBe(403)
      expect((await refusalOf(stranger.blobs.delete({ key: 'b', options }))).code).toBe(403)
      expect((await refusalOf(stranger.blobs.list({ options }))).code).toBe(403)
      const boss = clients((await door.world.account({ isAdmin: true })).token)
      expect((await blobOf(boss.blobs.read({ key: 'b', options }))).toString()).toBe('mine')
      expect((await refusalOf(boss.blobs.list({ options: { namespace: 'nobodys' } }))).code).toBe(404)
    })

    test('are read only by administrators unless they are public; other keys stay hidden', async () => {
      const { blobs, namespace } = await administrator()
      await blobs.write(messages({ key: 'open', options: { public: true }, blob: bytes('for all') }))
      await blobs.write(messages({ key: 'closed', blob: bytes('for some') }))
      const user = clients((await door.world.account({ namespace })).token)
      expect((await blobOf(user.blobs.read({ key: 'open' }))).toString()).toBe('for all')
      const [closed, missing] = await Promise.all(
        ['closed', 'missing'].map((key) => refusalOf(blobOf(user.blobs.read({ key })))),
      )
      expect(closed).toMatchObject({ code: 403 })
      expect(missing).toEqual(closed)
      const nobody = clients(undefined, namespace)
      expect((await refusalOf(blobOf(nobody.blobs.read({ key: 'open' })))).code).toBe(401)
      await door.world.rules.create(namespace, {
        id: 'public-blobs',
        scope: '',
        resource: { type: 'service', name: 'store', endpoint: 'BlobStore.Read' },
        access: 'granted',
        priority: 1,
      })
      expect((await blobOf(nobody.blobs.read({ key: 'open' }))).toString()).toBe('for all')
      expect((await refusalOf(blobOf(nobody.blobs.read({ key: 'closed' })))).code).toBe(401)
    })

    test('a stream of nothing, or of two blobs, is rejected and leaves nothing', async () => {
      const { blobs, namespace } = await administrator()
      expect((await refusalOf(blobs.write(messages()))).code).toBe(400)
      expect((await refusalOf(blobs.write(messages({ blob: bytes('x') })))).code).toBe(400)
      const two = messages({ key: 'a', blob: bytes('x') }, { key: 'b', blob: bytes('y') })
      expect((await refusalOf(blobs.write(two))).detail).toBe(
        'key changes within the stream, but a stream can write only one blob.',
      )
      expect(await store.all(store.sql('store_blobs').where({ namespace }))).toEqual([])
    })

    test('beyond the quota of the namespace are rejected', async () => {
      const { blobs } = await administrator()
      async function* large() {
        yield { key: 'b' }
        for (let n = 0; n < 9; n++) yield { blob: new Uint8Array(MIB) }
      }
      const refused = await refusalOf(blobs.write(large()))
      expect(refused).toMatchObject({ code: 413, detail: expect.stringContaining('STORE_QUOTA_MIB') })
      expect((await blobs.list({})).keys).toEqual([])
    })
  })

  describe('a client of another library', () => {
    test('writes, reads and lists, and gets its errors', async () => {
      const { token } = await administrator()
      const { records, blobs } = await grpcJs(door.address)
      const metadata = new Metadata()
      metadata.set('authorization', `Bearer ${token}`)
      const call = (client: any, method: string, request: object) =>
        new Promise<any>((resolve, reject) => {
          client[method](request, metadata, (failure: ServiceError | null, answer: unknown) =>
            failure ? reject(failure) : resolve(answer),
          )
        })
      await call(records, 'Write', { record: { key: 'k', value: Buffer.from('v') } })
      expect((await call(records, 'Read', { key: 'k' })).records).toMatchObject([{ key: 'k', value: Buffer.from('v') }])
      const failure = await call(records, 'Read', { key: '😀 100%, "x"' }).catch((error: ServiceError) => error)
      expect(failure.code).toBe(5)
      expect(JSON.parse(failure.details)).toMatchObject({
        id: 'store.read',
        code: 404,
        detail: expect.stringContaining('😀 100%, '),
      })
      const keys: string[] = []
      for await (const page of records.List({ options: { prefix: 'k' } }, metadata)) keys.push(...page.keys)
      expect(keys).toEqual(['k'])
      await new Promise<void>((resolve, reject) => {
        const upload = blobs.Write(metadata, (error: ServiceError | null) => (error ? reject(error) : resolve()))
        upload.write({ key: 'b', blob: Buffer.from('one ') })
        upload.write({ blob: Buffer.from('two') })
        upload.end()
      })
      const pieces: Buffer[] = []
      for await (const { blob } of blobs.Read({ key: 'b' }, metadata)) pieces.push(blob)
      expect(Buffer.concat(pieces).toString()).toBe('one two')
      records.close()
      blobs.close()
    })
  })

  describe('an upload that is broken off leaves the former blob and nothing else', () => {
    /**
     * `breakOff` begins an upload of the blob `b` and breaks it off when `isStored` returns that a piece has arrived.
     */
    async function brokenOff(breakOff: (token: string, isStored: () => Promise<void>) => Promise<void>): Promise<void> {
      const { namespace, token, blobs } = await administrator()
      await blobs.write(messages({ key: 'b', blob: bytes('former') }))
      const unfinished = () =>
        store.get<{ size: number }>(store.sql('store_blobs').where({ namespace }).whereNull('key').select('size'))
      await breakOff(token, async () => {
        while (!((await unfinished())?.size ?? 0)) await new Promise(setImmediate)
      })
      while (await unfinished()) await new Promise(setImmediate)
      expect((await blobOf(blobs.read({ key: 'b' }))).equals(bytes('former'))).toBe(true)
      const used = await store.get<{ bytes: number }>(
        store.sql('store_usage').where({ namespace }).sum({ bytes: 'bytes' }),
      )
      expect(Number(used?.bytes)).toBe('former'.length)
    }

    test('by a client that cancels it', () =>
      brokenOff(async (token, isStored) => {
        const { records, blobs } = await grpcJs(door.address)
        const metadata = new Metadata()
        metadata.set('authorization', `Bearer ${token}`)
        const ended = Promise.withResolvers<ServiceError | null>()
        const upload = blobs.Write(metadata, ended.resolve)
        upload.write({ key: 'b', blob: Buffer.alloc(MIB) })
        await isStored()
        upload.cancel()
        expect((await ended.promise)?.code).toBe(1)
        records.close()
        blobs.close()
      }))

    test('by a closed connection', () =>
      brokenOff(async (token, isStored) => {
        const [host, port] = door.address.split(':') as [string, string]
        const socket = createConnection(Number(port), host)
        const session = connect(`http://${door.address}`, { createConnection: () => socket })
        session.on('error', () => undefined)
        const call = session.request({
          ':method': 'POST',
          ':path': '/store.BlobStore/Write',
          'content-type': 'application/grpc',
          authorization: `Bearer ${token}`,
        })
        call.on('error', () => undefined)
        const message = create(BlobWriteRequestSchema, { key: 'b', blob: new Uint8Array(MIB) })
        call.write(encodeEnvelope(0, toBinary(BlobWriteRequestSchema, message)))
        await isStored()
        socket.destroy()
      }))
  })
})
