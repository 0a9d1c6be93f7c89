import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as immediately } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Exchange, Response, Vector } from './vector.ts'

/** A server that plays the exchanges of a table. */
export interface ScriptedServer {
  /** Its address; that of vector number n is `<baseUrl>/v/<n>`. */
  baseUrl: string
  /** What was wrong with the requests of vector number n, one sentence each; empty if nothing was. */
  findings(number: number): string[]
  close(): Promise<void>
}

/** Starts a server on a free port of this machine. It checks each request, and responds in any case. */
export async function scriptedServer(vectors: readonly Vector[]): Promise<ScriptedServer> {
  const played = vectors.map(() => ({ requests: [] as IncomingMessage[], findings: [] as string[] }))

  const server = createServer(async (req, res) => {
    const [, number = '', target = ''] = /^\/v\/(\d+)(\/.*)$/.exec(req.url ?? '') ?? []
    const vector = vectors[Number(number)]
    const state = played[Number(number)]
    if (number === '' || !vector || !state) return res.writeHead(404).end(`No vector is at ${req.url}.`)
    const body = await text(req)
    const index = state.requests.push(req) - 1
    const exchange = vector.exchanges[index]
    if (!exchange) {
      state.findings.push(`request ${index}, ${req.method} ${target}, was one too many`)
      return res.writeHead(500).end('No response is left.')
    }
    state.findings.push(
      ...differences(exchange.request, { req, target, body, earlier: state.requests }).map(
        (difference) => `request ${index}: ${difference}`,
      ),
    )
    return respond(res, exchange.response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    findings(number) {
      const { requests = [], findings = [] } = played[number] ?? {}
      const expected = vectors[number]?.exchanges.length ?? 0
      const missing = expected - requests.length
      return missing > 0 ? [...findings, `${requests.length} requests came instead of ${expected}`] : findings
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Seen {
  req: IncomingMessage
  target: string
  body: string
  earlier: IncomingMessage[]
}

function differences(wanted: Exchange['request'], { req, target, body, earlier }: Seen): string[] {
  const found: string[] = []
  const compare = (what: string, is: unknown, shouldBe: unknown) => {
    if (!isDeepStrictEqual(is, shouldBe))
      found.push(`${what} is ${JSON.stringify(is)} instead of ${JSON.stringify(shouldBe)}`)
  }
  compare('the verb', req.method, wanted.verb)
  compare('the target', partsOf(target), partsOf(wanted.target))
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const sent = req.headers[name]
    if (value === true) compare(`a header ${name}`, sent !== undefined && sent !== '', true)
    else compare(`the header ${name}`, sent, value ?? undefined)
  }
  if (wanted.body !== undefined) compare('the body', jsonOf(body), wanted.body)
  if (wanted.verb === 'GET') compare('the body of a GET', body, '')
  const repeats = { 'idempotency-key': wanted.same_key_as, 'x-request-id': wanted.same_id_as }
  for (const [name, index] of Object.entries(repeats)) {
    if (index === undefined) continue
    compare(`the header ${name}`, req.headers[name], earlier[index]?.headers[name] ?? 'that of the first request')
  }
  return found
}

/**
 * The decoded parts of a path, and the decoded pairs of a query by name, equal names in their order: languages differ in
 * what they encode, and in the order of arguments.
 */
function partsOf(target: string): { path: string[]; query: [string, string][] } {
  const [path = '', query = ''] = target.split('?', 2)
  const pairs = [...new URLSearchParams(query)].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return { path: path.split('/').map(decodeURIComponent), query: pairs }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return `not JSON: ${body}`
  }
}

async function respond(res: ServerResponse, response: Response): Promise<void> {
  const { status = 200, headers, body, cut, chunks } = response
  if (cut === 'before_headers') {
    res.destroy()
    return
  }
  const whole = Buffer.from(response.text ?? (body === undefined ? '' : JSON.stringify(body)))
  const parts = chunks?.map((chunk) =>
    typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.base64, 'base64'),
  ) ?? [cut ? whole.subarray(0, whole.length / 2) : whole]
  const length = chunks || status === 204 ? {} : { 'content-length': String(whole.length) }
  res.writeHead(status, { 'content-type': 'application/json', ...length, ...headers })
  res.flushHeaders()
  for (const part of parts) {
    await new Promise<void>((resolve) => res.write(part, () => resolve()))
    // Most clients read what arrives together as one chunk.
    await immediately()
  }
  // What was written arrives before the connection ends, so that a cut is at the same byte every time.
  if (cut) res.socket?.destroySoon()
  else res.end()
}
