import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { forEachDatabase, isOnSqliteAlone } from './databases.ts'
import { isWhole } from './drawn-rows.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const registered: string[] = []
forEachDatabase((dialect) => {
  registered.push(dialect)
  test('a file that belongs to no family runs on each database', () => expect(registered).toContain(dialect))
})

const files = globSync('handlers/*/{*.test.ts,methods/*.test.ts}', { cwd: join(import.meta.dirname, '..') })

/** How often each file runs on SQLite alone on these days. */
function timesAlone(families: string | undefined, days = [26, 27, 28]): Map<string, number> {
  vi.stubEnv('ONEDOOR_TEST_POSTGRES', families)
  const times = new Map<string, number>()
  for (const day of days) {
    vi.useFakeTimers({ now: new Date(2026, 10, day, 12) })
    for (const file of files) times.set(file, (times.get(file) ?? 0) + (isOnSqliteAlone(`/here/src/${file}`) ? 1 : 0))
  }
  return times
}

test('within three days every test of a family also runs on PostgreSQL, and those of money and memberships every day', () => {
  const times = timesAlone('')
  if (isWhole) return expect([...times.values()].every((count) => count === 0)).toBe(true)
  expect(new Set(times.values())).toEqual(new Set([0, 2]))
  expect([times.get('handlers/notes/notes.test.ts'), times.get('handlers/blog/methods/list.test.ts')]).toEqual([2, 2])
  const drawn = [...times.values()].filter((count) => count > 0).length
  const onOneDay = [...timesAlone('', [28]).values()].filter((count) => count > 0).length
  expect(onOneDay).toBeGreaterThan(drawn / 2)
  expect(onOneDay).toBeLessThan(drawn * 0.85)
  const daily = [...times].filter(([file]) => /^handlers\/(?:apps|agent|groups|sms|text|work|url)\//.test(file))
  expect(daily.filter(([, count]) => count > 0)).toEqual([])
})

test('the tests of a named family run on PostgreSQL every day, and all do if none are named', () => {
  const named = [...timesAlone('mail,notes')].filter(([file]) => /^handlers\/(?:mail|notes)\//.test(file))
  expect(named.filter(([, count]) => count > 0)).toEqual([])
  expect(new Set(timesAlone(undefined).values())).toEqual(new Set([0]))
})
