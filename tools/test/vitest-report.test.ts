import { expect, test } from 'vitest'
import { vitestResult } from './vitest-report.ts'

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
