import { describe, expect, test } from 'vitest'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { addLinks } from '#testing/links.ts'
import { removeOldChanges } from '../rows/link-changes.ts'
import { LinkCache, maxStaleMs } from './link-cache.ts'

/** The store with its reads in the test's hand: they happen at once, and their results arrive when they are let go. */
function heldBack(store: Store) {
  let isHolding = false
  let failure: Error | undefined
  const waiting: (() => void)[] = []
  let reads = 0
  const all: Store['all'] = async (query) => {
    reads += 1
    if (failure) throw failure
    const rows = await store.all(query)
    if (isHolding) await new Promise<void>((resolve) => waiting.push(resolve))
    return rows as never
  }
  return {
    store,
    reader: { all },
    hold() {
      isHolding = true
    },
    /** Resolves once so many reads have their rows and wait. */
    async waits(count = 1) {
      while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
    /** Further reads are not held back; waiting reads keep waiting. */
    holdNoMore() {
      isHolding = false
    },
    letGo() {
      isHolding = false
      for (const resolve of waiting.splice(0)) resolve()
    },
    fail(error: Error | undefined) {
      failure = error
    },
    get reads() {
      return reads
    },
  }
}

function cacheOn(store: Pick<Store, 'all'>) {
  let now = 0
  const cache = new LinkCache({ store, maxBytes: 4 * 1024 * 1024, elapsed: () => now })
  const destination = async (id: string) => {
    const found = await cache.find(id)
    return typeof found === 'string' ? found : found.destination
  }
  return {
    cache,
    destination,
    pass: (ms: number) => {
      now += ms
    },
  }
}

const updated = (store: Store, id: string, destination: string) =>
  store.run(store.sql('links').where({ id }).update({ destination }))

forEachDatabase((dialect, openTestStore) => {
  describe('links in memory', () => {
    test('a link is read once and then cached', async () => {
      const held = heldBack(await openTestStore())
      await addLinks(held.store, ['winter'], { expires_at: 5, forward_query: true })
      const { cache } = cacheOn(held.reader)
      const link = { destination: 'https://ferries.example/winter', expiresAt: 5, forwardsQuery: true }
      expect(await cache.find('winter')).toEqual(link)
      const { reads } = held
      expect(cache.cached('winter')).toEqual(link)
      expect([cache.size, held.reads]).toEqual([1, reads])
    })

    test('a missing link is unknown, a deleted one is gone, and a script leads nowhere', async () => {
      const store = await openTestStore()
      await addLinks(store, ['old', 'Winter'])
      await addLinks(store, ['script'], { destination: 'javascript:alert(1)' })
      await store.run(store.sql('links').where({ id: 'old' }).delete())
      const { destination } = cacheOn(store)
      expect(await Promise.all(['old', 'winter', 'Winter', 'script'].map(destination))).toEqual([
        'gone',
        'unknown',
        'https://ferries.example/Winter',
        'unknown',
      ])
    })

    test('concurrent lookups are one query', async () => {
      const held = heldBack(await openTestStore())
      const ids = Array.from({ length: 300 }, (_, index) => `link-${index}`)
      await addLinks(held.store, ids)
      const { destination } = cacheOn(held.reader)
      await destination('none')
      const before = held.reads
      const found = await Promise.all([...ids, ...ids, 'none-2'].map(destination))
      expect(held.reads - before).toBe(1)
      expect(found).toEqual([...ids, ...ids].map((id) => `https://ferries.example/${id}`).concat('unknown'))
    })

    test('a read that began before a change serves no request after it, and is not cached', async () => {
      const held = heldBack(await openTestStore())
      const { store } = held
      await addLinks(store, ['winter'])
      const { cache, destination } = cacheOn(held.reader)
      await destination('none')
      held.hold()
      const early = destination('winter')
      await held.waits()
      await updated(store, 'winter', 'https://ferries.example/new')
      cache.changed('winter')
      const late = destination('winter')
      await held.waits(2)
      held.letGo()
      expect(await early).toBe('https://ferries.example/winter')
      expect(await late).toBe('https://ferries.example/new')
      expect(await destination('winter')).toBe('https://ferries.example/new')
    })

    test('nor is one that began before the cache was cleared', async () => {
      const held = heldBack(await openTestStore())
      const { store } = held
      await addLinks(store, ['winter'])
      const { cache, destination, pass } = cacheOn(held.reader)
      await destination('none')
      held.hold()
      const early = destination('winter')
      await held.waits()
      held.holdNoMore()
      await updated(store, 'winter', 'https://ferries.example/new')
      await removeOldChanges(store, 0)
      pass(500)
      expect(cache.cached('winter')).toBeUndefined()
      await cache.idle()
      held.letGo()
      expect(await early).toBe('https://ferries.example/winter')
      expect(await destination('winter')).toBe('https://ferries.example/new')
    })

    test('a cached absence does not outlive the creation of the link', async () => {
      const held = heldBack(await openTestStore())
      const { cache, destination } = cacheOn(held.reader)
      await destination('winter')
      held.hold()
      const early = destination('summer')
      await held.waits()
      await addLinks(held.store, ['winter', 'summer'])
      for (const id of ['winter', 'summer']) cache.changed(id)
      held.letGo()
      expect(await early).toBe('unknown')
      expect(await destination('winter')).toBe('https://ferries.example/winter')
      expect(await destination('summer')).toBe('https://ferries.example/summer')
    })
  })

  describe('a change by another process', () => {
    test.each([
      ['of the destination', (store: Store) => updated(store, 'winter', 'https://ferries.example/new')],
      ['that deletes the link', (store: Store) => store.run(store.sql('links').where({ id: 'winter' }).delete())],
      ['that deletes its account', (store: Store) => store.run(store.sql('accounts').delete())],
      ['of its end', (store: Store) => store.run(store.sql('links').update({ expires_at: 7 }))],
      ['of what it passes on', (store: Store) => store.run(store.sql('links').update({ forward_query: true }))],
    ])('%s is seen within the documented time', async (_, change) => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      const { cache, pass } = cacheOn(store)
      const before = await cache.find('winter')
      await change(store)
      expect(cache.cached('winter')).toEqual(before)
      pass(maxStaleMs)
      const after = await cache.find('winter')
      expect(after).not.toEqual(before)
      expect(after).toEqual(await cacheOn(store).cache.find('winter'))
    })

    test('is polled in the background before a visit has to wait for it', async () => {
      const held = heldBack(await openTestStore())
      await addLinks(held.store, ['winter'])
      const { cache, pass } = cacheOn(held.reader)
      await cache.find('winter')
      await updated(held.store, 'winter', 'https://ferries.example/new')
      pass(500)
      const reads = held.reads
      expect(cache.cached('winter')).toMatchObject({ destination: 'https://ferries.example/winter' })
      expect(held.reads).toBe(reads + 1)
      await cache.idle()
      expect(await cache.find('winter')).toMatchObject({ destination: 'https://ferries.example/new' })
    })

    test('that creates a link is seen once the cached absence has expired', async () => {
      const store = await openTestStore()
      const { destination, pass } = cacheOn(store)
      expect(await destination('winter')).toBe('unknown')
      await addLinks(store, ['winter'])
      expect(await destination('winter')).toBe('unknown')
      pass(maxStaleMs)
      expect(await destination('winter')).toBe('https://ferries.example/winter')
    })

    test('causes no other link to be read again, and counting visits causes no reads', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter', 'summer'])
      const { cache, destination, pass } = cacheOn(store)
      await Promise.all(['winter', 'summer'].map(destination))
      await updated(store, 'winter', 'https://ferries.example/new')
      await store.run(store.sql('links').update({ hits: 5, bot_hits: 5, head_hits: 5, title: 'x', updated_at: 2 }))
      pass(maxStaleMs)
      await cache.find('summer')
      expect(cache.size).toBe(1)
    })

    test('is seen by a process that polls only after old changes were removed', async () => {
      const store = await openTestStore()
      const ids = Array.from({ length: 20 }, (_, index) => `link-${index}`)
      await addLinks(store, ids)
      const [idle, busy] = [cacheOn(store), cacheOn(store)]
      await Promise.all(ids.flatMap((id) => [idle.destination(id), busy.destination(id)]))
      for (const id of ids) await updated(store, id, `https://ferries.example/new/${id}`)
      busy.pass(maxStaleMs)
      await busy.cache.find('link-0')
      expect(busy.cache.size).toBe(1)
      await removeOldChanges(store, 5)
      expect(await store.all(store.sql('link_changes'))).toHaveLength(6)
      for (const { destination, pass } of [idle, busy]) {
        pass(maxStaleMs)
        for (const id of ids) expect(await destination(id)).toBe(`https://ferries.example/new/${id}`)
      }
      await removeOldChanges(store, 5)
      expect(await store.all(store.sql('link_changes'))).toHaveLength(6)
    })

    // It cannot happen where writes follow one another.
    if (dialect === 'postgres') {
      test('that commits after a later one is not missed', async () => {
        const store = await openTestStore()
        await addLinks(store, ['slow', 'quick'])
        const { destination, pass } = cacheOn(store)
        await Promise.all(['slow', 'quick'].map(destination))
        let commit = () => {}
        let isUpdated = () => {}
        const isWaiting = new Promise<void>((resolve) => {
          isUpdated = resolve
        })
        const slow = store.write(async (tx) => {
          await tx.run(
            tx.sql('links').where({ id: 'slow' }).update({ destination: 'https://ferries.example/new/slow' }),
          )
          isUpdated()
          await new Promise<void>((resolve) => {
            commit = resolve
          })
        })
        await isWaiting
        await updated(store, 'quick', 'https://ferries.example/new/quick')
        pass(maxStaleMs)
        expect(await destination('quick')).toBe('https://ferries.example/new/quick')
        expect(await destination('slow')).toBe('https://ferries.example/slow')
        commit()
        await slow
        pass(maxStaleMs)
        expect(await destination('slow')).toBe('https://ferries.example/new/slow')
      })
    }
  })

  describe('while the database does not respond', () => {
    test('cached links work for a minute and others are unavailable; afterwards everything is as before', async () => {
      const held = heldBack(await openTestStore())
      await addLinks(held.store, ['winter', 'summer'])
      const { destination, pass } = cacheOn(held.reader)
      await destination('winter')
      held.fail(new Error('no database'))
      for (let second = 0; second < 58; second++) {
        pass(1000)
        expect(await destination('winter')).toBe('https://ferries.example/winter')
      }
      await expect(destination('summer')).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterS: 1 })
      pass(3000)
      await expect(destination('winter')).rejects.toMatchObject({ code: 'unavailable' })
      held.fail(undefined)
      pass(1000)
      expect(await destination('winter')).toBe('https://ferries.example/winter')
      expect(await destination('summer')).toBe('https://ferries.example/summer')
    })
  })
})
