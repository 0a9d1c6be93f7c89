import { expect, test } from 'vitest'
import { timeZoneNamed, timeZones } from './time-zones.ts'

test('times can be shown in every zone that can be chosen', () => {
  expect(timeZones().length).toBeGreaterThan(400)
  for (const timeZone of timeZones()) expect(() => new Intl.DateTimeFormat('en-GB', { timeZone })).not.toThrow()
})

test('zones have their current names, and are found by their old ones', () => {
  for (const [old, now] of [
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Godthab', 'America/Nuuk'],
  ] as const) {
    expect(timeZones()).toContain(now)
    expect(timeZones()).not.toContain(old)
    expect([timeZoneNamed(old), timeZoneNamed(now)]).toEqual([now, now])
  }
})

test('other text is not a time zone', () => {
  for (const text of ['', 'utc', 'europe/berlin', '+05:30', 'Mars/Olympus', 'UTC ', 'Etc/GMT+99'])
    expect([text, timeZoneNamed(text)]).toEqual([text, undefined])
  expect(timeZoneNamed('UTC')).toBe('UTC')
})
