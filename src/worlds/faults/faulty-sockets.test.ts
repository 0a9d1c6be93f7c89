import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '#generated/client/index.js'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const bearer = () => ({ authorization: `Bearer ${sandbox.accounts[0]?.token}` })

async function addFault(world: string, fault: object): Promise<{ status: number; error?: string }> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', body: JSON.stringify(fault), headers }
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/faults`, init)
  return { status: response.status, ...((await response.json()) as { error?: string }) }
}

async function applied(world: string): Promise<number[]> {
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/faults`)
  return ((await response.json()) as { faults: { applied: number }[] }).faults.map((fault) => fault.applied)
}

function opened(world: string, path: string, headers: Record<string, string> = {}): WebSocket {
  const url = `${sandbox.url.replace('http', 'ws')}/w/${world}${path}`
  return new WebSocket(url, { headers: { ...bearer(), ...headers } })
}

interface End {
  readonly messages: readonly string[]
  readonly code: number
}

/** What a WebSocket receives for its first message until it ends. */
async function exchanged(socket: WebSocket, message: object = {}): Promise<End> {
  const messages: string[] = []
  socket.on('message', (data) => messages.push(String(data)))
  socket.on('open', () => socket.send(JSON.stringify(message)))
  const [code] = (await once(socket, 'close')) as [number]
  return { messages, code }
}

/** The response to an upgrade that is refused. */
async function refused(socket: WebSocket) {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const body = await new Response(response as unknown as ReadableStream).json()
  return { status: response.statusCode, headers: response.headers, body }
}

const notesIn = async (world: string) => {
  const client = createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: sandbox.accounts[0]?.token ?? '' })
  return (await client.notes.list({})).items.map(({ title }) => title)
}

test('a fault of a method refuses its WebSocket as the gateway does, once for each, and changes nothing', async () => {
  const fault = { kind: 'status', method: 'notes.add', status: 429, retry_after_s: 7, after: 1, times: 1 }
  await addFault('status', fault)
  const add = () => opened('status', '/v1/Notes/Add').on('error', () => undefined)
  expect((await exchanged(add(), { title: 'First', text: 'x' })).code).toBe(1000)
  const { status, headers, body } = await refused(add())
  expect(body).toMatchObject({ id: 'notes.add', code: 429, status: 'Too Many Requests' })
  expect([status, headers['retry-after'], headers.ratelimit]).toEqual([429, '7', '"account";r=0;t=7'])
  expect((await exchanged(add(), { title: 'Third', text: 'x' })).code).toBe(1000)
  expect([(await notesIn('status')).sort(), await applied('status')]).toEqual([['First', 'Third'], [1]])
})

test('a stale token and a status of the older form are those of the gateway', async () => {
  await addFault('forms', { kind: 'status', method: 'notes.get', status: 401, times: 1 })
  const get = () => opened('forms', '/v1/notes/get').on('error', () => undefined)
  const stale = await refused(get())
  expect([stale.status, stale.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Bearer')])
  await addFault('forms', { kind: 'status', method: '*', status: 400, example: 'not_found', times: 1 })
  const missing = await refused(get())
  expect([missing.status, missing.body]).toEqual([404, expect.objectContaining({ id: 'notes.get', code: 404 })])
})

test('an upgrade asks for a documented response: a failure refuses it, and a success is its message', async () => {
  const add = (prefer: string) => opened('prefer', '/v1/notes/add', { prefer }).on('error', () => undefined)
  expect((await refused(add('code=503'))).status).toBe(503)
  expect((await refused(add('code=418'))).body).toMatchObject({ detail: expect.stringContaining('names 418') })
  const { messages, code } = await exchanged(add('code=200'), { title: 'x', text: 'x' })
  expect([JSON.parse(messages[0] ?? '{}').note.title, code]).toEqual(['Groceries', 1000])
  expect(await notesIn('prefer')).toEqual([])
})

test('a WebSocket is delayed once, for its method', async () => {
  await addFault('slow', { kind: 'latency', method: 'notes.list', ms: 1 })
  const { messages, code } = await exchanged(opened('slow', '/v1/notes/list'))
  expect([messages, code, await applied('slow')]).toEqual([['{"items":[]}'], 1000, [1]])
})

test('a WebSocket is cut within its messages although the call was carried out, and with 0 before it opens', async () => {
  await addFault('cut', { kind: 'cut', method: 'notes.add', bytes: 20, times: 1 })
  const cut = await exchanged(opened('cut', '/v1/notes/add'), { title: 'Cut', text: 'x' })
  // 1006: the connection was lost without a close frame.
  expect(cut).toEqual({ messages: [], code: 1006 })
  expect(await notesIn('cut')).toEqual(['Cut'])
  await addFault('cut', { kind: 'cut', bytes: 0, times: 1 })
  const [failure] = (await once(opened('cut', '/v1/notes/list'), 'error')) as [Error]
  expect(failure.message).toMatch(/socket hang up|ECONNRESET/)
  const whole = await exchanged(opened('cut', '/v1/notes/list'))
  expect(whole.code).toBe(1000)
})

test('a WebSocket that stops sends exactly its bytes and stays open', async () => {
  await addFault('stall', { kind: 'stall', bytes: 5, times: 1 })
  const { hostname, port } = new URL(sandbox.url)
  const socket = connect(Number(port), hostname)
  const head = [
    'GET /w/stall/v1/notes/list HTTP/1.1',
    'Host: x',
    `Authorization: ${bearer().authorization}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let received = Buffer.alloc(0)
  const bytesAfterHead = () => received.length - received.indexOf('\r\n\r\n') - 4
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
  })
  await expect.poll(() => received.includes('\r\n\r\n')).toBe(true)
  // A masked text frame with the message {}, under the mask 0.
  socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]))
  await expect.poll(bytesAfterHead).toBe(5)
  expect(received.subarray(-5).toString('latin1')).toBe('\x81\x0c{"i')
  // The whole response, and the close frame, have been produced: another WebSocket of the world has them.
  expect((await exchanged(opened('stall', '/v1/notes/list'))).code).toBe(1000)
  expect([bytesAfterHead(), socket.readyState]).toEqual([5, 'open'])
  // The client gives up, and nothing remains.
  const { worlds } = sandbox
  const isIdle = async () => (await worlds.get('stall')).isIdle
  expect(await isIdle()).toBe(false)
  socket.end()
  await expect.poll(isIdle).toBe(true)
})

test('a response through the gateway is cut for its method too', async () => {
  await addFault('gateway', { kind: 'cut', method: 'notes.list', bytes: 3, times: 1 })
  const response = await fetch(`${sandbox.url}/w/gateway/v1/notes/list`, { headers: bearer() })
  await expect(response.text()).rejects.toThrow()
  expect((await fetch(`${sandbox.url}/w/gateway/v1/notes/list`, { headers: bearer() })).status).toBe(200)
})

test('faults of what is not a method, or is only on the port of the gateway, are refused', async () => {
  for (const [method, message] of [
    ['config.get', 'is not the id of an operation'],
    ['gateway.call', 'which a sandbox does not serve'],
  ] as const) {
    expect(await addFault('refused', { kind: 'latency', method, ms: 1 })).toMatchObject({
      status: 400,
      error: expect.stringContaining(message),
    })
  }
})

test('an upgrade for a world that cannot be is refused with a response', async () => {
  const socket = opened('UPPER', '/v1/notes/list').on('error', () => undefined)
  expect((await refused(socket)).body).toMatchObject({ code: 'invalid_argument' })
})
