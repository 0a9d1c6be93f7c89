import type { StepResult } from './report.ts'

/** The part of vitest's JSON report that is read here. */
interface VitestReport {
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** Beyond as many failed files the change is broken, not the machine busy. */
const maxRunAgain = 6

/**
 * The files to run once more, alone, after a run on a busy machine: those with a failed test.
 *
 * @param text the JSON report; undefined when vitest wrote none
 * @param output what vitest printed, which alone tells of errors outside all tests
 * @returns their paths; none where more failed than a busy machine explains, or where something failed outside all tests
 */
export function filesToRunAgain(text: string | undefined, output: string): readonly string[] {
  if (text === undefined || output.includes('Unhandled Error')) return []
  const failed = (JSON.parse(text) as VitestReport).testResults.filter(({ status }) => status === 'failed')
  const isExplained = failed.every((file) => file.assertionResults.some(({ status }) => status === 'failed'))
  return isExplained && failed.length <= maxRunAgain ? failed.map(({ name }) => name) : []
}

/**
 * The result of a run whose failed files were run again: theirs is that of the second run. A test that failed only in the
 * first is named in a note with what it said, because a test that depends on how busy the machine is has to be mended.
 *
 * @param first the report of the whole run
 * @param again the report of the second run, of the failed files alone
 * @param exitCode of the second run
 * @param output what both printed
 */
export function resultOfBoth(first: string, again: string | undefined, exitCode: number, output: string): StepResult {
  const { testResults } = JSON.parse(first) as VitestReport
  const firstFailed = testResults.filter(({ status }) => status === 'failed')
  const second = vitestResult(again, exitCode, output)
  const steady = vitestResult(
    JSON.stringify({ testResults: testResults.filter(({ status }) => status !== 'failed') }),
    0,
    '',
  )
  const notes = firstFailed.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => {
        const message = failureMessages?.[0]?.split('\n')[0] ?? ''
        return `note: failed at first, was run again alone: ${fullName.replaceAll('\n', ' ')}: ${message}`
      }),
  )
  return {
    passed: steady.passed + second.passed,
    failed: steady.failed + second.failed,
    output: [second.output, steady.output, ...notes].join('\n'),
  }
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
