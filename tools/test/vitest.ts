import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { node } from './command.ts'
import type { StepResult } from './report.ts'
import { filesToRunAgain, resultOfBoth, vitestResult } from './vitest-report.ts'

const root = join(import.meta.dirname, '../..')

/** What to run of the tests. */
export interface VitestRun {
  /** The name of its report in `.cache/test`, without `.json`. */
  readonly report: string
  readonly workers: number
  /** Test files; left out, all of them. */
  readonly files?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Whether a few files that fail are run again alone, as a busy machine may be why. */
  readonly isRunAgain: boolean
}

/** Runs vitest, and what failed in it once more where asked; never rejects because of a failed test. */
export async function runVitest({ workers, files = [], isRunAgain, ...run }: VitestRun): Promise<StepResult> {
  const first = await once(run, [`--maxWorkers=${workers}`, ...files])
  const again = isRunAgain ? filesToRunAgain(first.report, first.output) : []
  if (first.report === undefined || again.length === 0) return vitestResult(first.report, first.code, first.output)
  const second = await once({ ...run, report: `${run.report}-again` }, ['--maxWorkers=1', ...again])
  return resultOfBoth(first.report, second.report, second.code, `${first.output}\n${second.output}`)
}

/** One run of vitest, with the JSON report that it wrote; undefined when it wrote none. */
async function once({ report, env }: Pick<VitestRun, 'report' | 'env'>, options: readonly string[]) {
  const folder = join(root, '.cache/test')
  const file = join(folder, `${report}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const ended = await node([vitest, 'run', ...reporters, ...options], { cwd: root, env })
  return { ...ended, report: existsSync(file) ? readFileSync(file, 'utf8') : undefined }
}
