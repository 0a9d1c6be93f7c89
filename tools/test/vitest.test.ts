import { expect, test } from 'vitest'
import { filesToRunAgain, type Run, resultOf } from './vitest.ts'

/** A run with files by name, their tests' statuses, and the files that could not be loaded. */
function run(files: Record<string, readonly string[]>, code = 0, output = '', broken: readonly string[] = []): Run {
  const testResults = Object.entries(files).map(([name, statuses]) => ({
    name,
    status: broken.includes(name) || statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status, at) => ({
      fullName: `${name} ${at}`,
      status,
      failureMessages: ['why\nat'],
    })),
  }))
  return { code, output, testResults: testResults as unknown as Run['testResults'] }
}

test('tests of all files are counted', () => {
  const result = resultOf(run({ a: ['passed', 'passed'], b: ['failed', 'passed'] }, 1, 'dots'))
  expect(result).toEqual({ passed: 3, failed: 1, output: 'dots' })
})

test.each(['skipped', 'todo', 'pending'])('a %s test fails the run and is named', (status) => {
  const result = resultOf(run({ a: ['passed', status] }))
  expect(result).toMatchObject({ passed: 1, failed: 1 })
  expect(result.output).toContain(`did not run (${status}): a 1`)
})

test('a file that cannot be loaded is a failure although it has no failed test', () => {
  expect(resultOf(run({ a: ['passed'], b: [] }, 1, '', ['b']))).toMatchObject({ passed: 1, failed: 1 })
})

test('an error outside of all tests is a failure', () => {
  const result = resultOf(run({ a: ['passed'] }, 1, 'Unhandled rejection'))
  expect(result).toMatchObject({ passed: 1, failed: 1 })
  expect(result.output).toContain('Unhandled rejection')
})

test('a run without a single test is a failure', () => {
  expect(resultOf(run({}))).toMatchObject({ passed: 0, failed: 1 })
  expect(resultOf(run({}, 1, 'crash'))).toMatchObject({ passed: 0, failed: 1 })
})

test('files with failed tests are run again, but not many, and not after an error outside the tests', () => {
  expect(filesToRunAgain(run({ a: ['passed'], b: ['failed', 'passed'] }))).toEqual(['b'])
  expect(filesToRunAgain(run({ a: ['passed'], b: ['failed'], c: [] }, 1, '', ['c']))).toEqual([])
  expect(filesToRunAgain(run(Object.fromEntries(Array.from('1234567', (at) => [at, ['failed']]))))).toEqual([])
  expect(filesToRunAgain(run({ b: ['failed'] }, 1, 'Unhandled Errors'))).toEqual([])
})

test('a test that passes alone is counted as passed and named; one that fails again fails the run', () => {
  const first = run({ a: ['passed', 'passed'], b: ['failed', 'passed'] }, 1)
  const steady = resultOf(first, run({ b: ['passed', 'passed'] }))
  expect(steady).toMatchObject({ passed: 4, failed: 0 })
  expect(steady.output.split('\n')).toContain('note: failed at first, was run again alone: b 0: why')
  expect(resultOf(first, run({ b: ['failed', 'passed'] }, 1))).toMatchObject({ passed: 3, failed: 1 })
  expect(resultOf(first, run({}, 1))).toMatchObject({ passed: 2, failed: 1 })
  expect(resultOf(first, run({ b: ['passed', 'passed'] }, 1))).toMatchObject({ failed: 1 })
})

test('what did not run at first still fails the run', () => {
  const first = run({ a: ['passed', 'skipped'], b: ['failed'] }, 1)
  expect(resultOf(first, run({ b: ['passed'] }))).toMatchObject({ passed: 2, failed: 1 })
})
