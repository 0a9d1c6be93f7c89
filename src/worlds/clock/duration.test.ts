import fc from 'fast-check'
import { expect, test } from 'vitest'
import { later, shifted } from './duration.ts'

const at = (text: string) => Date.parse(text)
const after = (start: string, duration: string) => {
  const ms = later(at(start), duration)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

test('a duration adds its parts, and months end with their last day', () => {
  expect(after('2027-03-01T09:00:00Z', 'PT2H')).toBe('2027-03-01T11:00:00.000Z')
  expect(after('2027-03-01T09:00:00Z', 'P1Y2M3W4DT5H6M7.5S')).toBe('2028-05-26T14:06:07.500Z')
  expect(after('2027-01-31T00:00:00Z', 'P1M')).toBe('2027-02-28T00:00:00.000Z')
  expect(after('2028-02-29T00:00:00Z', 'P1Y')).toBe('2029-02-28T00:00:00.000Z')
})

test('a duration after a sign leads forwards or backwards, and months end with their last day', () => {
  const from = (start: string, text: string) => new Date(shifted(at(start), text) ?? Number.NaN).toISOString()
  expect(from('2027-03-01T09:00:00Z', '+PT2H30M')).toBe('2027-03-01T11:30:00.000Z')
  expect(from('2027-03-01T00:30:00Z', '-PT1H')).toBe('2027-02-28T23:30:00.000Z')
  expect(from('2027-03-31T00:00:00Z', '-P1M')).toBe('2027-02-28T00:00:00.000Z')
  expect(from('2028-03-01T09:00:00Z', '-P1Y1W1D')).toBe('2027-02-21T09:00:00.000Z')
  for (const text of ['P1D', '--P1D', '-6d', '+2h30m', '- P1D', '-']) expect(shifted(0, text), text).toBeUndefined()
})

test('what is not an ISO 8601 duration is refused', () => {
  for (const text of ['', 'P', 'PT', 'P1DT', '2H', 'PT2', '-PT2H', 'P1H', 'PT1.5H', 'pt2h', 'P1D ', 'P99999Y']) {
    expect(later(0, text), text).toBeUndefined()
  }
})

test('any duration moves forward, and days and hours add up exactly', () => {
  const start = fc.integer({ min: 0, max: at('2200-01-01T00:00:00Z') })
  const parts = fc.record({ m: fc.nat(500), d: fc.nat(5000), h: fc.nat(5000), s: fc.nat(100_000) })
  fc.assert(
    fc.property(start, parts, (from, { m, d, h, s }) => {
      const monthsOn = later(from, `P${m}M`) as number
      expect(monthsOn).toBeGreaterThanOrEqual(from)
      expect(later(from, `P${m}M${d}DT${h}H${s}S`)).toBe(monthsOn + ((d * 24 + h) * 3600 + s) * 1000)
      expect(new Date(monthsOn).getUTCDate()).toBeLessThanOrEqual(new Date(from).getUTCDate())
    }),
  )
})
