import { once } from 'node:events'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { WebSocket } from 'ws'
import { maxHeaderBytes } from '../../src/http/listen.ts'
import { grpcJsClient } from '../../src/testing/grpc-js-client.ts'
import { domain } from './programs.ts'
import { basePath, type ServerBehind } from './server.ts'

/** What a check needs: a proxy's port, its certificate, and the server behind it. */
export interface Way {
  readonly port: number
  /** PEM. */
  readonly certificate: string
  readonly server: ServerBehind
  /** Of the proxy, for names that differ from those of others. */
  readonly name: string
  /** An address of this machine that is not the proxy's. */
  readonly clientAddress: string
}

/** Throws an Error that says what does not pass the proxy. */
type WayCheck = (way: Way) => Promise<void>

/** What must pass a proxy, by the guarantee. */
export const wayChecks: Readonly<Record<string, WayCheck>> = {
  'the address of the client arrives, and a forged one does not': clientAddress,
  'an event of a stream arrives while the stream is open': events,
  'a WebSocket of the gateway is opened and responds': webSocket,
  'MCP works in both forms': mcp,
  'gRPC works, and its streams arrive message by message': grpc,
  'the largest file can be uploaded': upload,
  'the largest headers are passed on': headers,
  'a call that takes longer than a minute is not cut': longCall,
  'pages below a path of BASE_URL work': subPath,
  'the metrics are not public': metrics,
}

/** Log lines are buffered for a moment. */
const logLimitMs = 20_000

const urlOf = ({ port }: Way) => `https://${domain}:${port}`

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`)
}

async function call(way: Way, id: string, args: object, more: Record<string, string> = {}) {
  const response = await fetch(`${urlOf(way)}/api/v1/${id.replace('.', '/')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${way.server.token}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify(args),
  })
  const printed = await response.text()
  if (response.status !== 200) throw new Error(`${id} returned ${response.status}: ${printed.slice(0, 300)}`)
  return JSON.parse(printed)
}

/** Rejected tokens are logged with the address. */
async function clientAddress(way: Way): Promise<void> {
  const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
  const sent = request(`${urlOf(way)}/api/v1/notes/list`, {
    localAddress: way.clientAddress,
    agent: false,
    ca: way.certificate,
    headers: { ...forged, authorization: 'Bearer a-token-that-is-not-valid' },
  })
  sent.end()
  const [response] = await once(sent, 'response')
  await text(response)
  expectEqual('The status of a call with an invalid token', response.statusCode, 401)
  const until = performance.now() + logLimitMs
  const addresses = () =>
    [...way.server.output().matchAll(/"address":"([^"]+)","msg":"token rejected"/g)].map(([, each]) => each)
  while (!addresses().includes(way.clientAddress)) {
    if (performance.now() > until) throw new Error(`The log has only these addresses: ${addresses().join(', ')}.`)
    await setTimeout(50)
  }
}

async function events(way: Way): Promise<void> {
  const leaving = new AbortController()
  const room = 'topic_gardening'
  const headers = { authorization: `Bearer ${way.server.token}` }
  const response = await fetch(`${urlOf(way)}/chat/stream?room=${room}`, { headers, signal: leaving.signal })
  expectEqual('The status of the stream', response.status, 200)
  let read = ''
  let isPosted = false
  try {
    // The stream is endless: this loop ends only when the message arrives.
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      read += chunk
      if (!isPosted && read.includes('event: open')) {
        isPosted = true
        await call(way, 'chat.send', { room, message: `Tide through ${way.name}` })
      }
      if (read.includes(`Tide through ${way.name}`)) return
    }
    throw new Error(`The stream ended after ${JSON.stringify(read)}.`)
  } finally {
    leaving.abort()
  }
}

async function webSocket(way: Way): Promise<void> {
  const url = `wss://gateway.${domain}:${way.port}/notes/add`
  const socket = new WebSocket(url, [way.server.token], { ca: way.certificate })
  await once(socket, 'open')
  socket.send(JSON.stringify({ title: `Socket ${way.name}`, text: 'yes' }))
  const [frame] = await once(socket, 'message')
  expectEqual('The note of the frame', JSON.parse(String(frame)).note?.title, `Socket ${way.name}`)
  socket.close()
}

async function mcp(way: Way): Promise<void> {
  const address = new URL(`${urlOf(way)}/mcp`)
  const options = { requestInit: { headers: { Authorization: `Bearer ${way.server.token}` } } }
  const identity = { name: 'proxies', version: '1' }
  const older = new OlderClient(identity)
  await older.connect(new OlderTransport(address, options) as never)
  const newer = new Client(identity, { versionNegotiation: { mode: 'auto' } })
  await newer.connect(new StreamableHTTPClientTransport(address, options))
  expectEqual('The protocol that was negotiated', newer.getNegotiatedProtocolVersion(), '2026-07-28')
  for (const client of [older as unknown as Client, newer]) {
    const note = { title: `MCP ${way.name}`, text: 'yes' }
    const { structuredContent } = await client.callTool({ name: 'notes_add', arguments: note })
    const { note: added } = structuredContent as { note?: { title?: string } }
    expectEqual('The note by MCP', added?.title, note.title)
    await client.close()
  }
}

async function grpc(way: Way): Promise<void> {
  const client = grpcJsClient({
    address: `127.0.0.1:${way.port}`,
    service: 'broker.Broker',
    token: way.server.token,
    tls: { name: `grpc.${domain}`, certificate: way.certificate },
  })
  try {
    const stream = client.stream<{ body: Buffer }>('Subscribe', { topic: way.name })
    const received = stream.next()
    let hasArrived = false
    void received.finally(() => {
      hasArrived = true
    })
    // nginx passes the headers of the stream on with the first message, so they do not show when the subscription begins.
    while (!hasArrived) {
      await client.call('Publish', { topic: way.name, message: { body: Buffer.from('tide') } })
      await setTimeout(100)
    }
    expectEqual('The message of the stream', String((await received).body), 'tide')
    stream.cancel()
  } finally {
    client.close()
  }
}

/** The last upload of any proxy: an account can send only one of this size. */
let lastUpload = Promise.resolve()

function upload(way: Way): Promise<void> {
  const next = lastUpload.then(() => uploadLargest(way))
  lastUpload = next.catch(() => undefined)
  return next
}

async function uploadLargest(way: Way): Promise<void> {
  const content = Buffer.alloc(10 * 1024 * 1024, 'a').toString('base64')
  const { result } = await call(way, 'files.put', { name: `${way.name}.bin`, content, encoding: 'base64' })
  expectEqual('The size of the file', result.size_bytes, 10 * 1024 * 1024)
  await call(way, 'files.delete', { id: result.id })
}

async function headers(way: Way): Promise<void> {
  // The proxy adds some headers.
  const long = 'a'.repeat(maxHeaderBytes - 16 * 1024)
  await call(way, 'notes.add', { title: `Header ${way.name}`, text: 'yes' }, { 'x-long': long })
}

async function longCall(way: Way): Promise<void> {
  await call(way, 'text.summarise', { text: `The harbour opens at seven, says ${way.name}. `.repeat(20) })
}

async function metrics(way: Way): Promise<void> {
  for (const path of ['/metrics', `${basePath}/metrics`]) {
    const { status } = await fetch(`${urlOf(way)}${path}`)
    if (status !== 403 && status !== 404) throw new Error(`${path} returned ${status}.`)
  }
}

/** The proxies pass the path of BASE_URL on. */
async function subPath(way: Way): Promise<void> {
  const response = await fetch(`${urlOf(way)}${basePath}/docs`)
  expectEqual(`The status of ${basePath}/docs`, response.status, 200)
  if (!(await response.text()).includes(`href="${basePath}/docs`)) throw new Error(`No link begins with ${basePath}.`)
}
