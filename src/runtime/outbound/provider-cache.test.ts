import { expect, test } from 'vitest'
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
