/**
 * `npm test` runs all that a change has to pass, `npm run check` the quick part. Most steps are npm scripts. It prints a line
 * for each step, all output of what failed, and at the end `N passed, N failed`; the exit code is 1 if anything failed.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { responseLogSetting } from '../../src/testing/record-response.ts'
import { node, root, stopWithThisProcess } from '../command.ts'
import { changedFiles, familyOf, testFiles } from '../related-tests.ts'
import { ensureInstalled } from '../setup/install.mjs'
import { installPageBrowser } from '../setup/programs.mjs'
import { chosenForQuick, leftOutToday } from './choice.ts'
import { closingLine, type StepResult, stepText } from './report.ts'
import { runVitest } from './vitest.ts'

const sources = [['generate:check'], ['format:spec', 'lint']]
const derived = ['types', 'lint:proto', 'breaking:proto']
/** What runs one after the other; the lanes of each run side by side, for two cores. */
const phases = {
  '--quick': [sources, [derived, ['quick tests']]],
  '': [
    sources,
    [[...derived, 'unused', 'breaking:document'], ['tests']],
    // The smoke measures how long programs take to start, so the tests must not take its cores.
    [
      ['smoke', 'exercised'],
      ['mcp', 'lint:document'],
    ],
  ],
}

/** Where the tests and the smoke of one run record the responses they provoked. */
const responses = { [responseLogSetting]: join(root, '.cache/test/responses') }
const scriptEnv = { ...responses, BUF_CACHE_DIR: join(root, '.cache/buf') }

const testSteps: Record<string, () => Promise<StepResult>> = {
  async tests() {
    await Promise.all([ensureInstalled(join(root, 'contract-tests')), installPageBrowser()])
    const changed = changedFiles(root)
    const isStoreChanged = changed.some((path) => path.startsWith('src/runtime/store/'))
    const families = isStoreChanged ? undefined : [...new Set(changed.map(familyOf))].join(',')
    const left = leftOutToday(root, changed)
    const env = { ONEDOOR_TEST_DATABASES: 'sqlite,postgres', ONEDOOR_TEST_POSTGRES: families, ...responses }
    const excluded = left.map((file) => `--exclude=${file}`)
    return withNote(await runVitest('vitest', env, excluded), `${left.length} test files run on another day`)
  },
  async 'quick tests'() {
    const files = chosenForQuick(root, changedFiles(root))
    const result = await runVitest('vitest', { ONEDOOR_TEST_DATABASES: 'sqlite' }, files)
    return withNote(result, `${testFiles(root).length - files.length} test files are left to npm test`)
  },
}

const withNote = (result: StepResult, note: string) => ({ ...result, output: `${result.output}\nnote: ${note}` })

/** An npm script counts as one check, which exit code 0 passes. */
async function runScript(name: string): Promise<StepResult> {
  const { code, output } = await node(['--run', name], scriptEnv)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
}

const mode = process.argv.slice(2).join(' ')
if (mode !== '' && mode !== '--quick') {
  console.error(`Unknown argument ${mode}. The only one is --quick; for one file: npx vitest run <path>.`)
  process.exit(2)
}
stopWithThisProcess()
rmSync(join(root, '.cache/test/responses'), { recursive: true, force: true })
const results: StepResult[] = []
for (const lanes of phases[mode]) {
  const runLane = async (names: readonly string[]) => {
    for (const name of names) {
      const startedMs = performance.now()
      const run = testSteps[name]?.() ?? runScript(name)
      const result = await run.catch(({ message }: Error) => ({ passed: 0, failed: 1, output: message }))
      console.log(stepText(name, result, performance.now() - startedMs))
      results.push(result)
    }
  }
  await Promise.all(lanes.map(runLane))
}
console.log(closingLine(results))
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
