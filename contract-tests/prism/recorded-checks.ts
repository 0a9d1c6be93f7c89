import { rejects } from 'node:assert'
import { createServer } from 'node:http'
import { maxHeaderBytes } from '../../src/http/listen.ts'
import { closeServer, openOnLoopback } from '../../src/testing/loopback.ts'
import type { Exchange } from '../../src/testing/record-exchange.ts'
import { recordedCalls } from '../recorded.ts'
import type { Report } from '../report.ts'
import { addressOf, checkViolations, ofConnection, proxyCommand, startPrism } from './prism.ts'

/** The request header with the number of the exchange. */
const numberHeader = 'x-test-exchange'

/**
 * Compares calls that the tests recorded, and their responses, with the document by Prism: of every operation its
 * successes and its errors, one of each shape. They are played again between Prism and a server that repeats the recorded
 * responses, so that the tests need not run a second time.
 */
export async function checkRecorded(report: Report): Promise<void> {
  const all = await recordedCalls(report)
  // For a method that is not implemented, the proxy itself returns the example.
  const exchanges = all.filter(({ status }) => status !== 501)
  await report.check('the tests recorded calls', () => {
    if (exchanges.length === 0) throw new Error('no call was recorded')
  })
  await playThroughProxy([invalid, ...exchanges], (exchange, check) =>
    exchange === invalid
      ? report.check('the proxy reports a response that the document does not allow', () =>
          rejects(check, /must be string/, 'nothing was found'),
        )
      : report.check(`${exchange.method} ${exchange.path.slice(0, 200)} through the proxy`, check),
  )
}

/** If its response were not found to be invalid, the calls through the proxy would prove nothing. */
const invalid: Exchange = {
  operationId: 'notes.list',
  method: 'GET',
  path: '/api/v1/notes/list',
  requestHeaders: { authorization: 'Bearer od_example' },
  requestBody: undefined,
  status: 200,
  headers: { 'content-type': 'application/json', 'x-request-id': 'invalid' },
  body: { result: { items: [{ title: 17 }] } },
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
  })
  return { server, url: await openOnLoopback(server) }
}

/** Concurrent calls to Prism. */
const concurrency = 4

async function playThroughProxy(
  exchanges: readonly Exchange[],
  check: (exchange: Exchange, play: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { server, url } = await startRepeater(exchanges)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => closeServer(server))
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
