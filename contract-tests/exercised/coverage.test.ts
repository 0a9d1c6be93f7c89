import { describe, expect, test } from 'vitest'
import { coverageOf, coverageText, gaps, grown, readCoverage } from './coverage.ts'

const statuses = new Map([
  ['notes.add', ['200', '400', '405', '409', '504']],
  ['weather.forecast', ['200', '405']],
])
const all = [
  'notes.add 200 product',
  'notes.add 400 stand-ins',
  'notes.add 405 stand-ins',
  'notes.add 409 stand-ins',
  'notes.add 504 stand-ins',
]
const others = ['weather.forecast 200 stand-ins', 'weather.forecast 405 stand-ins']
const none = coverageOf([], statuses)
const isServed = (id: string) => id.startsWith('notes.')

describe('coverage of the contract', () => {
  test('a report is read as written, regardless of the order and number of the records', () => {
    const coverage = coverageOf([...others, ...all, ...all], statuses)
    expect(coverageText(readCoverage(coverageText(coverage), statuses))).toBe(coverageText(coverage))
    expect(coverageText(coverage)).toBe(coverageText(coverageOf([...all, ...others], statuses)))
  })

  test('an operation with a long name that documents every status is read back as written', () => {
    const many = [200, 400, 401, 402, 403, 404, 405, 409, 410, 422, 429, 502].map(String)
    const long = new Map([['workspaces.create_many', many]])
    const coverage = coverageOf(
      many.flatMap((status) => [`workspaces.create_many ${status} product`, `workspaces.create_many ${status} x`]),
      long,
    )
    expect(readCoverage(coverageText(coverage), long).product).toEqual(coverage.product)
  })

  test('stand-ins are listed only for what the product does not return', () => {
    const text = coverageText(coverageOf([...all, 'notes.add 400 product'], statuses))
    expect(text.split('\n').filter((line) => line.startsWith('notes.add'))).toEqual([
      expect.stringMatching(/^notes\.add +200 400 +405 409 504$/),
    ])
    const before = coverageOf(all, statuses)
    const run = coverageOf(
      [...all.filter((line) => !line.includes('400')), 'notes.add 400 product', ...others],
      statuses,
    )
    expect(gaps(run, before, statuses, isServed)).toEqual([])
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
    expect(
      gaps(coverageOf([...all.filter((line) => !line.includes('405')), ...others], statuses), none, statuses, isServed),
    ).toEqual([expect.stringContaining('notes.add documents 405')])
  })

  test('it may only grow: earlier responses are missed, separately on each side', () => {
    const before = coverageOf([...all, ...others, 'notes.add 400 product'], statuses)
    const run = coverageOf([...all, ...others], statuses)
    expect(gaps(run, before, statuses, isServed)).toEqual([expect.stringContaining('notes.add 400 (product)')])
    expect(gaps(before, run, statuses, isServed)).toEqual([])
  })

  test('a list grows by the new responses of a run, but not by those that may be accidental', () => {
    const before = coverageOf([...all.filter((line) => !line.includes('504')), 'notes.add 409 product'], statuses)
    const run = coverageOf([...all, ...others, ...['400', '409', '504'].map((s) => `notes.add ${s} product`)], statuses)
    const { coverage, left } = grown(run, before, statuses)
    const added = [...others, 'notes.add 400 product', 'notes.add 409 product']
    expect(coverage).toEqual(coverageOf([...all, ...added], statuses))
    expect(left).toEqual(['notes.add 504 product'])
    expect(gaps(run, coverage, statuses, isServed)).toEqual([])
  })

  test('a status that may be accidental is added to the product where its stand-ins no longer return it', () => {
    const before = coverageOf([...all, ...others], statuses)
    const moved = [
      ...all.filter((line) => !line.includes('409')),
      ...others,
      'notes.add 409 product',
      'notes.add 504 product',
    ]
    const { coverage, left } = grown(coverageOf(moved, statuses), before, statuses)
    expect([...(coverage.product.get('notes.add') ?? [])]).toEqual(['200', '409'])
    expect(left).toEqual(['notes.add 504 product'])
  })

  test('a run that provokes no more leaves the list as it is', () => {
    const before = coverageOf([...all, ...others], statuses)
    expect(grown(before, before, statuses)).toEqual({ coverage: before, left: [] })
  })
})
