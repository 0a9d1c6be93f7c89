import { describe, expect, test } from 'vitest'
import { coverageOf, coverageText, gaps, readCoverage } from './coverage.ts'

const statuses = new Map([
  ['notes.add', ['200', '400', '405']],
  ['weather.forecast', ['200', '405']],
])
const all = ['notes.add 200 product', 'notes.add 400 stand-ins', 'notes.add 405 stand-ins']
const others = ['weather.forecast 200 stand-ins', 'weather.forecast 405 stand-ins']
const none = coverageOf([], statuses)
const isServed = (id: string) => id.startsWith('notes.')

describe('coverage of the contract', () => {
  test('a report is read back as written, whatever the order and number of the records', () => {
    const coverage = coverageOf([...others, ...all, ...all], statuses)
    expect(readCoverage(coverageText(coverage), statuses)).toEqual(coverage)
    expect(coverageText(coverage)).toBe(coverageText(coverageOf([...all, ...others], statuses)))
  })

  test('an operation with a long name that documents every status is read back as written', () => {
    const many = [200, 400, 401, 402, 403, 404, 405, 409, 410, 422, 429, 502].map(String)
    const long = new Map([['workspaces.create_many', many]])
    const coverage = coverageOf(
      many.flatMap((status) => [`workspaces.create_many ${status} product`, `workspaces.create_many ${status} x`]),
      long,
    )
    expect(readCoverage(coverageText(coverage), long)).toEqual(coverage)
  })

  test('undocumented statuses do not count', () => {
    expect(coverageOf(['notes.add 429 product', 'doors.home 200 product'], statuses)).toEqual(none)
  })

  test('nothing is missing if everything documented was provoked', () => {
    expect(gaps(coverageOf([...all, ...others], statuses), none, statuses, isServed)).toEqual([])
  })

  test('a served operation must succeed with its own handler, not a stand-in', () => {
    const run = coverageOf(['notes.add 200 stand-ins', ...all.slice(1), ...others], statuses)
    expect(gaps(run, none, statuses, isServed)).toEqual([expect.stringContaining('notes.add is served')])
  })

  test('a documented error that nothing provokes is reported', () => {
    expect(gaps(coverageOf([...all.slice(0, 2), ...others], statuses), none, statuses, isServed)).toEqual([
      expect.stringContaining('notes.add documents 405'),
    ])
  })

  test('it may only grow: what was provoked before is missed, separately on each side', () => {
    const before = coverageOf([...all, ...others, 'notes.add 400 product'], statuses)
    const run = coverageOf([...all, ...others], statuses)
    expect(gaps(run, before, statuses, isServed)).toEqual([expect.stringContaining('notes.add 400 (product)')])
    expect(gaps(before, run, statuses, isServed)).toEqual([])
  })
})
