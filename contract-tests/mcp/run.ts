/**
 * `npm run mcp`: the official conformance suite against the machine endpoint: everything that each of the two revisions requires
 * of a server, with the suite's fixtures, and what needs none with the product's own tools. Then the command line of
 * the official inspector, if `--inspector` is given: it is downloaded. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainFile, root, startProgram } from '../../src/testing/program.ts'
import { inspect } from './inspector.ts'

const suite = join(root, 'contract-tests/node_modules/@modelcontextprotocol/conformance/dist/index.js')
const revisions = ['2025-11-25', '2026-07-28']
/** Scenarios that inspect any server. */
const withoutFixtures = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']
const onlyModern = ['caching']

interface Score {
  passed: number
  failed: number
}

async function started(file: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-mcp-'))
  const limits = { LIMIT_ANONYMOUS_PER_MINUTE: 'off', LIMIT_ACCOUNT_PER_MINUTE: 'off' }
  const env = { PORT: '0', HOST: '', BASE_URL: '', DATABASE_URL: '', GATEWAY_PORT: 'off', DATA_DIR: dataDir, ...limits }
  const server = await startProgram({ args: [file], env: { ...env, LOG_LEVEL: 'error' } }, /listens on http/)
  return {
    url: `${/http:\/\/\S+/.exec(server.readyLine)?.[0]}/mcp`,
    dataDir,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

/** Runs the suite for the revision, adds up its counts, and shows failures. */
async function conformance(what: string, args: readonly string[], score: Score): Promise<void> {
  const child = spawn(process.execPath, [suite, 'server', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  }
  await new Promise((resolve) => child.once('close', resolve))
  const plain = said.replaceAll(colours, '')
  const checks = scoredChecks(plain)
  const passed = checks.reduce((sum, check) => sum + check.passed, 0)
  const failed = checks.reduce((sum, check) => sum + check.failed, 0)
  console.log(`${what}: ${passed} checks in ${checks.length} scenarios passed, ${failed} failed`)
  score.passed += passed
  score.failed += checks.length > 0 ? failed : 1
  if (failed > 0 || checks.length === 0) console.log(plain.slice(-4000))
}

/** The scenarios that the suite scores: it also runs some of extensions and later revisions. */
function scoredChecks(output: string): Score[] {
  const [, extra = ''] = output.split('Not scored for')
  const unscored = new Set([...extra.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name))
  const scenarios = [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)]
  const single = /^Passed: (\d+)\/\d+, (\d+) failed/m.exec(output)
  if (scenarios.length === 0 && single) return [{ passed: Number(single[1]), failed: Number(single[2]) }]
  return scenarios
    .filter(([, name]) => !unscored.has(name))
    .map(([, , passed, failed]) => ({ passed: Number(passed), failed: Number(failed) }))
}

const score: Score = { passed: 0, failed: 0 }
const fixtures = await started('contract-tests/mcp/fixture-server.ts')
try {
  for (const revision of revisions) {
    await conformance(`${revision}, all that it requires`, ['--url', fixtures.url, '--requirements', revision], score)
  }
} finally {
  await fixtures.stop()
}
const product = await started(await mainFile())
try {
  for (const revision of revisions) {
    for (const scenario of [...withoutFixtures, ...(revision === revisions[0] ? [] : onlyModern)]) {
      const args = ['--url', product.url, '--spec-version', revision, '--scenario', scenario]
      await conformance(`${revision}, the product's own, ${scenario}`, args, score)
    }
  }
  if (process.argv.includes('--inspector')) {
    const { passed, failed } = await inspect(product.url)
    score.passed += passed
    score.failed += failed
  }
} finally {
  await product.stop()
}
console.log(`${score.passed} passed, ${score.failed} failed`)
process.exitCode = score.failed === 0 && score.passed > 0 ? 0 : 1
