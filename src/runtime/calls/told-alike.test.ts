import { describe, expect, test } from 'vitest'
import { sharedJson } from './shared-result.ts'
import { ToldAlike } from './told-alike.ts'

const args = Object.freeze({ lat: 1 })
const data = { items: [] }

test('what was told is told again, written once, to those who ask the same of the same data', () => {
  const told = new ToldAlike()
  const result = told.keep(args, data, { text: 'one' }, { fromMs: 1000 })
  expect(told.get(args, data, 5000)).toBe(result)
  expect(sharedJson(result)).toBe('{"text":"one"}')
})

test('other arguments and other data have other results, however alike they look', () => {
  const told = new ToldAlike()
  told.keep(args, data, { text: 'one' }, { fromMs: 1000 })
  expect(told.get(Object.freeze({ ...args }), data, 1000)).toBeUndefined()
  expect(told.get(args, { ...data }, 1000)).toBeUndefined()
})

test('a result is told from when it was made until it would be another', () => {
  const told = new ToldAlike()
  told.keep(args, data, { text: 'one' }, { fromMs: 1000, untilMs: 2000 })
  expect([999, 1000, 1999, 2000].map((now) => told.get(args, data, now) !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ])
  told.keep(args, data, { text: 'two' }, { fromMs: 3000, untilMs: 3000 })
  expect(told.get(args, data, 3000)).toBeUndefined()
})

test('results for arguments that only one call has are not kept', () => {
  const told = new ToldAlike()
  const own = { lat: 1 }
  const result = told.keep(own, data, { text: 'one' }, { fromMs: 1000 })
  expect(Object.isFrozen(result)).toBe(false)
  expect([told.get(own, data, 1000), told.size]).toEqual([undefined, { results: 0, bytes: 0 }])
})

test('as many results are kept as the bounds allow, and none that is too large', () => {
  const told = new ToldAlike({ maxResults: 3, maxBytes: 4000 })
  const asked = Array.from({ length: 5 }, (_, n) => Object.freeze({ n }))
  for (const each of asked) told.keep(each, data, { n: each.n }, { fromMs: 1000 })
  expect(asked.filter((each) => told.get(each, data, 1000))).toEqual(asked.slice(2))
  told.keep(args, data, { text: 'x'.repeat(1000) }, { fromMs: 1000 })
  expect(told.get(args, data, 1000)).toBeUndefined()
  for (const each of asked) told.keep(each, data, { text: 'x'.repeat(200) }, { fromMs: 1000 })
  expect(told.size.bytes).toBeLessThanOrEqual(4000)
})

describe('recalling a result without its data', () => {
  const source = (untilMs: number) => ({
    isGood: true,
    uses: 0,
    isCurrent(now: number): boolean {
      return this.isGood && now < untilMs
    },
    reused(): void {
      this.uses += 1
    },
  })

  test('is possible as long as all of them are fresh, and counts as a use of each', () => {
    const told = new ToldAlike()
    const [one, other] = [source(5000), source(3000)]
    const result = told.keep(args, data, { text: 'one' }, { fromMs: 1000, sources: [one, other] })
    expect(told.recall(args, 2999)).toBe(result)
    expect(told.recall(args, 3000)).toBeUndefined()
    expect([one.uses, other.uses]).toEqual([1, 1])
    one.isGood = false
    expect(told.recall(args, 2999)).toBeUndefined()
  })

  test('is possible only from when it was made until another would be made of the same', () => {
    const told = new ToldAlike()
    told.keep(args, data, { text: 'one' }, { fromMs: 1000, untilMs: 2000, sources: [source(5000)] })
    expect([999, 1000, 1999, 2000].map((now) => told.recall(args, now) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('is impossible where it is not known how long all of them are fresh, and for other arguments', () => {
    const told = new ToldAlike()
    for (const sources of [undefined, [], [source(5000), undefined]]) {
      const result = told.keep(args, data, { text: 'one' }, { fromMs: 1000, ...(sources && { sources }) })
      expect([told.recall(args, 1000), told.get(args, data, 1000)]).toEqual([undefined, result])
    }
    told.keep(args, data, { text: 'one' }, { fromMs: 1000, sources: [source(5000)] })
    expect(told.recall(Object.freeze({ ...args }), 1000)).toBeUndefined()
  })
})
