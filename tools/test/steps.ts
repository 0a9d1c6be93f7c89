import { existsSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { responseLogSetting } from '../../src/testing/record-response.ts'
import { installPageBrowser } from '../setup/chromium.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { node } from './command.ts'
import { changedPaths, changedSinceShared, driftMessage, hasHistory, snapshot, uncommittedPaths } from './drift.ts'
import { chosenForQuick } from './quick.ts'
import { single } from './report.ts'
import type { Step } from './schedule.ts'
import { runVitest } from './vitest.ts'

const root = join(import.meta.dirname, '../..')
const contractTests = join(root, 'contract-tests')
const inModules = (path: string): string => join(root, 'node_modules', path)

/** A step without its place in the schedule. */
type Check = Omit<Step, 'lane' | 'after'>

/** A check by a script of an installed package: exit code 0 is a pass; help: what to do when it fails. */
function tool(name: string, script: string, args: readonly string[], help = ''): Check {
  return {
    name,
    async run() {
      const { code, output } = await node([inModules(script), ...args], { cwd: root })
      return single(code === 0, `${output.trimEnd()}\n${help}`)
    },
  }
}

/** A check by buf, of generated/proto as buf.yaml says. */
function buf(name: string, args: readonly string[], help: string): Check {
  return {
    name,
    async run() {
      const env = { BUF_CACHE_DIR: join(root, '.cache/buf') }
      const { code, output } = await node([inModules('@bufbuild/buf/bin/buf'), ...args], { cwd: root, env })
      return single(code === 0, `${output.trimEnd()}\n${help}`)
    },
  }
}

/**
 * Generates into the tree and compares: with what is committed or staged, which also finds new files; in the quick loop,
 * and in an archive without history, with what was there before.
 */
function specCheck(isQuick: boolean): Check {
  return {
    name: 'spec compiles without a lint warning, generated/ is up to date',
    async run() {
      const folder = join(root, 'generated')
      const before = snapshot(folder)
      const { code, output } = await node([join(root, 'tools/codegen/generate.ts')], { cwd: root })
      if (code !== 0) return single(false, output)
      const paths =
        !isQuick && hasHistory(root)
          ? uncommittedPaths(root, 'generated')
          : changedPaths(before, snapshot(folder)).map((path) => `generated/${path}`)
      return single(paths.length === 0, driftMessage(paths))
    },
  }
}

/** Where the tests and the smoke of one run record the responses they provoked. */
const responseLog = join(root, '.cache/test/responses')

let contractTools: Promise<unknown> | undefined

/** Installs the tools of contract-tests/, which are apart from the product's. */
function installContractTools(): Promise<unknown> {
  contractTools ??= ensureInstalled(contractTests)
  return contractTools
}

// One more than there are processors: tests wait for databases, browsers, programs and timers nearly a third of the time.
// With more of them, tests that wait for those would give up.
const workers = availableParallelism() + 1

const allTests: Check = {
  name: 'unit and integration tests on SQLite and PostgreSQL',
  async run() {
    await Promise.all([installContractTools(), installPageBrowser()])
    const env = { ONEDOOR_TEST_DATABASES: 'sqlite,postgres', [responseLogSetting]: responseLog }
    return runVitest({ report: 'vitest', workers, env, isRunAgain: true })
  },
}

const quickTests: Check = {
  name: 'unit tests, and those on SQLite of what has changed',
  async run() {
    const { files, left } = chosenForQuick(root, changedSinceShared(root))
    const env = { ONEDOOR_TEST_DATABASES: 'sqlite' }
    const result = await runVitest({ report: 'vitest', workers, files, env, isRunAgain: false })
    return { ...result, output: `${result.output}\nnote: ${left}` }
  },
}

/** A check by a program of contract-tests/. */
function contract(name: string, program: string): Check {
  return {
    name,
    async run() {
      const script = join(contractTests, program)
      if (!existsSync(script)) return single(false, `contract-tests/${program} is missing: restore it from git.`)
      await installContractTools()
      const { code, output } = await node([script], { cwd: root, env: { [responseLogSetting]: responseLog } })
      return single(code === 0, output)
    },
  }
}

/**
 * Two lanes keep two cores busy: the tests in one, everything else that reads generated/ in the other. generated/ is
 * written first; meanwhile the lane of the tests runs what does not read it.
 *
 * @param isQuick leaves out what takes long: PostgreSQL, Chromium, killed servers, servers of what has not changed, unused
 *   code, the contract
 * @returns the steps that a change has to pass
 */
export function steps(isQuick: boolean): readonly Step[] {
  const help = 'Run `npm run format`; fix by hand what is left.'
  const spec: Step = { ...specCheck(isQuick), lane: 'checks' }
  const check = (step: Check): Step => ({ ...step, lane: 'checks' })
  const format: Step = {
    ...tool('spec is formatted', '@typespec/compiler/cmd/tsp.js', ['format', '--check', 'spec/**/*.tsp'], help),
    lane: 'tests',
  }
  const code: Step = {
    ...tool(
      'format and lint of the code',
      '@biomejs/biome/bin/biome',
      ['ci', '--error-on-warnings', '--colors=off'],
      help,
    ),
    lane: 'tests',
  }
  const tests: Step = { ...(isQuick ? quickTests : allTests), lane: 'tests', after: [spec] }
  const smoke: Step = {
    ...contract('contract smoke: the running server against its published document', 'smoke.ts'),
    lane: 'checks',
    // It measures how long programs take to start, so the tests must not take its cores.
    after: [tests],
  }
  const quick = [
    format,
    spec,
    check(buf('lint of the .proto files', ['lint'], 'Fix the spec; names that clients know are excepted in buf.yaml.')),
    check(
      buf(
        'no change breaks clients of the released .proto files',
        ['breaking', '--against', 'contract-tests/released/proto'],
        'Give new fields their own numbers, and reserve the numbers of removed ones.',
      ),
    ),
    check(tool('types', 'typescript7/bin/tsc', ['--noEmit'])),
    code,
  ]
  if (isQuick) return [...quick, tests]
  return [
    ...quick,
    check(tool('no unused file, export or dependency', 'knip/bin/knip.js', ['--no-progress'])),
    check(contract('document lint: Redocly, and OWASP rules by Spectral', 'lint/lint.ts')),
    check(contract('no change breaks clients of the released document', 'changes/gate.ts')),
    tests,
    {
      ...contract('the official conformance suite of MCP, on both revisions', 'mcp/run.ts'),
      lane: 'tests',
    },
    smoke,
    {
      ...contract('every documented answer was provoked by a test', 'exercised/report.ts'),
      lane: 'tests',
      after: [smoke],
    },
  ]
}

/** Clears the records of an earlier run. */
export function forgetResponses(): void {
  rmSync(responseLog, { recursive: true, force: true })
}
