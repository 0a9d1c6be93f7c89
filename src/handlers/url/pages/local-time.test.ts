import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeZones } from '#runtime/accounts/time-zones.ts'
import { momentAt, wallTime } from './local-time.ts'

test.each([
  ['2026-12-31T23:59', 'UTC', '2026-12-31T23:59:00.000Z'],
  ['2026-12-31T23:59', 'Asia/Kolkata', '2026-12-31T18:29:00.000Z'],
  ['2026-07-01T00:00:30', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  // Clocks show half past two twice on the day they are set back, and never on the day they are set forward.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('%s in %s is %s', (local, zone, moment) => {
  expect(new Date(momentAt(local, zone) as number).toISOString()).toBe(moment)
})

test.each([
  '',
  'tomorrow',
  '2026-02-30T10:00',
  '2026-01-01',
  '2026-01-01T24:00',
  '2026-01-01T10:60',
  '2026-01-01T10:00Z',
])('%j is not a local time', (text) => expect(momentAt(text, 'UTC')).toBeUndefined())

test('a displayed moment is read back as a moment with the same display', () => {
  const minutes = fc.integer({ min: Date.parse('1990-01-01') / 60_000, max: Date.parse('2100-01-01') / 60_000 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(...timeZones()), (minute, zone) => {
      const shown = wallTime(minute * 60_000, zone)
      const read = momentAt(shown, zone) as number
      expect(wallTime(read, zone)).toBe(shown)
      expect(read).toBeLessThanOrEqual(minute * 60_000)
    }),
  )
})
