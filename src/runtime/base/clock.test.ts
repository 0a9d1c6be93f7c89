import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockFrom, iso, manualClock, parseTime, systemClock } from './clock.ts'

const base = manualClock('2030-01-31T12:00:00Z')

describe('ONEDOOR_CLOCK', () => {
  test.each([undefined, '', '  '])('%j leaves the system clock unchanged', (setting) => {
    expect(clockFrom(setting)).toBe(systemClock)
  })

  test.each([
    ['+3600s', '2030-01-31T13:00:00.000Z'],
    ['-1d', '2030-01-30T12:00:00.000Z'],
    ['+90m', '2030-01-31T13:30:00.000Z'],
    ['-2h', '2030-01-31T10:00:00.000Z'],
    ['+250ms', '2030-01-31T12:00:00.250Z'],
  ])('offset %s moves the clock to %s', (setting, expected) => {
    expect(iso(clockFrom(setting, base).now())).toBe(expected)
  })

  test('a clock with an offset runs on', () => {
    const running = manualClock()
    const shifted = clockFrom('+1h', running)
    const before = shifted.now()
    running.advance(1500)
    expect(shifted.now() - before).toBe(1500)
  })

  test('a fixed clock does not move, in any zone', () => {
    const running = manualClock()
    const fixed = clockFrom('2029-06-01T02:00:00+02:00', running)
    running.advance(60_000)
    expect(iso(fixed.now())).toBe('2029-06-01T00:00:00.000Z')
  })

  test.each(['tomorrow', '3600', '3600s', '+1w', '+s', '2030-01-31', '2030-01-31T12:00:00', '+999999999999d'])(
    '%s is rejected with the rule',
    (setting) => {
      expect(() => clockFrom(setting)).toThrow(/RFC 3339 time .* or a signed offset/)
    },
  )
})

describe('RFC 3339 times', () => {
  test.each([
    '2030-02-30T00:00:00Z',
    '2029-02-29T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:60:00Z',
    '2030-01-01 00:00:00Z',
    '2030-01-01T00:00:00+24:00',
    '2030-01-01T00:00Z',
    '30-01-01T00:00:00Z',
  ])('%s is rejected, not rolled over', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  test('29 February of a leap year is a day', () => {
    expect(iso(parseTime('2028-02-29T00:00:00z') as number)).toBe('2028-02-29T00:00:00.000Z')
  })

  test('every formatted time is parsed to the same time', () => {
    const year1000 = Date.UTC(1000, 0, 1)
    const year9999 = Date.UTC(9999, 11, 31)
    fc.assert(fc.property(fc.integer({ min: year1000, max: year9999 }), (ms) => parseTime(iso(ms)) === ms))
  })

  test('every time is formatted as Date does it, and what no date can have is rejected by both', () => {
    const anyTime = fc.oneof(
      fc.integer({ min: -8.64e15, max: 8.64e15 }),
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }),
      fc.double(),
      fc.constantFrom(-0.5, 8.64e15, -8.64e15, 8.64e15 + 1, -8.64e15 - 1),
    )
    const formatted = (format: () => string) => {
      try {
        return format()
      } catch (error) {
        return (error as Error).name
      }
    }
    fc.assert(
      fc.property(anyTime, (ms) => {
        expect(formatted(() => iso(ms))).toBe(formatted(() => new Date(ms).toISOString()))
      }),
      { numRuns: 2000 },
    )
  })

  test('a bigint that the database returned as text is formatted as the same time', () => {
    expect(iso('1893499200000')).toBe(iso(1893499200000))
  })
})

test('a test clock with an impossible start says so', () => {
  expect(() => manualClock('noon')).toThrow('"noon" is not an RFC 3339 time')
})
