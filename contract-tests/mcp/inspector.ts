import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const version = '2.12.0'
const run = promisify(execFile)

/** Lists the tools and calls one with the inspector's command line, in a separate package that npx caches. */
export async function inspect(url: string): Promise<{ passed: number; failed: number }> {
  const cli = ['--yes', `@modelcontextprotocol/inspector@${version}`, '--cli', url, '--transport', 'http']
  const score = { passed: 0, failed: 0 }
  const check = async (what: string, args: readonly string[], expected: RegExp) => {
    try {
      const { stdout } = await run('npx', [...cli, ...args], { maxBuffer: 16 * 1024 * 1024, timeout: 120_000 })
      const isRight = expected.test(stdout)
      score[isRight ? 'passed' : 'failed'] += 1
      console.log(`inspector, ${what}: ${isRight ? 'passed' : `failed: ${stdout.slice(0, 500)}`}`)
    } catch (failure) {
      score.failed += 1
      console.log(`inspector, ${what}: failed: ${String((failure as Error).message).slice(0, 1000)}`)
    }
  }
  await check('tools/list', ['--method', 'tools/list'], /"name": "hazards_quakes"/)
  const qibla = ['--tool-name', 'prayer_qibla', '--tool-arg', 'lat=51.5', '--tool-arg', 'lon=-0.12']
  await check('tools/call', ['--method', 'tools/call', ...qibla], /"structuredContent"/)
  await check('resources/list', ['--method', 'resources/list'], /onedoor:\/\/reference/)
  await check('prompts/list', ['--method', 'prompts/list'], /"prompts"/)
  return score
}
