import { describe, expect, test } from 'vitest'
import { manualClock } from '../base/clock.ts'
import { KeptAnswers } from './provider-cache.ts'

const ages = { freshMs: 60_000, maxAgeMs: 3_600_000 }
const { signal } = new AbortController()

test('what is kept is bounded in bytes and in number, and what was used last stays', async () => {
  const clock = manualClock()
  const kept = new KeptAnswers(clock, { maxEntries: 10, maxBytes: 1000 })
  const get = async (key: string, bytes: number) =>
    (await kept.get(key, ages, () => Promise.resolve({ data: key, asOfMs: clock.now(), bytes }), { signal })).from
  for (let n = 0; n < 100; n++) {
    await get(`small ${n}`, 1)
    expect(kept.size).toEqual({ entries: Math.min(n + 1, 10), bytes: Math.min(n + 1, 10) })
  }
  for (let n = 0; n < 10; n++) {
    await get(`large ${n}`, 400)
    expect(kept.size.bytes).toBeLessThanOrEqual(1000)
    expect(await get('large 0', 400)).toBe('cache')
  }
})

test('an answer larger than all that may be kept is returned, and not kept', async () => {
  const clock = manualClock()
  const kept = new KeptAnswers(clock, { maxEntries: 10, maxBytes: 1000 })
  const huge = () =>
    kept.get('huge', ages, () => Promise.resolve({ data: 1, asOfMs: clock.now(), bytes: 1001 }), { signal })
  expect([(await huge()).from, (await huge()).from]).toEqual(['provider', 'provider'])
  expect(kept.size).toEqual({ entries: 0, bytes: 0 })
})

test('what is kept is returned without reading the signal of the asker, which would cost a timer', async () => {
  const clock = manualClock()
  const kept = new KeptAnswers(clock, { maxEntries: 10, maxBytes: 1000 })
  const ask = () => Promise.resolve({ data: 1, asOfMs: clock.now(), bytes: 1 })
  let reads = 0
  const asker = {
    get signal() {
      reads += 1
      return signal
    },
  }
  expect([(await kept.get('a', ages, ask, asker)).from, reads]).toEqual(['provider', 1])
  expect([(await kept.get('a', ages, ask, asker)).from, reads]).toEqual(['cache', 1])
})

describe('data are current for those who made something of them', () => {
  function keptData(bounds = { maxEntries: 2, maxBytes: 1000 }) {
    const clock = manualClock()
    let reuses = 0
    const kept = new KeptAnswers(clock, bounds, () => {
      reuses += 1
    })
    const answer = (bytes: number) => Promise.resolve({ data: {}, asOfMs: clock.now(), bytes })
    return {
      clock,
      reuses: () => reuses,
      get: (key: string, { bytes = 1, of = ages, ask = () => answer(bytes) } = {}) =>
        kept.get(key, of, ask, { signal }),
    }
  }

  test('until the millisecond from which on the provider is asked again', async () => {
    const { clock, get } = keptData()
    const { freshness } = await get('a')
    const now = clock.now()
    expect([0, 59_999, 60_000].map((ms) => freshness.isCurrent(now + ms))).toEqual([true, true, false])
    const short = await get('b', { of: { freshMs: 60_000, maxAgeMs: 1000 } })
    expect([1000, 1001].map((ms) => short.freshness.isCurrent(now + ms))).toEqual([true, false])
  })

  test('and no longer once there are newer ones, however young they are themselves', async () => {
    const { clock, get } = keptData()
    const { freshness } = await get('a')
    clock.advance(10)
    const newer = await get('a', { of: { freshMs: 10, maxAgeMs: 1000 } })
    expect([freshness.isCurrent(clock.now()), newer.freshness.isCurrent(clock.now())]).toEqual([false, true])
  })

  test('and no longer once the provider has failed, from when on they are marked as stale', async () => {
    const { clock, get } = keptData()
    const { freshness } = await get('a')
    clock.advance(10)
    const failed = await get('a', {
      of: { freshMs: 10, maxAgeMs: 1000 },
      ask: () => Promise.reject(new Error('down')),
    })
    expect([failed.from, failed.freshness.isCurrent(clock.now()), freshness.isCurrent(clock.now())]).toEqual([
      'stale',
      false,
      false,
    ])
  })

  test('and no longer once they had to make room, which those that are used do not', async () => {
    const { clock, get, reuses } = keptData()
    const [{ freshness: used }, { freshness: unused }] = [await get('used'), await get('unused')]
    used.reused()
    await get('third')
    expect([used.isCurrent(clock.now()), unused.isCurrent(clock.now()), reuses()]).toEqual([true, false, 1])
  })

  test('and never when they are too large to be kept', async () => {
    const { clock, get } = keptData()
    const { freshness } = await get('huge', { bytes: 1001 })
    expect(freshness.isCurrent(clock.now())).toBe(false)
  })
})
