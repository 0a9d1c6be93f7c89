import { expect, test } from 'vitest'
import { manualClock } from '../base/clock.ts'
import { ProviderCache } from './provider-cache.ts'

const ages = { freshMs: 60_000, maxAgeMs: 3_600_000 }
const { signal } = new AbortController()

test('the cache is bounded in bytes and entries and evicts the least recently used', async () => {
  const clock = manualClock()
  const cache = new ProviderCache(clock, { maxEntries: 10, maxBytes: 1000 })
  const get = async (key: string, bytes: number) =>
    (await cache.get(key, ages, () => Promise.resolve({ data: key, asOfMs: clock.now(), bytes }), { signal })).from
  for (let n = 0; n < 100; n++) {
    await get(`small ${n}`, 1)
    expect(cache.size).toEqual({ entries: Math.min(n + 1, 10), bytes: Math.min(n + 1, 10) })
  }
  for (let n = 0; n < 10; n++) {
    await get(`large ${n}`, 400)
    expect(cache.size.bytes).toBeLessThanOrEqual(1000)
    expect(await get('large 0', 400)).toBe('cache')
  }
})

test('a response larger than the whole cache is returned but not cached', async () => {
  const clock = manualClock()
  const cache = new ProviderCache(clock, { maxEntries: 10, maxBytes: 1000 })
  const huge = () =>
    cache.get('huge', ages, () => Promise.resolve({ data: 1, asOfMs: clock.now(), bytes: 1001 }), { signal })
  expect([(await huge()).from, (await huge()).from]).toEqual(['provider', 'provider'])
  expect(cache.size).toEqual({ entries: 0, bytes: 0 })
})

test("cached data are returned without reading the caller's signal, which would cost a timer", async () => {
  const clock = manualClock()
  const cache = new ProviderCache(clock, { maxEntries: 10, maxBytes: 1000 })
  const ask = () => Promise.resolve({ data: 1, asOfMs: clock.now(), bytes: 1 })
  let reads = 0
  const asker = {
    get signal() {
      reads += 1
      return signal
    },
  }
  expect([(await cache.get('a', ages, ask, asker)).from, reads]).toEqual(['provider', 1])
  expect([(await cache.get('a', ages, ask, asker)).from, reads]).toEqual(['cache', 1])
})

test('callers share a request in flight even where nothing may be cached', async () => {
  const clock = manualClock()
  const cache = new ProviderCache(clock, { maxEntries: 10, maxBytes: 1 })
  const never = { freshMs: 0, maxAgeMs: 0 }
  const requests: string[] = []
  const get = async (key: string) => {
    const request = async () => {
      requests.push(key)
      return { data: key, asOfMs: clock.now(), bytes: 100 }
    }
    return (await cache.get(key, never, request, { signal })).from
  }
  expect(await Promise.all(['a', 'b', 'a', 'b'].map(get))).toEqual(['provider', 'provider', 'flight', 'flight'])
  expect(requests).toEqual(['a', 'b'])
  expect(cache.size.entries).toBe(0)
})
