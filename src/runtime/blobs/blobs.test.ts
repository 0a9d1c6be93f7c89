import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOf } from '../../testing/all-of.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { type S3Server, startS3 } from '../../testing/s3-server.ts'
import { miscountsIn } from '../../testing/storage.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { type ManualClock, manualClock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { createLog } from '../base/log.ts'
import type { Miscount } from '../store/quota/storage.ts'
import type { Store } from '../store/types.ts'
import { Blobs, type NewBlob } from './blobs.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'
import { type ByteSource, Spool } from './spool.ts'
import type { ByteStore } from './types.ts'

const mebibyte = 1024 * 1024
const quotaBytes = 2 * mebibyte
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let s3: S3Server
let home = ''
let count = 0
beforeAll(async () => {
  s3 = await startS3()
  home = await mkdtemp(join(tmpdir(), 'onedoor-blobs-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(home, { recursive: true, force: true })
})

/** Blobs of a new account in a new place, and their parts. */
interface World {
  readonly store: Store
  readonly blobs: Blobs
  readonly bytes: ByteStore
  readonly spool: Spool
  readonly owner: string
  readonly leaseClock: ManualClock
  readonly log: string[]
  newAccount(): Promise<{ id: string; remove(): Promise<void> }>
  /** The same blobs from the point of view of a process on another machine. */
  elsewhere(bytes?: ByteStore, spool?: Spool): Blobs
  put(source: ByteSource, more?: Partial<NewBlob>): Promise<string>
  read(id: string): Promise<Buffer | undefined>
  /** What remains of blobs: rows, bytes, incoming bytes. */
  /** Accounts whose recorded usage is wrong. */
  miscounts(): Promise<Miscount[]>
  traces(): Promise<{ rows: number; kept: string[]; arriving: string[]; used: number }>
}

forEachDatabase((_name, openTestStore) => {
  describe.each(['a folder', 'an S3 store'])('blobs in %s', (kind) => {
    async function newWorld(): Promise<World> {
      count += 1
      const place = join(home, String(count))
      const store = await openTestStore()
      const clock = manualClock()
      const leaseClock = manualClock()
      const accounts = createAccounts({ store, clock, namespacedTables: [], hash: async () => 'hash' })
      const bytes =
        kind === 'a folder'
          ? await openFolder(join(place, 'kept'))
          : await openS3({ ...s3.account, prefix: `onedoor/${count}/` })
      const spool = await Spool.open(join(place, 'arriving'))
      const lines: string[] = []
      const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
      const common = { store, clock, log, spool, quotaBytes }
      const blobs = new Blobs({ ...common, bytes, leases: { clock: leaseClock } })
      let people = 0
      async function newAccount() {
        people += 1
        const username = `person_${people}`
        const { id } = await accounts.create({ username, password: 'correct horse battery' })
        return { id, remove: async () => void (await accounts.remove(username)) }
      }
      const owner = (await newAccount()).id
      return {
        store,
        blobs,
        bytes,
        spool,
        owner,
        leaseClock,
        log: lines,
        newAccount,
        elsewhere: (itsBytes = bytes, itsSpool = spool) =>
          new Blobs({
            ...{ ...common, bytes: itsBytes, spool: itsSpool },
            leases: { clock: leaseClock, me: { machine: 'elsewhere', pid: 1 } },
          }),
        put: (source, more = {}) =>
          blobs.put(
            { owner, source, maxBytes: mebibyte, argument: 'content', ...more },
            async (_tx, stored) => stored.id,
          ),
        async read(id) {
          const stream = await blobs.open(id)
          return stream && Buffer.concat(await stream.toArray())
        },
        miscounts: () => miscountsIn(store),
        async traces() {
          const rows = await store.all(store.sql('blobs').select('id'))
          const kept = (await allOf(bytes.list())).flat()
          return { rows: rows.length, kept, arriving: await spool.list(), used: await blobs.usedBytes(owner) }
        },
      }
    }
    const nothing = { rows: 0, kept: [], arriving: [], used: 0 }

    test('are stored with their size and checksum, and read back', async () => {
      const { blobs, owner, read, traces, miscounts } = await newWorld()
      const bytes = randomBytes(300_000)
      const stored = await blobs.put(
        { owner, source: bytes, maxBytes: mebibyte, argument: 'content' },
        async (_tx, blob) => blob,
      )
      expect(stored).toEqual({ id: expect.stringMatching(/^blob_/), bytes: 300_000, sha256: sha256(bytes) })
      expect(await read(stored.id)).toEqual(bytes)
      expect(await traces()).toEqual({ rows: 1, kept: [stored.id], arriving: [], used: 300_000 })
      expect(await allOf(blobs.list())).toEqual([[{ ...stored, owner }]])
      expect(await miscounts()).toEqual([])
    })

    test('without any bytes are also stored', async () => {
      const { put, read } = await newWorld()
      expect((await read(await put(Buffer.alloc(0))))?.length).toBe(0)
    })

    test('that exceed their size are rejected immediately, and leave nothing', async () => {
      const { put, traces } = await newWorld()
      let pulled = 0
      async function* endless() {
        for (;;) {
          pulled += 1
          yield Buffer.alloc(64 * 1024)
        }
      }
      const fault = await put(endless()).catch((error: ApiError) => error)
      expect(fault).toMatchObject({
        code: 'invalid_argument',
        details: [{ path: 'content', message: 'must be at most 1 MiB (1048576 bytes)' }],
      })
      expect(pulled).toBe(17)
      await expect(put(Buffer.alloc(mebibyte + 1), { bytes: mebibyte + 1 })).rejects.toMatchObject({
        code: 'invalid_argument',
      })
      expect(await traces()).toEqual(nothing)
    })

    test.each([
      ['breaks off', 'the source'],
      ['is cancelled', 'the signal'],
      ['has a record that cannot be written', 'the record'],
    ])('whose write %s leave nothing', async (_what, which) => {
      const { blobs, owner, traces, miscounts } = await newWorld()
      const gone = new AbortController()
      async function* source() {
        yield Buffer.alloc(1000)
        if (which === 'the source') throw new Error('the source broke')
        if (which === 'the signal') gone.abort(new Error('the signal broke'))
        yield Buffer.alloc(1000)
      }
      const putting = blobs.put(
        { owner, source: source(), maxBytes: mebibyte, argument: 'content', signal: gone.signal },
        async () => {
          throw new Error('the record broke')
        },
      )
      await expect(putting).rejects.toThrow(`${which} broke`)
      expect(await traces()).toEqual(nothing)
      expect(await miscounts()).toEqual([])
    })

    test('fill the quota to the last byte and not beyond it', async () => {
      const { put, blobs, owner, traces, miscounts } = await newWorld()
      await put(Buffer.alloc(mebibyte), { bytes: mebibyte })
      const last = await put(Buffer.alloc(mebibyte))
      expect(await blobs.usedBytes(owner)).toBe(quotaBytes)
      const sentence = /exceed the 2 MiB that an account may store \(QUOTA_MIB\)/
      for (const more of [{ bytes: 1 }, {}]) await expect(put(Buffer.alloc(1), more)).rejects.toThrow(sentence)
      await put(Buffer.alloc(0))
      await blobs.deleting(owner, (_tx, drop) => drop(last))
      await put(Buffer.alloc(mebibyte - 1))
      await expect(put(Buffer.alloc(2))).rejects.toThrow(sentence)
      await put(Buffer.alloc(1))
      expect((await traces()).used).toBe(quotaBytes)
      expect(await miscounts()).toEqual([])
    })

    test.each([
      ['known', 300_000],
      ['unknown', undefined],
    ])('stored concurrently, with a size that is %s, never exceed the quota together', async (_what, bytes) => {
      const { put, blobs, owner, traces, miscounts } = await newWorld()
      const size = 300_000
      const puts = await Promise.allSettled(
        Array.from({ length: 12 }, () => put(randomBytes(size), { maxBytes: size, bytes })),
      )
      const stored = puts.filter(({ status }) => status === 'fulfilled')
      expect(stored).toHaveLength(Math.floor(quotaBytes / size))
      for (const each of puts) {
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'failed_precondition' })
      }
      const left = await traces()
      expect([left.rows, left.kept.length, left.used]).toEqual([stored.length, stored.length, stored.length * size])
      expect(await blobs.usedBytes(owner)).toBe(stored.length * size)
      expect(await miscounts()).toEqual([])
    })

    test('are counted for their own account only', async () => {
      const { put, blobs, newAccount } = await newWorld()
      const other = await newAccount()
      await put(Buffer.alloc(mebibyte))
      await put(Buffer.alloc(5), { owner: other.id })
      expect(await blobs.usedBytes(other.id)).toBe(5)
    })

    test('are deleted with their record, and not if the deletion is rolled back', async () => {
      const { put, blobs, owner, read, traces } = await newWorld()
      const id = await put(Buffer.from('bytes'))
      const failing = blobs.deleting(owner, async (_tx, drop) => {
        await drop(id)
        throw new Error('the record stays')
      })
      await expect(failing).rejects.toThrow('the record stays')
      expect((await read(id))?.toString()).toBe('bytes')
      expect(await blobs.deleting('account_other', (_tx, drop) => drop(id))).toBe(false)
      expect(await blobs.deleting(owner, (_tx, drop) => drop(id))).toBe(true)
      expect(await read(id)).toBeUndefined()
      expect(await traces()).toEqual(nothing)
      expect(await blobs.deleting(owner, (_tx, drop) => drop(id))).toBe(false)
    })

    test('that cannot be deleted now free their space immediately, and are deleted later', async () => {
      const { put, bytes, owner, elsewhere, blobs, traces, log } = await newWorld()
      const id = await put(Buffer.from('bytes'))
      const broken = { ...wrapped(bytes), delete: () => Promise.reject(new Error('down')) }
      expect(await elsewhere(broken).deleting(owner, (_tx, drop) => drop(id))).toBe(true)
      expect(log.join()).toContain('could not delete bytes')
      expect(await traces()).toEqual({ rows: 1, kept: [id], arriving: [], used: 0 })
      await blobs.collect()
      expect(await traces()).toEqual(nothing)
    })

    test('of a deleted account are deleted', async () => {
      const { put, blobs, newAccount, traces, read, miscounts } = await newWorld()
      const other = await newAccount()
      const [gone, left] = [await put(Buffer.from('gone'), { owner: other.id }), await put(Buffer.from('left'))]
      await other.remove()
      blobs.collectSoon()
      await blobs.collect()
      expect(await traces()).toMatchObject({ rows: 1, kept: [left] })
      expect(await read(gone)).toBeUndefined()
      expect(await miscounts()).toEqual([])
    })

    test('of an account that is deleted while they are written are not stored', async () => {
      const { put, newAccount, traces, blobs } = await newWorld()
      const other = await newAccount()
      async function* source() {
        yield Buffer.from('a')
        await other.remove()
        await blobs.collect()
        yield Buffer.from('b')
      }
      await expect(put(source(), { owner: other.id })).rejects.toMatchObject({ code: 'unauthenticated' })
      await blobs.collect()
      expect(await traces()).toEqual(nothing)
    })

    test('that are being written are not deleted by any process, at any step', async () => {
      const { put, bytes, elsewhere, blobs, owner, read } = await newWorld()
      const collectors = [blobs, elsewhere()]
      const collectAll = async () => {
        for (const each of collectors) await each.collect()
      }
      async function* source() {
        await collectAll()
        yield Buffer.from('by')
        await collectAll()
        yield Buffer.from('tes')
        await collectAll()
      }
      const slow: ByteStore = {
        ...wrapped(bytes),
        async keep(id, spooled) {
          await collectAll()
          await bytes.keep(id, spooled)
          await collectAll()
        },
      }
      const writer = elsewhere(slow)
      const id = await writer.put(
        { owner, source: source(), maxBytes: 100, argument: 'content' },
        async (_tx, { id }) => id,
      )
      await collectAll()
      expect((await read(id))?.toString()).toBe('bytes')
      expect(await put(Buffer.from('x'))).not.toBe(id)
    })

    test('whose writer was suspended until it was considered dead are not stored, and can be sent again', async () => {
      const { elsewhere, blobs, owner, leaseClock, traces } = await newWorld()
      async function* source() {
        yield Buffer.from('a')
        leaseClock.advance(61_000)
        await blobs.collect()
        yield Buffer.from('b')
      }
      const writing = elsewhere().put(
        { owner, source: source(), maxBytes: 100, argument: 'content' },
        async () => 'done',
      )
      await expect(writing).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 1 })
      expect(await traces()).toEqual(nothing)
    })

    test('that arrive after another process has collected them are deleted', async () => {
      const { elsewhere, blobs, bytes, owner, leaseClock, traces } = await newWorld()
      async function* source() {
        yield Buffer.from('a')
        leaseClock.advance(61_000)
        await blobs.collect()
        yield Buffer.from('b')
      }
      // What arrives on another machine is out of reach of those who collect here.
      const spool = await Spool.open(join(home, 'elsewhere', kind))
      const writing = elsewhere(bytes, spool).put(
        { owner, source: source(), maxBytes: 100, argument: 'content' },
        async () => 'done',
      )
      await expect(writing).rejects.toMatchObject({ code: 'unavailable' })
      expect([await traces(), await spool.list()]).toEqual([nothing, []])
    })

    test('without a record, unknown to an older backup, are deleted', async () => {
      const { put, store, blobs, bytes, spool, traces, log } = await newWorld()
      const [lost, left] = [await put(Buffer.from('lost')), await put(Buffer.from('left'))]
      await store.run(store.sql('blobs').where({ id: lost }).delete())
      const onTooLong = () => new Error('too long')
      await spool.write('blob_unknown', Buffer.from('x'), { maxBytes: 1, onTooLong })
      await blobs.collect()
      expect(await traces()).toEqual({ rows: 1, kept: [left], arriving: [], used: 4 })
      expect(log.join()).toContain('deleted bytes without a record')
      expect(await bytes.open(lost)).toBeUndefined()
    })

    test('are restored from a backup only if they are the same', async () => {
      const { put, blobs, bytes, read, spool } = await newWorld()
      const id = await put(Buffer.from('bytes'))
      await bytes.delete([id])
      for (const wrong of ['bytez', 'byte', 'bytes!']) {
        await expect(blobs.restore(id, Buffer.from(wrong))).rejects.toThrow(/content of blob_\w+ does not match/)
      }
      await expect(blobs.restore('blob_unknown', Buffer.from('x'))).rejects.toThrow(/does not match/)
      expect(await read(id)).toBeUndefined()
      await blobs.restore(id, Buffer.from('bytes'))
      expect((await read(id))?.toString()).toBe('bytes')
      expect(await spool.list()).toEqual([])
    })

    test('cannot be stored for an account that does not exist', async () => {
      const { put, traces } = await newWorld()
      await expect(put(Buffer.from('x'), { owner: 'account_none' })).rejects.not.toBeInstanceOf(ApiError)
      expect(await traces()).toEqual(nothing)
    })
  })
})

/** The methods of a byte store as a separate object, to replace some of them. */
function wrapped(bytes: ByteStore): ByteStore {
  return {
    keep: (id, spooled) => bytes.keep(id, spooled),
    open: (id, range, signal) => bytes.open(id, range, signal),
    pieces: (id, range) => bytes.pieces(id, range),
    size: (id) => bytes.size(id),
    delete: (ids) => bytes.delete(ids),
    list: (signal) => bytes.list(signal),
    close: () => undefined,
  }
}
