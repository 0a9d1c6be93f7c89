import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { drawnRows, isWhole } from '../../src/testing/drawn-rows.ts'
import { importersIn, testFiles } from '../related-tests.ts'
import { chosenForQuick, daily, leftOutToday } from './choice.ts'

const root = join(import.meta.dirname, '../..')
const importers = importersIn(join(root, 'src'))
const chosen = (...changed: string[]) => chosenForQuick(root, changed, importers)

test('without a change, the quick run has the tests without a server, and one family', () => {
  const files = chosen()
  expect(files).toContain('src/app/house.test.ts')
  expect(files).toContain('src/runtime/base/ids.test.ts')
  expect(files).toContain('src/handlers/notes/notes.test.ts')
  expect(files).not.toContain('src/handlers/events/events.test.ts')
  expect(files).not.toContain('src/doors/pages/account/browser.test.ts')
  expect(files).not.toContain('contract-tests/lock-file.test.ts')
  expect(files).toContain('tools/english/words.test.ts')
  expect(files).not.toContain('tools/test/report.test.ts')
})

test('of the tests that start servers, at most the sixteen closest to the change run, and no slow one', () => {
  const before = chosen()
  const added = (...changed: string[]) => chosen(...changed).filter((file) => !before.includes(file))
  expect(added('src/handlers/events/rows.ts')).toContain('src/handlers/events/events.test.ts')
  expect(added('src/handlers/events/rows.ts')).not.toContain('src/handlers/events/pages/browser.test.ts')
  expect(added('spec/services/events.tsp')[0]).toMatch(/^src\/handlers\/events\//)
  expect(added('src/runtime/limits/limiter.ts')).toContain('src/runtime/limits/limits.test.ts')
  expect(added('src/handlers/tasks/tasks.test.ts')[0]).toBe('src/handlers/tasks/tasks.test.ts')
  expect(added('src/runtime/calls/pipeline.ts')).toHaveLength(16)
  expect(added('tools/test/report.ts')[0]).toBe('tools/test/report.test.ts')
  expect(added('spec/lint/rules/documented.ts')[0]).toBe('spec/lint/rules/documented.test.ts')
  expect(added('README.md')).toEqual([])
})

test('the closest test of each changed file runs', () => {
  const changed = [
    'src/http/body.ts',
    'src/handlers/url/index.ts',
    'src/runtime/none/none.ts',
    'src/runtime/store/migrate.ts',
  ]
  const files = chosen(...changed)
  expect(files).toEqual(expect.arrayContaining(['src/runtime/store/migrate.test.ts', 'src/http/body.test.ts']))
  expect(files.some((file) => file.startsWith('src/handlers/url/'))).toBe(true)
})

afterEach(() => {
  vi.useRealTimers()
})

/** The results of successive days. */
function onDays<Result>(count: number, today: () => Result): Result[] {
  return Array.from({ length: count }, (_, day) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 26 + day, 12) })
    return today()
  })
}

test('within four days every test runs, and every day those of the whole product, of families, and that start nothing', () => {
  if (isWhole) return expect(leftOutToday(root, [])).toEqual([])
  const all = testFiles(root)
  const leftOut = onDays(4, () => leftOutToday(root, [], importers))
  const times = (file: string) => leftOut.filter((left) => left.includes(file)).length
  expect(new Set(all.map(times))).toEqual(new Set([0, 3]))
  const always = [
    'contract-tests/existing-data/drill.test.ts',
    'src/app/doors.test.ts',
    'src/app/parity.test.ts',
    'src/handlers/browser/browser.test.ts',
    'src/handlers/notes/notes.test.ts',
    'src/handlers/groups/membership-rules.test.ts',
    'src/runtime/accounts/tokens.test.ts',
    'src/runtime/base/ids.test.ts',
    'src/runtime/money/ledger.test.ts',
  ]
  expect(always.map(times)).toEqual(always.map(() => 0))
  for (const left of leftOut) expect(left.length).toBeLessThan(all.length / 2)
})

test('the pattern of what runs every day matches a test in each of its alternatives', () => {
  const all = testFiles(root)
  const alternatives = daily.flatMap(({ source }) => source.split(/\|(?![^(]*\))/))
  for (const each of alternatives)
    expect(
      all.filter((file) => new RegExp(each).test(file)),
      each,
    ).not.toEqual([])
})

test('a test beside a changed file, or closest to it, runs on every day', () => {
  const left = (changed: string) => onDays(4, () => leftOutToday(root, [changed], importers)).flat()
  expect(left('src/runtime/store/migrate.ts')).not.toContain('src/runtime/store/processes.test.ts')
  expect(left('src/handlers/mail/methods/send.ts')).not.toContain('src/handlers/mail/methods/send.test.ts')
  const everything = testFiles(root).map((test) => test.replace('.test.ts', '.ts'))
  if (isWhole) return
  const leftOut = (changed: string[]) => leftOutToday(root, changed, importers).length
  expect(leftOut(everything)).toBe(leftOut([]) - 60)
})

test('a table with drawn rows in a file that runs on one day of four has all its rows drawn in turn', () => {
  if (isWhole) return
  for (const [rows, count] of [
    [2, 1],
    [3, 1],
    [4, 1],
    [8, 2],
    [10, 4],
  ] as const) {
    const table = Array.from({ length: rows }, (_, row) => row)
    const days = onDays(4 * rows, () => drawnRows(table, count))
    for (let first = 0; first < 4; first++) {
      const drawn = new Set(days.filter((_, day) => day % 4 === first).flat())
      expect([...drawn].sort((a, b) => a - b)).toEqual(table)
    }
  }
})
