import { throws } from 'node:assert'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxHeaderBytes } from '../../src/http/listen.ts'
import { root } from '../../src/testing/program.ts'
import { type Exchange, recordedExchanges } from '../../src/testing/record-exchange.ts'
import { responseLogSetting } from '../../src/testing/record-response.ts'
import { runVitest } from '../../tools/test/vitest.ts'
import type { Report } from '../report.ts'
import { addressOf, checkViolations, proxyCommand, startPrism } from './prism.ts'

/** The request header with the number of the exchange. */
const numberHeader = 'x-test-exchange'

/** Headers of one connection or encoding, which are not repeated. */
const ofConnection = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** How test files call a server. */
const calling = /\/(?:server|server-with-providers|provider-faults|notified)\.ts'/
/** Opens pages, which are not in the document. */
const opening = /testing\/browser\.ts'/

/** The tests that call the served families over HTTP. */
function suite(): string[] {
  const files = globSync('src/handlers/**/*.test.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return calling.test(text) && !opening.test(text)
  })
  return ['src/app/owned.test.ts', 'src/runtime/calls/documented-responses.test.ts', ...files.sort()]
}

/**
 * Compares calls that the tests recorded, and their responses, with the document by Prism: of every operation its
 * successes and its errors, one of each shape. They are played again between Prism and a server that repeats the recorded
 * responses, so that the tests need not run a second time. Without records, as when the smoke runs alone, the tests of the
 * served families run first.
 */
export async function checkRecorded(report: Report): Promise<void> {
  await report.check('the proxy reports a response that the document does not allow', findsInvalidResponse)
  const given = process.env[responseLogSetting]
  const before = given && existsSync(given) ? recordedExchanges(given) : []
  const all = before.length > 0 ? before : await recordNow(report)
  // For a method that is not implemented, the proxy itself returns the example.
  const exchanges = all.filter(({ status }) => status !== 501)
  await report.check('the tests recorded calls', () => {
    if (exchanges.length === 0) throw new Error('no call was recorded')
  })
  await playThroughProxy(exchanges, (exchange, check) =>
    report.check(`${exchange.method} ${exchange.path.slice(0, 200)} through the proxy`, check),
  )
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

/** Starts a server that returns the recorded response of each numbered call. */
async function startRepeater(exchanges: readonly Exchange[]) {
  // Longer than a run: the proxy does not repeat a call on a keep-alive connection that was just closed.
  const options = { maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 600_000 }
  const server = createServer(options, (incoming, response) => {
    const { status, headers, body } = exchanges[Number(incoming.headers[numberHeader])] as Exchange
    const repeated = Object.entries(headers).filter(([name]) => !ofConnection.has(name))
    incoming
      .resume()
      .on('end', () => response.writeHead(status, Object.fromEntries(repeated)).end(JSON.stringify(body)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Concurrent calls to Prism. */
const concurrency = 4

async function playThroughProxy(
  exchanges: readonly Exchange[],
  check: (exchange: Exchange, play: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { server, url } = await startRepeater(exchanges)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const proxy = await startPrism(proxyCommand(0, url))
  stack.defer(() => proxy.stop())
  const left = exchanges.entries()
  const playNext = async (): Promise<void> => {
    for (const [number, exchange] of left) {
      await check(exchange, () => play(exchange, String(number), addressOf(proxy)))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, playNext))
}

async function play(exchange: Exchange, number: string, proxyUrl: string): Promise<void> {
  const { operationId, method, path, requestHeaders, requestBody, status } = exchange
  const response = await fetch(`${proxyUrl}${path}`, {
    method,
    headers: { ...requestHeaders, [numberHeader]: number },
    ...(requestBody !== undefined && { body: requestBody }),
  })
  const text = await response.text()
  // Otherwise the response is the proxy's own, and nothing was compared.
  if (response.headers.get('x-request-id') !== exchange.headers['x-request-id'])
    throw new Error(`the proxy returned ${response.status} itself: ${text.slice(0, 1000)}`)
  if (response.status !== status) throw new Error(`the proxy made ${response.status} of ${status}`)
  checkViolations(operationId, response)
}

/** An invalid response is found; otherwise the calls through the proxy would prove nothing. */
async function findsInvalidResponse(): Promise<void> {
  const wrong = createServer((_, res) => {
    res.setHeader('content-type', 'application/json').end('{"result":{"items":[{"title":17}]}}')
  }).listen(0, '127.0.0.1')
  await once(wrong, 'listening')
  const { port } = wrong.address() as AddressInfo
  await using stack = new AsyncDisposableStack()
  stack.defer(() => void wrong.close())
  const proxy = await startPrism(proxyCommand(0, `http://127.0.0.1:${port}`))
  stack.defer(() => proxy.stop())
  const answer = await fetch(`${addressOf(proxy)}/api/v1/notes/list`, {
    headers: { authorization: 'Bearer od_example' },
  })
  throws(() => checkViolations('notes.list', answer), /must be string/, 'nothing was found')
}
