import { describe, expect, test, vi } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { call, pipeline } from '#testing/pipeline.ts'
import { exampleResult, standIns } from '#testing/stand-ins.ts'
import { manualClock } from '../base/clock.ts'
import { bodyTextOf } from './response.ts'
import { ResultCache } from './result-cache.ts'

const operation = (id: string) => operations.find((each) => each.id === id) as (typeof operations)[number]
const quakes = operation('hazards.quakes')

function cache() {
  const clock = manualClock()
  clock.advance(1000 - (clock.now() % 1000))
  const results = new ResultCache(clock)
  let made = 0
  return { clock, of: (args: object, id = quakes) => results.of(id, args, async () => ({ made: ++made })) }
}

describe('the result of an operation that is the same for everyone', () => {
  test('is created once per second of the clock for the same arguments in any order, and cannot be changed', async () => {
    const { clock, of } = cache()
    const first = await of({ min: 6, lat: 1 })
    expect(first).toEqual({ result: { made: 1 }, json: '{"made":1}' })
    expect(Object.isFrozen(first.result)).toBe(true)
    clock.advance(999)
    expect(await of({ lat: 1, min: 6 })).toBe(first)
    clock.advance(1)
    expect((await of({ min: 6, lat: 1 })).json).toBe('{"made":2}')
  })

  test('is not returned for other arguments or another operation', async () => {
    const { of } = cache()
    const texts = [
      await of({ min: 6 }),
      await of({ min: '6' }),
      await of({}),
      await of({ min: 6, list: ['a', 'b'] }),
      await of({ min: 6, list: ['b', 'a'] }),
      await of({ min: 6 }, operation('hazards.alerts')),
    ].map(({ json }) => json)
    expect(new Set(texts).size).toBe(6)
  })

  test('is not cached if its creation took longer than one second', async () => {
    const clock = manualClock()
    const results = new ResultCache(clock)
    const made = vi.fn(async () => {
      clock.advance(1000)
      return {}
    })
    await results.of(quakes, {}, made)
    await results.of(quakes, {}, made)
    expect(made).toHaveBeenCalledTimes(2)
  })

  test('is not cached if it fails', async () => {
    const results = new ResultCache(manualClock())
    await expect(results.of(quakes, {}, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect((await results.of(quakes, {}, () => ({ items: [] }))).json).toBe('{"items":[]}')
  })

  test('is dropped when many others are requested', async () => {
    const { of } = cache()
    const first = await of({ min: 0 })
    for (let min = 1; min <= 500; min++) await of({ min })
    expect(await of({ min: 0 })).not.toEqual(first)
  })
})

describe('in the pipeline', () => {
  const asked = { verb: 'GET', path: '/api/v1/hazards/quakes' } as const

  test('it is returned to everyone, each call counted and logged, and limits still apply', async () => {
    const handler = vi.fn(() => exampleResult('hazards.quakes'))
    const { calls, lines } = pipeline(standIns({ 'hazards.quakes': handler }))
    const anyone = await calls.take(call(asked))
    const account = await calls.take(call({ ...asked, authorization: 'Bearer all' }))
    expect(bodyTextOf(account)).toBe(bodyTextOf(anyone))
    expect(bodyTextOf(anyone)).toBe(JSON.stringify({ result: exampleResult('hazards.quakes') }))
    expect(handler).toHaveBeenCalledTimes(1)
    expect(lines).toMatchObject([{ code: 'ok' }, { code: 'ok' }])
    expect((await calls.take(call({ ...asked, authorization: 'Bearer busy' }))).error?.code).toBe('rate_limited')
    expect((await calls.take(call({ ...asked, authorization: 'Bearer none' }))).error?.code).toBe('permission_denied')
  })

  test('results of other operations are created for each call', async () => {
    const handler = vi.fn(() => exampleResult('blog.list'))
    const { calls } = pipeline(standIns({ 'blog.list': handler }))
    for (const _ of [1, 2]) await calls.take(call({ ...asked, path: '/api/v1/blog/list' }))
    expect(handler).toHaveBeenCalledTimes(2)
  })

  test('only open and free reads may declare that their results are the same for everyone', () => {
    const shared = operations.filter(({ sameForEveryone }) => sameForEveryone)
    expect(shared.length).toBeGreaterThan(0)
    for (const { needs, verb, microCredits, priceUnit, effects } of shared) {
      const only = { needs: 'open', verb: 'GET', microCredits: 0, effects: ['reads others'] }
      expect({ needs, verb, microCredits, priceUnit, effects }).toEqual(only)
    }
  })
})
