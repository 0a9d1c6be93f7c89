import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Spool } from '../runtime/blobs/spool.ts'
import type { ByteStore } from '../runtime/blobs/types.ts'
import { allOf } from './all-of.ts'

const mebibyte = 1024 * 1024

/** How many ids a page of a tested store lists at most. */
export const testPage = 4

/** What every store of bytes promises, as tests of the one that `open` opens. */
export function testByteStore(name: string, open: (home: string) => Promise<ByteStore>): void {
  describe(name, () => {
    let home = ''
    let store: ByteStore
    let spool: Spool
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'onedoor-bytes-'))
      spool = await Spool.open(join(home, 'arriving'))
      store = await open(home)
    })
    afterAll(async () => {
      store.close()
      await rm(home, { recursive: true, force: true })
    })

    let count = 0
    function newId(): string {
      count += 1
      return `blob_test${String(count).padStart(4, '0')}`
    }

    async function keep(id: string, bytes: Uint8Array): Promise<void> {
      const onTooLong = () => new Error('too long')
      await store.keep(id, await spool.write(id, bytes, { maxBytes: bytes.length, onTooLong }))
    }

    async function read(id: string, start?: number, end?: number): Promise<Buffer | undefined> {
      const stream = await store.open(id, start === undefined ? undefined : { start, end: end as number })
      return stream && Buffer.concat(await stream.toArray())
    }

    const ids = async () => (await allOf(store.list())).flat()

    test.each([0, 1, 65_536, 12 * mebibyte + 1])('returns %i bytes unchanged', async (length) => {
      const [id, bytes] = [newId(), randomBytes(length)]
      await keep(id, bytes)
      const found = await read(id)
      expect(found && sha256(found)).toBe(sha256(bytes))
      expect(await store.size(id)).toBe(length)
    })

    test('leaves no file behind where the bytes arrived', async () => {
      await keep(newId(), randomBytes(10))
      expect(await spool.list()).toEqual([])
    })

    test('reads any part, both ends included', async () => {
      const [id, bytes] = [newId(), randomBytes(5000)]
      await keep(id, bytes)
      const part = fc.tuple(fc.nat(4999), fc.nat(4999)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
      await fc.assert(
        fc.asyncProperty(part, async ([start, end]) => {
          expect((await read(id, start, end))?.toString('hex')).toBe(bytes.toString('hex', start, end + 1))
        }),
        { numRuns: 30, examples: [[[0, 0]], [[4999, 4999]], [[0, 4999]]] },
      )
    })

    test('gives the same bytes in pieces that are used one after the other, to several readers at once', async () => {
      const [id, bytes] = [newId(), randomBytes(3 * mebibyte + 17)]
      await keep(id, bytes)
      const parts = [
        undefined,
        { start: 0, end: 0 },
        { start: 5, end: 2 * mebibyte },
        { start: 17, end: bytes.length - 1 },
      ]
      const read = async (range: { start: number; end: number } | undefined) => {
        const hash = createHash('sha256')
        for await (const piece of (await store.pieces(id, range)) as AsyncIterable<Uint8Array>) {
          // Others read meanwhile, so that a piece that is not its reader's alone would be written over.
          await setImmediate()
          hash.update(piece)
        }
        return hash.digest('hex')
      }
      const expected = parts.map((range) => sha256(bytes.subarray(range?.start, range && range.end + 1)))
      expect(await Promise.all(parts.map(read))).toEqual(expected)
    })

    test('gives no pieces of an empty one, and stops with a reader that stops', async () => {
      const [empty, long] = [newId(), newId()]
      await keep(empty, Buffer.alloc(0))
      await keep(long, randomBytes(2 * mebibyte))
      expect(await allOf((await store.pieces(empty)) as AsyncIterable<Uint8Array>)).toEqual([])
      for await (const piece of (await store.pieces(long)) as AsyncIterable<Uint8Array>) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
      expect(await store.size(long)).toBe(2 * mebibyte)
    })

    test('has nothing under an unknown id', async () => {
      expect(await store.open('blob_unknown')).toBeUndefined()
      expect(await store.pieces('blob_unknown')).toBeUndefined()
      expect(await store.size('blob_unknown')).toBeUndefined()
    })

    test('replaces the bytes of an id', async () => {
      const id = newId()
      await keep(id, Buffer.from('first and longer'))
      await keep(id, Buffer.from('second'))
      expect((await read(id))?.toString()).toBe('second')
    })

    test('deletes bytes, and ignores missing ones', async () => {
      const [deleted, left] = [newId(), newId()]
      for (const id of [deleted, left]) await keep(id, Buffer.from(id))
      await store.delete([deleted, 'blob_unknown'])
      expect(await store.open(deleted)).toBeUndefined()
      expect((await read(left))?.toString()).toBe(left)
      await store.delete([deleted])
    })

    test('lists every id, over several pages', async () => {
      await store.delete(await ids())
      const remaining = Array.from({ length: 3 * testPage + 1 }, newId)
      for (const id of remaining) await keep(id, Buffer.from('x'))
      expect((await ids()).sort()).toEqual(remaining.sort())
      await store.delete(remaining)
      expect(await ids()).toEqual([])
    })

    test('stops reading when its reader does', async () => {
      const [id, deleted] = [newId(), new AbortController()]
      await keep(id, randomBytes(4 * mebibyte))
      const stream = await store.open(id, undefined, deleted.signal)
      deleted.abort()
      await expect(stream?.toArray()).rejects.toThrow(/abort/i)
    })
  })
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
