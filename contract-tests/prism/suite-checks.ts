import { throws } from 'node:assert'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { addressOf, proxyCommand, startPrism } from '../../src/testing/prism.ts'
import { root } from '../../src/testing/program.ts'
import { checkViolations, proxySetting } from '../../src/testing/validating-proxy.ts'
import { runVitest } from '../../tools/test/vitest.ts'
import type { Report } from '../report.ts'

/** By what test files call a server: callers who go through the proxy. */
const calling = /testing\/(?:server|server-with-providers|provider-faults|notified)\.ts'/
/** By what they open pages, which are not in the document; nor are redirects. */
const opening = /testing\/browser\.ts'/
const elsewhere = /\/pages\/|\/url\/(?:redirects|visits)\//

/** The tests that call the served families over HTTP; others would run once more without using the proxy. */
function suite(): string[] {
  const files = globSync('src/handlers/**/*.test.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return calling.test(text) && !opening.test(text) && !elsewhere.test(file)
  })
  return ['src/app/owned.test.ts', ...files.sort()]
}

/** Runs the integration tests of the served families with Prism before every server that they start. */
export async function checkSuite(report: Report): Promise<void> {
  await report.check('the proxy tells an answer that the document does not allow', findsInvalidResponse)
  await report.check('the tests of all families through the proxy', async () => {
    const { passed, failed, output } = await runVitest({
      report: 'vitest-proxy',
      workers: availableParallelism(),
      files: suite(),
      env: { NO_COLOR: '1', [proxySetting]: 'on', ONEDOOR_TEST_DATABASES: 'sqlite' },
      isRunAgain: true,
    })
    report.count(passed, failed)
    if (failed > 0 || passed === 0) throw new Error(`\n${output}`)
    for (const [, note] of output.matchAll(/^note: (.*)$/gm)) report.note(note ?? '')
  })
}

/** An invalid response is found; otherwise the suite through the proxy would prove nothing. */
async function findsInvalidResponse(): Promise<void> {
  const wrong = createServer((_, res) => {
    res.setHeader('content-type', 'application/json').end('{"result":{"items":[{"title":17}]}}')
  }).listen(0, '127.0.0.1')
  await once(wrong, 'listening')
  const { port } = wrong.address() as AddressInfo
  const proxy = await startPrism(proxyCommand(0, `http://127.0.0.1:${port}`))
  try {
    const answer = await fetch(`${addressOf(proxy)}/api/v1/notes/list`, {
      headers: { authorization: 'Bearer od_example' },
    })
    throws(() => checkViolations('notes.list', answer), /must be string/, 'it found nothing')
  } finally {
    await proxy.stop()
    wrong.close()
  }
}
