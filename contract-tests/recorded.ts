import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../src/testing/program.ts'
import { type Exchange, recordedExchanges } from '../src/testing/record-exchange.ts'
import { responseLogSetting } from '../src/testing/record-response.ts'
import { runVitest } from '../tools/test/vitest.ts'
import type { Report } from './report.ts'

/** How test files call a server. */
const calling = /(?:\/|fixtures\/[\w-]+-)server\.ts'|\/(?:server-with-providers|provider-faults|notified)\.ts'/
/** Opens pages, which are not in the document. */
const opening = /testing\/browser\.ts'/

/** The tests that call the served families over HTTP. */
function suite(): string[] {
  const files = globSync('src/handlers/**/*.test.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return calling.test(text) && !opening.test(text)
  })
  return ['src/app/owned-tables.test.ts', 'src/runtime/calls/documented-responses.test.ts', ...files.sort()]
}

/**
 * The calls that the tests recorded in this run, with their responses: of every operation its successes and its errors,
 * one of each shape. Without records, as when a part of the contract tests runs alone, the tests of the served families
 * run first.
 */
export function recordedCalls(report: Report): Promise<Exchange[]> {
  recording ??= recordedBefore(report)
  return recording
}

let recording: Promise<Exchange[]> | undefined

async function recordedBefore(report: Report): Promise<Exchange[]> {
  const given = process.env[responseLogSetting]
  const before = given && existsSync(given) ? recordedExchanges(given) : []
  return before.length > 0 ? before : recordNow(report)
}

/** Runs the tests of the served families, on SQLite. */
async function recordNow(report: Report): Promise<Exchange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'onedoor-exchanges-'))
  try {
    await report.check('the tests of all families', async () => {
      const env = { NO_COLOR: '1', [responseLogSetting]: folder, ONEDOOR_TEST_DATABASES: 'sqlite' }
      const { passed, failed, output } = await runVitest('vitest-recorded', env, suite())
      report.count(passed, failed)
      if (failed > 0 || passed === 0) throw new Error(`\n${output}`)
      for (const [, note] of output.matchAll(/^note: (.*)$/gm)) report.note(note ?? '')
    })
    return recordedExchanges(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
