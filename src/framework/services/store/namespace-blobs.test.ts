import { describe, expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { once } from '#runtime/base/once.ts'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase, forOneDatabase } from '#testing/databases.ts'
import { BLOB_MAX_BYTES } from './bounds.ts'
import { Blobs, CHUNK_BYTES, UPLOAD_IDLE_MS } from './namespace-blobs.ts'
import { Space } from './space.ts'
import type { BlobContent } from './types.ts'

const MIB = 1024 * 1024

function setUp(store: Store, quotaMib = 1024) {
  const clock = manualClock()
  const space = new Space({ store, clock, quotaBytes: quotaMib * MIB })
  return { clock, blobs: new Blobs({ store, clock, space }) }
}

const about = (key: string, more = {}) => ({ key, contentType: '', isPublic: false, ...more })

/** Bytes of which no two pieces are the same. */
function pattern(size: number, seed = 0): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = (at ^ (at >> 8) ^ (at >> 16)) + seed
  return bytes
}

async function* inPieces(bytes: Buffer, size = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
}

async function* breakingOff(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes)
  throw new Error('the connection broke')
}

async function whole(content: BlobContent): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content.pieces) pieces.push(piece)
  return Buffer.concat(pieces)
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was not refused',
    ({ status, id, message }) => ({ status, id, message }),
  )

let namespaces = 0
const ownNamespace = () => `space-${namespaces++}`

async function held(store: Store, namespace: string) {
  const sum = async (query: any) => Number((await store.get<{ sum: number | null }>(query))?.sum ?? 0)
  const chunks = store
    .sql('blob_chunks')
    .join('store_blobs', 'store_blobs.id', 'blob_chunks.blob_id')
    .where({ namespace })
    .sum({ sum: store.sql.raw('length(bytes)') })
  return {
    chunks: await sum(chunks),
    sizes: await sum(store.sql('store_blobs').where({ namespace }).sum({ sum: 'size' })),
    counted: await sum(store.sql('store_usage').where({ namespace }).sum({ sum: 'bytes' })),
  }
}

forEachDatabase((_name, openTestStore) => {
  const openShared = once(openTestStore)

  describe('a blob', () => {
    test('is read as it was written, regardless of the pieces in which it arrived', async () => {
      const { blobs } = setUp(await openShared())
      const namespace = ownNamespace()
      for (const size of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES + 5]) {
        for (const piece of [CHUNK_BYTES / 8 + 1, CHUNK_BYTES, 3 * MIB]) {
          const bytes = pattern(size)
          const type = { contentType: 'image/png', isPublic: true }
          await blobs.write(namespace, about('b', type), inPieces(bytes, piece))
          const content = await blobs.read(namespace, 'b')
          expect([content.size, content.contentType, content.isPublic]).toEqual([size, 'image/png', true])
          expect((await whole(content)).equals(bytes)).toBe(true)
        }
      }
      const total = 3 * CHUNK_BYTES + 5
      expect(await held(await openShared(), namespace)).toEqual({ chunks: total, sizes: total, counted: total })
    })

    test('is sent in pieces of the chunk size', async () => {
      const { blobs } = setUp(await openShared())
      const namespace = ownNamespace()
      await blobs.write(namespace, about('b'), inPieces(pattern(2 * CHUNK_BYTES + 1)))
      const sizes: number[] = []
      for await (const piece of (await blobs.read(namespace, 'b')).pieces) sizes.push(piece.length)
      expect(sizes).toEqual([CHUNK_BYTES, CHUNK_BYTES, 1])
    })

    test('stays the same while another one is uploaded, and after that upload broke off', async () => {
      const store = await openShared()
      const { blobs } = setUp(store)
      const namespace = ownNamespace()
      const former = pattern(MIB)
      await blobs.write(namespace, about('b', { contentType: 'text/plain' }), inPieces(former))
      let seenWithin: Buffer | undefined
      const upload = blobs.write(
        namespace,
        about('b', { contentType: 'image/png' }),
        (async function* () {
          yield* inPieces(pattern(MIB, 7))
          seenWithin = await whole(await blobs.read(namespace, 'b'))
          throw new Error('the connection broke')
        })(),
      )
      await expect(upload).rejects.toThrow('the connection broke')
      expect(seenWithin?.equals(former)).toBe(true)
      const content = await blobs.read(namespace, 'b')
      expect([content.contentType, (await whole(content)).equals(former)]).toEqual(['text/plain', true])
      expect(await held(store, namespace)).toEqual({ chunks: MIB, sizes: MIB, counted: MIB })
      expect(await blobs.list(namespace, '')).toEqual(['b'])
    })

    test('is not sent further after it was replaced or deleted: two versions are never mixed', async () => {
      const { blobs } = setUp(await openShared())
      const namespace = ownNamespace()
      for (const end of [
        () => blobs.write(namespace, about('b'), inPieces(pattern(MIB, 3))),
        () => blobs.delete(namespace, 'b'),
      ]) {
        await blobs.write(namespace, about('b'), inPieces(pattern(MIB)))
        const pieces = (await blobs.read(namespace, 'b')).pieces[Symbol.asyncIterator]()
        await pieces.next()
        await end()
        expect(await refusal(Promise.resolve(pieces.next()))).toEqual({
          status: 409,
          id: 'store.blobstore.read',
          message: 'The blob was replaced or deleted while it was being read.',
        })
      }
    })

    test('written by many concurrently is a complete one of theirs, and the others leave nothing', async () => {
      const store = await openShared()
      const { blobs } = setUp(store)
      const namespace = ownNamespace()
      const size = CHUNK_BYTES + 10
      const all = Array.from({ length: 6 }, (_, seed) => pattern(size, seed))
      await Promise.all(all.map((bytes) => blobs.write(namespace, about('b'), inPieces(bytes))))
      const read = await whole(await blobs.read(namespace, 'b'))
      expect(all.filter((bytes) => bytes.equals(read))).toHaveLength(1)
      expect(await held(store, namespace)).toEqual({ chunks: size, sizes: size, counted: size })
    })

    test('belongs to one namespace; a missing one is a 404', async () => {
      const { blobs } = setUp(await openShared())
      const [ann, ben] = [ownNamespace(), ownNamespace()]
      await blobs.write(ann, about('b'), inPieces(pattern(10)))
      const missing = { status: 404, message: `not found: namespace ${ben} has no blob "b".` }
      expect(await refusal(blobs.read(ben, 'b'))).toEqual({ id: 'store.blobstore.read', ...missing })
      expect(await refusal(blobs.delete(ben, 'b'))).toEqual({ id: 'store.blobstore.delete', ...missing })
      expect(await blobs.list(ben, '')).toEqual([])
      expect(await blobs.list(ann, '')).toEqual(['b'])
    })
  })

  test('blobs are listed by prefix, sorted by bytes, wildcards meaning themselves', async () => {
    const { blobs } = setUp(await openShared())
    const namespace = ownNamespace()
    for (const key of ['b', 'B', 'ä', 'a%c', 'abc', 'a_c'])
      await blobs.write(namespace, about(key), inPieces(pattern(1)))
    expect(await blobs.list(namespace, '')).toEqual(['B', 'a%c', 'a_c', 'abc', 'b', 'ä'])
    expect(await blobs.list(namespace, 'a%')).toEqual(['a%c'])
    expect(await blobs.list(namespace, 'a')).toEqual(['a%c', 'a_c', 'abc'])
    const nameless = { status: 400, id: 'store.blobstore.write', message: 'key is missing.' }
    expect(await refusal(blobs.write(namespace, about(''), inPieces(pattern(1))))).toEqual(nameless)
    const typed = about('b', { contentType: 'a\r\nb' })
    expect(await refusal(blobs.write(namespace, typed, inPieces(pattern(1))))).toMatchObject({ status: 400 })
  })

  test('an upload of a dead process is purged, one still in progress is not', async () => {
    const store = await openTestStore()
    const { blobs, clock } = setUp(store)
    const namespace = ownNamespace()
    const started = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const upload = blobs.write(
      namespace,
      about('b'),
      (async function* () {
        yield pattern(CHUNK_BYTES)
        // The next piece is requested, so the first chunk is stored.
        started.resolve()
        await goOn.promise
        yield pattern(CHUNK_BYTES)
      })(),
    )
    await started.promise
    clock.advance(UPLOAD_IDLE_MS - 1)
    expect(await blobs.purge()).toBe(0)
    clock.advance(1)
    expect(await blobs.purge()).toBe(1)
    expect(await held(store, namespace)).toEqual({ chunks: 0, sizes: 0, counted: 0 })
    goOn.resolve()
    expect(await refusal(upload)).toEqual({
      status: 408,
      id: 'store.blobstore.write',
      message: 'The upload was abandoned because no data arrived for 15 minutes. Send it again.',
    })
    expect(await blobs.list(namespace, '')).toEqual([])
  })

  test('a write beyond the quota is rejected and the former blob stays', async () => {
    const store = await openShared()
    const { blobs } = setUp(store, 1)
    const namespace = ownNamespace()
    await blobs.write(namespace, about('b'), inPieces(pattern(MIB / 2)))
    expect(await refusal(blobs.write(namespace, about('b'), inPieces(pattern(MIB))))).toMatchObject({
      status: 413,
      message: expect.stringContaining('STORE_QUOTA_MIB'),
    })
    expect((await blobs.read(namespace, 'b')).size).toBe(MIB / 2)
    expect((await held(store, namespace)).counted).toBe(MIB / 2)
  })

  test('the sender’s error reaches the caller, and nothing is stored', async () => {
    const store = await openShared()
    const { blobs } = setUp(store)
    const namespace = ownNamespace()
    const upload = blobs.write(namespace, about('b'), breakingOff(pattern(3 * CHUNK_BYTES)))
    await expect(upload).rejects.toThrow('the connection broke')
    expect(await held(store, namespace)).toEqual({ chunks: 0, sizes: 0, counted: 0 })
  })
})

// Both databases store chunks; how many there are makes no difference to them.
forOneDatabase((_name, openTestStore) => {
  test('a blob that is too large is rejected without a trace, one of the largest size is accepted', async () => {
    const store = await openTestStore()
    const { blobs } = setUp(store)
    const namespace = ownNamespace()
    const bytes = pattern(BLOB_MAX_BYTES)
    async function* oneMore() {
      yield* inPieces(bytes, 4 * MIB)
      yield new Uint8Array(1)
    }
    expect(await refusal(blobs.write(namespace, about('b'), oneMore()))).toEqual({
      status: 413,
      id: 'store.blobstore.write',
      message: 'The blob is larger than 67108864 bytes. Nothing was stored.',
    })
    expect(await held(store, namespace)).toEqual({ chunks: 0, sizes: 0, counted: 0 })
    await blobs.write(namespace, about('b'), inPieces(bytes, 4 * MIB))
    expect((await whole(await blobs.read(namespace, 'b'))).equals(bytes)).toBe(true)
    await blobs.delete(namespace, 'b')
    expect(await held(store, namespace)).toEqual({ chunks: 0, sizes: 0, counted: 0 })
  })
})
