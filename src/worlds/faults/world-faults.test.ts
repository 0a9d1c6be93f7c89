import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Faults } from './world-faults.ts'

const any = () => true

test('a fault begins after the calls that it lets pass, and ends after its times', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }), (after, times) => {
      const faults = new Faults('w')
      const { id } = faults.add({ kind: 'status', method: '*', after, times })
      const applied = Array.from({ length: 50 }, () => [...faults.due(['status'], any)].length)
      const last = after + (times ?? 50)
      expect(applied).toEqual(Array.from({ length: 50 }, (_, call) => (call >= after && call < last ? 1 : 0)))
      expect(faults.list()).toMatchObject([{ id, applied: Math.min(times ?? 50, 50 - after) }])
    }),
  )
})

test('faults are tried in their order, and one behind the last that is reached is not counted', () => {
  const faults = new Faults('w')
  faults.add({ kind: 'status', method: '*', after: 0, times: 1, status: 500 })
  faults.add({ kind: 'status', method: '*', after: 0, times: 1, status: 429 })
  const first = () => faults.due(['status'], any).next().value?.status
  expect([first(), first(), first()]).toEqual([500, 429, undefined])
})

test('delays stay within their spread and bounds, and repeat in a world of the same name', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(30_000), fc.nat(30_000), (name, ms, spreadMs) => {
      const delays = () => {
        const faults = new Faults(name)
        faults.add({ kind: 'latency', method: '*', after: 0, ms, spreadMs })
        return Array.from({ length: 5 }, () => [...faults.due(['latency'], any)].map((each) => faults.delayMs(each)))
      }
      const drawn = delays()
      expect(delays()).toEqual(drawn)
      for (const delay of drawn.flat()) {
        expect(delay).toBeGreaterThanOrEqual(Math.max(0, ms - spreadMs))
        expect(delay).toBeLessThanOrEqual(Math.min(30_000, ms + spreadMs))
      }
      const isClear = spreadMs > 1000 && ms >= spreadMs && ms + spreadMs <= 30_000
      if (isClear) expect(new Set(drawn.flat()).size).toBeGreaterThan(1)
    }),
  )
})

test('a world has a bounded number of faults', () => {
  const faults = new Faults('w')
  for (let count = 0; count < 50; count++) faults.add({ kind: 'latency', method: '*', after: 0, ms: 1 })
  expect(() => faults.add({ kind: 'latency', method: '*', after: 0, ms: 1 })).toThrow('50 faults')
})
