import { expect, test } from 'vitest'
import { filesToRunAgain, resultOfBoth, vitestResult } from './vitest-report.ts'

const report = (files: Record<string, readonly string[]>, broken: readonly string[] = []): string =>
  JSON.stringify({
    success: false,
    testResults: Object.entries(files).map(([name, statuses]) => ({
      name,
      status: broken.includes(name) || statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults: statuses.map((status, at) => ({ fullName: `${name} ${at}`, status })),
    })),
  })

test('tests of all files are counted', () => {
  const result = vitestResult(report({ a: ['passed', 'passed'], b: ['failed', 'passed'] }), 1, 'dots')
  expect(result).toEqual({ passed: 3, failed: 1, output: 'dots' })
})

test.each(['skipped', 'todo', 'pending'])('a %s test fails the run and is named', (status) => {
  const result = vitestResult(report({ a: ['passed', status] }), 0, '')
  expect(result).toMatchObject({ passed: 1, failed: 1 })
  expect(result.output).toContain(`did not run (${status}): a 1`)
})

test('a file that cannot be loaded is a failure although it has no failed test', () => {
  expect(vitestResult(report({ a: ['passed'], b: [] }, ['b']), 1, '')).toMatchObject({ passed: 1, failed: 1 })
})

test('an error outside of all tests is a failure', () => {
  const result = vitestResult(report({ a: ['passed'] }), 1, 'Unhandled rejection')
  expect(result).toMatchObject({ passed: 1, failed: 1 })
  expect(result.output).toContain('Unhandled rejection')
})

test('no tests at all and no report are failures', () => {
  expect(vitestResult(report({}), 0, '')).toMatchObject({ passed: 0, failed: 1 })
  expect(vitestResult(undefined, 1, 'crash')).toMatchObject({ passed: 0, failed: 1 })
})

test('files with failed tests are run again, but not many, and not after an error outside the tests', () => {
  expect(filesToRunAgain(report({ a: ['passed'], b: ['failed', 'passed'] }), '')).toEqual(['b'])
  expect(filesToRunAgain(report({ a: ['passed'], b: ['failed'], c: [] }, ['c']), '')).toEqual([])
  const seven = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`file${at}`, ['failed']]))
  expect(filesToRunAgain(report(seven), '')).toEqual([])
  expect(filesToRunAgain(undefined, '')).toEqual([])
  expect(filesToRunAgain(report({ b: ['failed'] }), 'Unhandled Errors')).toEqual([])
})

test('a test that passes alone is counted as passed and named; one that fails again fails the run', () => {
  const first = report({ a: ['passed', 'passed'], b: ['failed', 'passed'] })
  const steady = resultOfBoth(first, report({ b: ['passed', 'passed'] }), 0, 'dots')
  expect(steady).toMatchObject({ passed: 4, failed: 0 })
  expect(steady.output).toContain('note: failed at first, was run again alone: b 0')
  expect(resultOfBoth(first, report({ b: ['failed', 'passed'] }), 1, '')).toMatchObject({ passed: 3, failed: 1 })
  expect(resultOfBoth(first, undefined, 1, '')).toMatchObject({ passed: 2, failed: 1 })
  expect(resultOfBoth(first, report({ b: ['passed', 'passed'] }), 1, '')).toMatchObject({ failed: 1 })
})

test('what did not run at first still fails the run', () => {
  const first = report({ a: ['passed', 'skipped'], b: ['failed'] })
  expect(resultOfBoth(first, report({ b: ['passed'] }), 0, '')).toMatchObject({ passed: 2, failed: 1 })
})
