import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOf } from '../../testing/all-of.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { type S3Server, startS3 } from '../../testing/s3-server.ts'
import { manualClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { createLog } from '../base/log.ts'
import { ByteCache, type ByteCacheOptions } from './byte-cache.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'
import { Spool } from './spool.ts'

const dayMs = 86_400_000
const never = new AbortController().signal

let s3: S3Server
let home = ''
let count = 0
beforeAll(async () => {
  s3 = await startS3()
  home = await mkdtemp(join(tmpdir(), 'onedoor-caches-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(home, { recursive: true, force: true })
})

forEachDatabase((_name, openTestStore) => {
  describe.each(['a folder', 'an S3 store'])('a cache with its bytes in %s', (kind) => {
    /** A cache in a new place, and its parts. */
    async function newWorld(more: Partial<ByteCacheOptions> = {}) {
      count += 1
      const store = await openTestStore()
      const place = join(home, String(count))
      const bytes =
        kind === 'a folder'
          ? await openFolder(join(place, 'kept'))
          : await openS3({ ...s3.account, prefix: `onedoor-caches/${count}/` })
      const spool = await Spool.open(join(place, 'arriving'))
      const clock = manualClock('2026-11-22T10:00:00Z')
      const common = { store, clock, bytes, spool, log: createLog({ logLevel: 'silent' }), maxBytes: 1_000_000 }
      const open = (again: Partial<ByteCacheOptions> = {}) =>
        new ByteCache({ ...common, name: 'tiles', ...more, ...again })
      const kept = async () => (await allOf(bytes.list())).flat()
      const rows = () => store.all<{ key: string; blob: string }>(store.sql('cached_bytes').select('key', 'blob'))
      return { store, bytes, spool, clock, place, cache: open(), open, kept, rows }
    }

    test('returns its entries to everyone who opens it by its name', async () => {
      const { cache, open } = await newWorld()
      const picture = randomBytes(20_000)
      const { sha256 } = await cache.keep('road/1', picture)
      expect(await cache.get('road/1')).toEqual({ bytes: picture, sha256 })
      expect(await open().get('road/1')).toEqual({ bytes: picture, sha256 })
      expect(await open({ name: 'others' }).get('road/1')).toBeUndefined()
      expect(await cache.get('road/2')).toBeUndefined()
      expect(await cache.among(['road/1', 'road/2'])).toEqual(new Set(['road/1']))
    })

    test('has the last value of a key, and nothing of the previous one', async () => {
      const { cache, kept } = await newWorld()
      await cache.keep('a', Buffer.from('before'))
      await cache.keep('a', Buffer.from('after'))
      expect(Buffer.from((await cache.get('a'))?.bytes ?? []).toString()).toBe('after')
      expect(await kept()).toHaveLength(1)
    })

    test('deletes the least recently used entries when it is too large', async () => {
      const { cache, clock, rows, kept } = await newWorld({ maxBytes: 100_000 })
      for (let n = 0; n < 50; n++) {
        clock.advance(60_000)
        await cache.keep(`n${String(n).padStart(2, '0')}`, Buffer.alloc(2000, n))
      }
      clock.advance(2 * dayMs)
      expect(await cache.get('n00')).toBeDefined()
      await cache.keep('n50', Buffer.alloc(2000))
      await cache.purge(never)
      const left = new Set((await rows()).map(({ key }) => key))
      expect([left.has('n00'), left.has('n01'), left.has('n49'), left.has('n50')]).toEqual([true, false, true, true])
      expect([left.size, (await kept()).length]).toEqual([50, 50])
    })

    test('makes room automatically while entries are added', async () => {
      const { cache, clock, rows } = await newWorld({ maxBytes: 32_000 })
      for (let n = 0; n < 60; n++) {
        clock.advance(1000)
        await cache.keep(`n${n}`, Buffer.alloc(1000, n))
      }
      await expect.poll(async () => (await rows()).length, { timeout: 10_000 }).toBeLessThanOrEqual(32 + 2 + 1)
      await cache.close()
    })

    test('has no value for a key whose bytes are missing or damaged, and deletes it', async () => {
      const { cache, bytes, spool, rows } = await newWorld()
      await cache.keep('gone', Buffer.from('gone'))
      await cache.keep('damaged', Buffer.from('right'))
      const blobs = new Map((await rows()).map(({ key, blob }) => [key, blob]))
      await bytes.delete([blobs.get('gone') ?? ''])
      const id = blobs.get('damaged') ?? ''
      await bytes.keep(id, await spool.write(id, Buffer.from('wrong'), { maxBytes: 5, onTooLong: () => new Error() }))
      expect([await cache.get('gone'), await cache.get('damaged')]).toEqual([undefined, undefined])
      expect(await rows()).toEqual([])
    })

    test('deletes leftover bytes of a process that was killed while writing', async () => {
      const { open, bytes, spool, place, kept, rows } = await newWorld()
      const cache = open({ graceMs: -60_000 })
      await cache.keep('kept', Buffer.from('kept'))
      // Killed while the bytes were written, and after that but before their entry was.
      await writeFile(join(place, 'arriving', newId('cached')), 'half')
      const id = newId('cached')
      await bytes.keep(id, await spool.write(id, Buffer.from('whole'), { maxBytes: 5, onTooLong: () => new Error() }))
      await open().purge(never)
      expect([(await spool.list()).length, (await kept()).length]).toEqual([1, 2])
      await cache.purge(never)
      expect([(await spool.list()).length, (await kept()).length]).toEqual([0, 1])
      expect(await rows()).toHaveLength(1)
      expect(await cache.get('kept')).toBeDefined()
    })
  })
})
