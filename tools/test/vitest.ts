import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { JsonTestResults } from 'vitest/node'
import { node, root } from '../command.ts'
import type { StepResult } from './report.ts'

/** A run of Vitest; testResults: the files of its JSON report, empty when it wrote none. */
export type Run = Pick<JsonTestResults, 'testResults'> & { readonly code: number; readonly output: string }

// One more than there are processors: tests wait for databases, browsers, programs and timers nearly a third of the time.
// With more of them, tests that wait for those would give up.
const workers = availableParallelism() + 1

/**
 * Runs test files, and those that failed again alone; `report` names `.cache/test/<report>.json`. The arguments `which` choose
 * the files, such as by paths or `--exclude=path`.
 */
export async function runVitest(report: string, env: NodeJS.ProcessEnv, which: readonly string[] = []) {
  const runOnce = async (name: string, args: readonly string[]): Promise<Run> => {
    const file = join(root, '.cache/test', `${name}.json`)
    mkdirSync(join(root, '.cache/test'), { recursive: true })
    writeFileSync(file, '{"testResults":[]}')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const ended = await node([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args], env)
    return { ...ended, testResults: JSON.parse(readFileSync(file, 'utf8')).testResults }
  }
  const first = await runOnce(report, [`--maxWorkers=${workers}`, ...which])
  const failed = filesToRunAgain(first)
  if (failed.length === 0) return resultOf(first)
  return resultOf(first, await runOnce(`${report}-again`, ['--maxWorkers=1', ...failed]))
}

const isFailed = ({ status }: { readonly status: string }) => status === 'failed'
const isNotRun = ({ status }: { readonly status: string }) => status !== 'passed' && status !== 'failed'

/** The files with a failed test; none if more than six failed, or something outside all tests: then the change is broken. */
export function filesToRunAgain({ testResults, output }: Run): string[] {
  const failed = testResults.filter(isFailed)
  const isByTests = failed.every(({ assertionResults }) => assertionResults.some(isFailed))
  const isFew = isByTests && failed.length <= 6 && !output.includes('Unhandled Error')
  return isFew ? failed.map(({ name }) => name) : []
}

/**
 * The sum of a run and, where its failed files were run again, of that second run in their place. A test that failed only
 * at first is named in a note: it depends on how busy the machine is. A test that did not run (skipped, todo) counts as
 * failed, and so does a file that could not be loaded, an error outside all tests and a run without a single test.
 */
export function resultOf(first: Run, again?: Run): StepResult {
  const { code, output, testResults } = again ?? first
  const files = [...first.testResults.filter((file) => !again || !isFailed(file)), ...(again?.testResults ?? [])]
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const broken = files.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed))
  const failed = tests.length - passed + broken.length
  const hasNoTests = testResults.every(({ assertionResults }) => assertionResults.length === 0)
  const isUnexplained = failed === 0 && (hasNoTests || code !== 0)
  const failedAtFirst = again ? first.testResults.flatMap((file) => file.assertionResults.filter(isFailed)) : []
  const lines = [
    output,
    ...tests.filter(isNotRun).map(({ fullName, status }) => `did not run (${status}): ${fullName}`),
    ...(isUnexplained ? [`Vitest ended with exit code ${code}${hasNoTests ? ' and ran no tests' : ''}.`] : []),
    ...failedAtFirst.map(
      ({ fullName, failureMessages }) =>
        `note: failed at first, was run again alone: ${fullName}: ${failureMessages?.[0]?.split('\n')[0]}`,
    ),
  ]
  return { passed, failed: failed + (isUnexplained ? 1 : 0), output: lines.join('\n') }
}
