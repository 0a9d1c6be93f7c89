import { expect, test } from 'vitest'
import { momentInZone, offsetInZone, timeInZone } from './zoned-time.ts'

test.each([
  ['2026-01-09T20:04:00', '2026-01-09T20:04:00.000Z', 'in winter'],
  ['2026-07-09T20:04:00', '2026-07-09T19:04:00.000Z', 'in summer'],
  ['2026-03-29T00:59:59', '2026-03-29T00:59:59.000Z', 'just before the clocks go forward'],
  ['2026-03-29T02:00:00', '2026-03-29T01:00:00.000Z', 'just after'],
  ['2026-03-29T01:30:00', '2026-03-29T01:30:00.000Z', 'for a skipped time: as much later'],
  ['2026-10-25T01:30:00', '2026-10-25T00:30:00.000Z', 'for a repeated time: the earlier'],
  ['2026-10-25T02:00:00', '2026-10-25T02:00:00.000Z', 'after the clocks went back'],
])('%s in London is %s, %s', (text, moment) => {
  expect(new Date(momentInZone(text, 'Europe/London') ?? Number.NaN).toISOString()).toBe(moment)
})

test.each(['', '2026-01-09', '2026-13-09T20:04:00', 'yesterday', '2026-01-09T20:04:00Z'])(
  '%j is not such a time',
  (text) => {
    expect(momentInZone(text, 'Europe/London')).toBeUndefined()
  },
)

test.each([
  ['2026-01-09T20:04:05.900Z', 'Asia/Kolkata', '2026-01-10T01:34:05', 5.5],
  ['2026-07-09T20:04:05.000Z', 'America/New_York', '2026-07-09T16:04:05', -4],
  ['2026-03-29T01:00:00.000Z', 'Europe/London', '2026-03-29T02:00:00', 1],
  ['0999-12-31T23:59:59.000Z', 'UTC', '0999-12-31T23:59:59', 0],
])('at %s clocks of %s show %s, %d hours from UTC', (moment, zone, shown, hours) => {
  expect(timeInZone(Date.parse(moment), zone)).toBe(shown)
  expect(offsetInZone(Date.parse(moment), zone)).toBe(hours * 3_600_000)
})

test('an unknown zone is rejected', () => {
  expect(() => timeInZone(0, 'Europe/Atlantis')).toThrow(RangeError)
})
