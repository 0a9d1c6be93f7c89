import { expect, test } from 'vitest'
import { parseRule } from './rule.ts'
import { timesOfRule } from './rule-times.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-01-05T18:00:00Z')
const ofYear = (text: string) => [...timesOfRule(parseRule(text), start, start, start + 364 * dayMs)]
const inRange = (times: readonly number[]) => times.filter((time) => time >= start && time < start + 364 * dayMs)

test('the times of a rule with one time a day come many days at once', () => {
  const batches = ofYear('FREQ=DAILY')
  expect(inRange(batches.flat())).toEqual(Array.from({ length: 364 }, (_, day) => start + day * dayMs))
  expect(batches.length).toBeLessThan(16)
})

test('no time of a batch is from before the period that is wanted', () => {
  const december = Date.parse('2026-12-20T00:00:00Z')
  const [first = []] = timesOfRule(parseRule('FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR'), start, december, december + 7 * dayMs)
  expect(first.length).toBeGreaterThan(5)
  expect(first.every((time) => time >= december)).toBe(true)
})

test('those of a rule with several come day by day, so that a clock change can order each', () => {
  const days = ofYear('FREQ=DAILY;BYHOUR=1,2').map((times) => times.map((time) => Math.floor(time / dayMs)))
  expect(days.every(([day, ...others]) => others.length === 1 && others[0] === day)).toBe(true)
  expect(new Set(days.flat()).size).toBe(days.length)
})

test.each([
  ['FREQ=DAILY;INTERVAL=3', [0, 3, 6, 9]],
  ['FREQ=WEEKLY;BYDAY=SU,MO;WKST=SU', [0, 6, 7, 13]],
  ['FREQ=MONTHLY;BYMONTHDAY=31,-1,6', [1, 26, 32, 54]],
  ['FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=30', [25]],
])('%s occurs on the days that it names', (text, days) => {
  const found = inRange(ofYear(text).flat()).map((time) => (time - start) / dayMs)
  expect(found.slice(0, days.length)).toEqual(days)
  expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
})
