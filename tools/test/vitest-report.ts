import type { StepResult } from './report.ts'

/** The part of vitest's JSON report that is read here. */
interface VitestReport {
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/**
 * Turns vitest's JSON report into a result. A test that did not run (skipped, todo) counts as failed, so that a green run
 * has run everything. A file that could not be loaded, an error outside all tests and a run without a single test count
 * as one failure each.
 *
 * @param text the JSON report; undefined when vitest wrote none
 * @param exitCode of vitest
 * @param output what vitest printed
 */
export function vitestResult(text: string | undefined, exitCode: number, output: string): StepResult {
  if (text === undefined) return { passed: 0, failed: 1, output: `${output}\nvitest ended without a report.` }
  const { testResults } = JSON.parse(text) as VitestReport
  const tests = testResults.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const notRun = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failedTests = tests.length - passed
  const counted = failedTests + brokenFiles.length
  const unexplained = counted === 0 && (exitCode !== 0 || tests.length === 0) ? 1 : 0
  const notes = [
    ...notRun.map((test) => `did not run (${test.status}): ${test.fullName}`),
    ...(tests.length === 0 ? ['vitest found no tests.'] : []),
    ...(unexplained > 0 && tests.length > 0 ? [`vitest ended with exit code ${exitCode}.`] : []),
  ]
  return { passed, failed: counted + unexplained, output: [output, ...notes].join('\n') }
}
