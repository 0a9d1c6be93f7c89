import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { responseLogSetting } from '../../src/testing/record-response.ts'
import { ensureInstalled } from '../setup/install.mjs'
import { node } from './command.ts'
import { changedPaths, driftMessage, hasHistory, snapshot, uncommittedPaths } from './drift.ts'
import { type StepResult, single } from './report.ts'
import { vitestResult } from './vitest-report.ts'

/** One thing that has to hold. */
export interface Step {
  readonly name: string
  run(): Promise<StepResult>
}

const root = join(import.meta.dirname, '../..')
const inModules = (path: string): string => join(root, 'node_modules', path)

/** A step that is a script of an installed package: exit code 0 is a pass; help: what to do when it is not. */
function tool(name: string, script: string, args: readonly string[], help = ''): Step {
  return {
    name,
    async run() {
      const { code, output } = await node([inModules(script), ...args], { cwd: root })
      return single(code === 0, `${output.trimEnd()}\n${help}`)
    },
  }
}

/** A step of buf, about generated/proto as buf.yaml says. */
function buf(name: string, args: readonly string[], help: string): Step {
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
 * Generates into the tree and compares. With history the comparison is with what is committed or staged, which also
 * finds new files; while someone is working (`isQuick`), and in an archive without history, it is with what was there.
 */
function specStep(isQuick: boolean): Step {
  return {
    name: 'spec compiles without a lint warning, generated/ is what it gives',
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

/** Where the tests and the smoke of one run note which responses they provoked. */
const responseLog = join(root, '.cache/test/responses')

/** What the quick loop leaves to `npm test`: pages in Chromium, guides typed into a shell, servers killed at every step, fuzzing. */
const leftOutOfQuick = [
  'src/doors/pages/account/browser.test.ts',
  'src/handlers/url/pages/browser.test.ts',
  'src/doors/pages/try/try.test.ts',
  'tools/docs/guides.test.ts',
  'tools/docs/examples.test.ts',
  'src/framework/services/runtime/{killed-server,local,server}.test.ts',
  '**/*crashes*.test.ts',
  'contract-tests/**',
]

/** On a terminal vitest's own progress is shown; elsewhere its output appears only when something failed. */
function vitestStep(isQuick: boolean): Step {
  return {
    name: isQuick ? 'unit and integration tests on SQLite' : 'unit and integration tests on SQLite and PostgreSQL',
    async run() {
      const report = join(root, '.cache/test/vitest.json')
      mkdirSync(join(root, '.cache/test'), { recursive: true })
      rmSync(report, { force: true })
      rmSync(responseLog, { recursive: true, force: true })
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
      // Vitest leaves a core to whoever sits at the machine; the quick loop is what they wait for.
      const quickly = ['--maxWorkers=100%', ...leftOutOfQuick.map((pattern) => `--exclude=${pattern}`)]
      const choice = isQuick ? quickly : []
      const { code, output } = await node([inModules('vitest/vitest.mjs'), 'run', ...reporters, ...choice], {
        cwd: root,
        env: {
          ONEDOOR_TEST_DATABASES: isQuick ? 'sqlite' : 'sqlite,postgres',
          [responseLogSetting]: responseLog,
        },
        isShown: process.stdout.isTTY === true,
      })
      return vitestResult(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code, output)
    },
  }
}

/** A step that is a program of contract-tests/, whose tools are installed apart from the product's. */
function contract(name: string, program: string): Step {
  return {
    name,
    async run() {
      const folder = join(root, 'contract-tests')
      const script = join(folder, program)
      if (!existsSync(script)) return single(false, `contract-tests/${program} is missing: restore it from git.`)
      await ensureInstalled(folder)
      const { code, output } = await node([script], { cwd: root, env: { [responseLogSetting]: responseLog } })
      return single(code === 0, output)
    },
  }
}

/**
 * @param isQuick leaves out what takes long: PostgreSQL, Chromium, killed servers, unused code, the contract
 * @returns what a change has to pass, cheapest first
 */
export function steps(isQuick: boolean): readonly Step[] {
  const help = 'Run `npm run format`; what is left then is to be mended by hand.'
  const quick = [
    tool('spec is formatted', '@typespec/compiler/cmd/tsp.js', ['format', '--check', 'spec/**/*.tsp'], help),
    specStep(isQuick),
    buf('lint of the .proto files', ['lint'], 'Mend spec/core; names that clients know are excepted in buf.yaml.'),
    buf(
      'no change breaks clients of the released .proto files',
      ['breaking', '--against', 'contract-tests/released/proto'],
      'Give what is new a number of its own, and reserve the number of what is gone.',
    ),
    tool('types', 'typescript7/bin/tsc', ['--noEmit']),
    tool(
      'format and lint of the code',
      '@biomejs/biome/bin/biome',
      ['ci', '--error-on-warnings', '--colors=off'],
      help,
    ),
  ]
  if (isQuick) return [...quick, vitestStep(isQuick)]
  const unused = tool('no unused file, export or dependency', 'knip/bin/knip.js', ['--no-progress'])
  return [
    ...quick,
    unused,
    contract('document lint: Redocly, and OWASP rules by Spectral', 'lint/lint.ts'),
    contract('no change breaks clients of the released document', 'changes/gate.ts'),
    vitestStep(isQuick),
    contract('contract smoke: the running server against its published document', 'smoke.ts'),
    contract('every documented answer was provoked by a test', 'exercised/report.ts'),
  ]
}
