import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { once } from '#runtime/base/once.ts'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { ANSWER_MAX_BYTES, EXPIRY_MAX_S, KEY_MAX_BYTES, READ_MAX, VALUE_MAX_BYTES } from './bounds.ts'
import { Records } from './records.ts'
import { Space } from './space.ts'
import type { KeyFilter, Place, StoreRecord } from './types.ts'

const MIB = 1024 * 1024

function setUp(store: Store, quotaMib = 1024) {
  const clock = manualClock()
  const space = new Space({ store, clock, quotaBytes: quotaMib * MIB })
  return { clock, records: new Records({ store, clock, space }) }
}

function record(key: string, value: string | Uint8Array = `value of ${key}`, more: Partial<StoreRecord> = {}) {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return { key, value: bytes, expiryS: 0, metadata: {}, ...more }
}

function filter(more: Partial<KeyFilter> = {}): KeyFilter {
  return { prefix: '', suffix: '', order: 'asc', limit: undefined, offset: 0, ...more }
}

const text = (value: Uint8Array) => Buffer.from(value).toString()

async function listed(pages: AsyncIterable<string[]>): Promise<string[]> {
  const keys: string[] = []
  for await (const page of pages) keys.push(...page)
  return keys
}

async function refusal(promise: Promise<unknown>): Promise<{ status: number; id: string; detail: string }> {
  const error = await promise.then(
    () => new Error('it was not refused'),
    (failure: unknown) => failure as { status: number; id: string; message: string },
  )
  if (!('status' in error)) throw error
  return { status: error.status, id: error.id, detail: error.message }
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/**
 * Short texts of few characters, so that many share beginnings and ends, including wildcards and neighbours of
 * surrogates.
 */
const someText = (minLength: number) =>
  fc
    .array(fc.constantFrom('a', 'B', 'b', 'ä', 'Z', '%', '_', '\\', '*', '\u0000', '\uffff', '\u{1f600}', '/'), {
      minLength,
      maxLength: 4,
    })
    .map((characters) => characters.join(''))

forEachDatabase((_name, openTestStore) => {
  const place: Place = { namespace: 'onedoor' }
  let namespaces = 0
  /** The database of the file is shared; every test has its own namespace. */
  const ownPlace = (): Place => ({ namespace: `space-${namespaces++}` })
  const openShared = once(openTestStore)

  /** Writes records without a value together: one after the other, each would wait for the usage of the namespace. */
  async function writeMany(store: Store, at: Place, [first = '', ...others]: readonly string[], more = {}) {
    await setUp(store).records.write(at, record(first, '', more))
    const row = await store.get<object>(store.sql('store_records').where({ namespace: at.namespace }))
    await insertRows(
      store,
      'store_records',
      others.map((key) => ({ ...row, key: Buffer.from(key) })),
    )
  }

  describe('a record', () => {
    test('is read as it was written, with bytes of every value and its metadata', async () => {
      const { records } = setUp(await openShared())
      const value = Uint8Array.from({ length: 256 }, (_, index) => index)
      const metadata = { colour: { type: 'string', value: 'grün' }, empty: { type: '', value: '' } }
      await records.write(place, record('all bytes', value, { metadata }))
      const read = await records.read(place, 'all bytes')
      expect({ ...read, value: [...read.value] }).toEqual({
        key: 'all bytes',
        value: [...value],
        expiryS: 0,
        metadata,
      })
    })

    test('may be empty', async () => {
      const { records } = setUp(await openShared())
      await records.write(place, record('empty', ''))
      expect([...(await records.read(place, 'empty')).value]).toEqual([])
    })

    test('is replaced as a whole: value, metadata and expiry', async () => {
      const { records, clock } = setUp(await openShared())
      const at = ownPlace()
      const old = { expiryS: 5, metadata: { a: { type: 'int', value: '1' } } }
      await records.write(at, record('k', 'old', old))
      await records.write(at, record('k', 'new'))
      clock.advance(60_000)
      const { value, metadata, expiryS } = await records.read(at, 'k')
      expect([text(value), metadata, expiryS]).toEqual(['new', {}, 0])
    })

    test('comes from one complete write when many write concurrently', async () => {
      const { records } = setUp(await openShared())
      const at = ownPlace()
      const write = (n: number) =>
        records.write(at, record('k', `v${n}`, { metadata: { n: { type: 'int', value: `v${n}` } } }))
      await Promise.all(Array.from({ length: 12 }, (_, n) => write(n)))
      const { value, metadata } = await records.read(at, 'k')
      expect(metadata.n?.value).toBe(text(value))
    })

    test('is a different one in another namespace, database and table', async () => {
      const { records } = setUp(await openShared())
      const [a, b] = [ownPlace(), ownPlace()]
      const places = [a, b, { ...a, database: 'other' }, { ...a, table: 'other' }, { ...a, database: 'x', table: 'y' }]
      for (const [n, each] of places.entries()) await records.write(each, record('k', `v${n}`))
      for (const [n, each] of places.entries()) {
        expect(text((await records.read(each, 'k')).value)).toBe(`v${n}`)
        expect(await listed(records.list(each, filter()))).toEqual(['k'])
      }
      await records.delete(a, 'k')
      expect((await refusal(records.read(a, 'k'))).status).toBe(404)
      for (const each of places.slice(1)) expect((await records.read(each, 'k')).key).toBe('k')
    })

    test('without a database is in the database named like the namespace, in the default table', async () => {
      const { records } = setUp(await openShared())
      const at = ownPlace()
      await records.write(at, record('k'))
      expect((await records.read({ ...at, database: at.namespace, table: 'default' }, 'k')).key).toBe('k')
    })

    test('that is missing is a 404 that names it, for Read and Delete', async () => {
      const { records } = setUp(await openShared())
      const at = ownPlace()
      const detail = `not found: table "default" of database "${at.namespace}" in namespace ${at.namespace} has no record "k".`
      expect(await refusal(records.read(at, 'k'))).toEqual({ status: 404, id: 'store.read', detail })
      expect(await refusal(records.delete(at, 'k'))).toEqual({ status: 404, id: 'store.delete', detail })
    })
  })

  describe('a record that expires', () => {
    test('reports the seconds left, rounded up, and disappears on time', async () => {
      const { records, clock } = setUp(await openShared())
      const at = ownPlace()
      await records.write(at, record('k', 'v', { expiryS: 10 }))
      expect((await records.read(at, 'k')).expiryS).toBe(10)
      clock.advance(9001)
      expect((await records.read(at, 'k')).expiryS).toBe(1)
      clock.advance(999)
      expect((await refusal(records.read(at, 'k'))).status).toBe(404)
      expect(await records.find(at, filter())).toEqual([])
      expect(await listed(records.list(at, filter()))).toEqual([])
      expect(await records.databases(at.namespace)).toEqual([])
      expect(await records.tables(at)).toEqual([])
      expect((await refusal(records.delete(at, 'k'))).status).toBe(404)
    })

    test('is deleted by the purge, others are not', async () => {
      const store = await openTestStore()
      const { records, clock } = setUp(store)
      const keys = Array.from({ length: 1001 }, (_, n) => `short ${n}`)
      await writeMany(store, place, keys, { expiryS: 1 })
      await records.write(place, record('long', '', { expiryS: 2 }))
      await records.write(place, record('forever', ''))
      clock.advance(1000)
      expect(await records.purge()).toBe(1001)
      const rows = await store.all<{ key: Buffer }>(store.sql('store_records').select('key').orderBy('key'))
      expect(rows.map(({ key }) => String(key))).toEqual(['forever', 'long'])
      expect(await records.purge()).toBe(0)
    })

    test('may be written again, and then expires according to that write', async () => {
      const { records, clock } = setUp(await openShared())
      const at = ownPlace()
      await records.write(at, record('k', 'old', { expiryS: 1 }))
      clock.advance(5000)
      await records.write(at, record('k', 'new', { expiryS: 1 }))
      expect(text((await records.read(at, 'k')).value)).toBe('new')
    })
  })

  describe('finding and listing', () => {
    test('agree with a plain list that is filtered, sorted by bytes and cut, for any keys', async () => {
      const store = await openShared()
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(someText(1), { minLength: 1, maxLength: 25 }),
          fc.array(
            fc.record({
              prefix: someText(0),
              suffix: someText(0),
              order: fc.constantFrom('asc' as const, 'desc' as const),
              limit: fc.constantFrom(undefined, 1, 3, 100),
              offset: fc.constantFrom(0, 1, 4),
            }),
            { minLength: 6, maxLength: 6 },
          ),
          async (keys, filters) => {
            const { records } = setUp(store)
            const at = ownPlace()
            for (const key of keys) await records.write(at, record(key, key))
            for (const each of filters) {
              const sorted = keys
                .filter((key) => key.startsWith(each.prefix) && key.endsWith(each.suffix))
                .sort((a, b) => (each.order === 'asc' ? byBytes(a, b) : byBytes(b, a)))
              const expected = sorted.slice(
                each.offset,
                each.limit === undefined ? undefined : each.offset + each.limit,
              )
              const found = await records.find(at, each)
              expect(found.map(({ key, value }) => [key, text(value)])).toEqual(expected.map((key) => [key, key]))
              expect(await listed(records.list(at, each))).toEqual(expected)
            }
          },
        ),
        { numRuns: 15 },
      )
    })

    test('a list continues page by page, in both directions, over more keys than fit a page', async () => {
      const store = await openShared()
      const { records } = setUp(store)
      const at = ownPlace()
      const keys = Array.from({ length: 1203 }, (_, n) => `k${String(n).padStart(5, '0')}`)
      await writeMany(store, at, keys)
      const sizes: number[] = []
      for await (const page of records.list(at, filter())) sizes.push(page.length)
      expect(sizes).toEqual([500, 500, 203])
      expect(await listed(records.list(at, filter()))).toEqual(keys)
      expect(await listed(records.list(at, filter({ order: 'desc', offset: 3, limit: 700 })))).toEqual(
        keys.toReversed().slice(3, 703),
      )
      expect(await records.find(at, filter())).toHaveLength(READ_MAX)
    })

    test('a key that is written or deleted while a list runs is never listed twice, and the others all are', async () => {
      const store = await openShared()
      const { records } = setUp(store)
      const at = ownPlace()
      const keys = Array.from({ length: 600 }, (_, n) => `k${String(n).padStart(5, '0')}`)
      await writeMany(store, at, keys)
      const pages = records.list(at, filter())[Symbol.asyncIterator]()
      const first = (await pages.next()).value as string[]
      await records.write(at, record('a', ''))
      await records.delete(at, 'k00000')
      const second = (await pages.next()).value as string[]
      expect([...first, ...second]).toEqual(keys)
    })

    test('finding more than fits a response reports how to continue', async () => {
      const { records } = setUp(await openShared())
      const at = ownPlace()
      for (let n = 0; n < 4; n++) await records.write(at, record(`k${n}`, new Uint8Array(VALUE_MAX_BYTES)))
      const { status, detail } = await refusal(records.find(at, filter()))
      expect([status, detail]).toEqual([
        413,
        `The records found are ${4 * VALUE_MAX_BYTES + 8} bytes, but a response can be at most ${ANSWER_MAX_BYTES} bytes. ` +
          'Request fewer with options.limit and continue with options.offset.',
      ])
      expect(await records.find(at, filter({ limit: 3 }))).toHaveLength(3)
      expect(await records.find(at, filter({ offset: 1 }))).toHaveLength(3)
    })

    test('databases and tables are named once each, sorted by bytes', async () => {
      const { records } = setUp(await openShared())
      const at = ownPlace()
      for (const database of ['b', 'a', 'B', 'ä']) {
        for (const table of ['t2', 'T', 't1']) {
          for (const key of ['1', '2']) await records.write({ ...at, database, table }, record(key, ''))
        }
      }
      expect(await records.databases(at.namespace)).toEqual(['B', 'a', 'b', 'ä'])
      expect(await records.tables({ ...at, database: 'ä' })).toEqual(['T', 't1', 't2'])
      expect(await records.tables({ ...at, database: 'unknown' })).toEqual([])
      expect(await records.databases('nobody')).toEqual([])
    })
  })

  describe('bounds', () => {
    test('a key, a name, a value, an expiry and metadata beyond them are rejected, those at the limit are not', async () => {
      const { records } = setUp(await openShared())
      const at = ownPlace()
      const longest = 'ä'.repeat(KEY_MAX_BYTES / 2)
      const field = (size: number) => ({ a: { type: 'string', value: 'x'.repeat(size) } })
      await records.write(at, record(longest, new Uint8Array(VALUE_MAX_BYTES), { expiryS: EXPIRY_MAX_S }))
      expect((await records.read(at, longest)).expiryS).toBe(EXPIRY_MAX_S)
      await records.write({ ...at, database: 'd'.repeat(128), table: 't'.repeat(128) }, record('k'))
      const cases: [number, Promise<unknown>][] = [
        [400, records.write(at, record(''))],
        [400, records.read(at, '')],
        [400, records.delete(at, '')],
        [400, records.write(at, record(`${longest}x`))],
        [400, records.write(at, record('\ud800'))],
        [400, records.find(at, filter({ prefix: '\udfff' }))],
        [400, records.find(at, filter({ suffix: `${longest}x` }))],
        [400, records.find(at, filter({ limit: READ_MAX + 1 }))],
        [400, records.write({ ...at, database: 'd'.repeat(129) }, record('k'))],
        [400, records.write({ ...at, table: 'a\u0000' }, record('k'))],
        [413, records.write(at, record('k', new Uint8Array(VALUE_MAX_BYTES + 1)))],
        [400, records.write(at, record('k', '', { expiryS: -1 }))],
        [400, records.write(at, record('k', '', { expiryS: EXPIRY_MAX_S + 1 }))],
        [413, records.write(at, record('k', '', { metadata: field(17_000) }))],
        [
          413,
          records.write(
            at,
            record('k', '', {
              metadata: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n}`, { type: '', value: '' }])),
            }),
          ),
        ],
      ]
      for (const [code, call] of cases) expect((await refusal(call)).status).toBe(code)
    })

    test('a write beyond the quota of its namespace is rejected, others are not, and deleting makes room', async () => {
      const { records, clock } = setUp(await openShared(), 1)
      const [at, other] = [ownPlace(), ownPlace()]
      const large = new Uint8Array(0.6 * MIB)
      await records.write(at, record('a', large))
      expect(await refusal(records.write(at, record('b', large)))).toEqual({
        status: 413,
        id: 'store.write',
        detail:
          `The namespace ${at.namespace} has reached its quota: 1 MiB of records and blobs. ` +
          'Delete some, or ask the operator to increase STORE_QUOTA_MIB.',
      })
      await records.write(at, record('a', large))
      await records.write(other, record('b', large))
      await records.delete(at, 'a')
      await records.write(at, record('b', large, { expiryS: 1 }))
      clock.advance(1000)
      // Expired records make room without waiting for the hourly purge.
      await records.write(at, record('c', large))
    })

    test('the usage of a namespace is the sum of its records after any changes', async () => {
      const store = await openTestStore()
      const { records, clock } = setUp(store)
      const key = fc.constantFrom('a', 'b', 'c')
      const step = fc.oneof(
        fc.record({ kind: fc.constant('write' as const), key, size: fc.nat(50), expiryS: fc.nat(3) }),
        fc.record({ kind: fc.constant('delete' as const), key }),
        fc.constant({ kind: 'purge' as const }),
        fc.constant({ kind: 'wait' as const }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const at = ownPlace()
          for (const each of steps) {
            if (each.kind === 'write') {
              await records.write(at, record(each.key, new Uint8Array(each.size), { expiryS: each.expiryS }))
            } else if (each.kind === 'delete') await records.delete(at, each.key).catch(() => undefined)
            else if (each.kind === 'purge') await records.purge()
            else clock.advance(1000)
          }
          const { namespace } = at
          const sum = async (table: string, column: string) =>
            Number((await store.get<any>(store.sql(table).where({ namespace }).sum({ sum: column })))?.sum ?? 0)
          expect(await sum('store_usage', 'bytes')).toBe(await sum('store_records', 'size'))
        }),
        { numRuns: 15 },
      )
    })
  })
})
