import { expect, test } from 'vitest'
import { momentInZone } from './zoned-time.ts'

test.each([
  ['2026-01-09T20:04:00', '2026-01-09T20:04:00.000Z', 'in winter'],
  ['2026-07-09T20:04:00', '2026-07-09T19:04:00.000Z', 'in summer'],
  ['2026-03-29T00:59:59', '2026-03-29T00:59:59.000Z', 'just before the clocks go forward'],
  ['2026-03-29T02:00:00', '2026-03-29T01:00:00.000Z', 'just after'],
  ['2026-03-29T01:30:00', '2026-03-29T01:30:00.000Z', 'while there is no such time: as much later'],
  ['2026-10-25T01:30:00', '2026-10-25T00:30:00.000Z', 'while there are two such times: the earlier'],
  ['2026-10-25T02:00:00', '2026-10-25T02:00:00.000Z', 'after the clocks went back'],
])('%s in London is %s, %s', (text, moment) => {
  expect(new Date(momentInZone(text, 'Europe/London') ?? Number.NaN).toISOString()).toBe(moment)
})

test.each(['', '2026-01-09', '2026-13-09T20:04:00', 'yesterday', '2026-01-09T20:04:00Z'])(
  '%j is no such time',
  (text) => {
    expect(momentInZone(text, 'Europe/London')).toBeUndefined()
  },
)
