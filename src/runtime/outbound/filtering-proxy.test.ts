import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FilteringProxy, type FilteringProxyOptions, openFilteringProxy } from './filtering-proxy.ts'

/** Two sites on the same port: one that visitors may reach, and one that they may not. */
let open: Server
let hidden: Server
let port = 0
const hiddenConnections: Socket[] = []

beforeAll(async () => {
  open = createServer((req, res) => res.end(req.url === '/large' ? 'x'.repeat(100_000) : `open ${req.headers.host}`))
  await once(open.listen(0, '127.0.0.1'), 'listening')
  port = (open.address() as AddressInfo).port
  hidden = createServer((_req, res) => res.end('hidden'))
  hidden.on('connection', (socket) => hiddenConnections.push(socket))
  await once(hidden.listen(port, '127.0.0.2'), 'listening')
})
afterAll(() => {
  for (const server of [open, hidden]) {
    server.close()
    server.closeAllConnections()
  }
})

async function proxyWith(changes: Partial<FilteringProxyOptions> = {}): Promise<FilteringProxy & AsyncDisposable> {
  const resolve = async () => '127.0.0.1'
  const proxy = await openFilteringProxy({ resolve, maxBytes: 1_000_000, maxConnections: 10, ...changes })
  return Object.assign(proxy, { [Symbol.asyncDispose]: () => proxy.close() })
}

/** Requests a page as browsers do with a proxy. Rejects when the connection breaks. */
async function get(proxy: FilteringProxy, url: string): Promise<{ status: number | undefined; text: string }> {
  const asked = request({ socketPath: proxy.socketPath, path: url, agent: false }).end()
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const chunk of answer) text += chunk
  return { status: answer.statusCode, text }
}

/** Requests a tunnel. Returns the first line of the response, and the socket. */
async function tunnel(proxy: FilteringProxy, target: string): Promise<{ line: string; socket: Socket }> {
  const socket = connect(proxy.socketPath)
  socket.on('error', () => undefined)
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
  const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => [])
  return { line: Buffer.isBuffer(chunk) ? (String(chunk).split('\r\n')[0] ?? '') : 'closed', socket }
}

test('each connection goes to the address that was allowed for it, even if the name resolves to another one later', async () => {
  const answers = ['127.0.0.1', 'refused', '127.0.0.1']
  const resolve = async () => {
    const address = answers.shift() ?? 'refused'
    if (address === 'refused') throw new Error('private')
    return address
  }
  await using proxy = await proxyWith({ resolve })
  const url = `http://rebound.example:${port}/`
  expect(await get(proxy, url)).toEqual({ status: 200, text: `open rebound.example:${port}` })
  expect((await get(proxy, url)).status).toBe(403)
  expect([...proxy.refused.keys()]).toEqual(['rebound.example'])
  expect((await get(proxy, url)).status).toBe(200)
  expect((await tunnel(proxy, `rebound.example:${port}`)).line).toBe('HTTP/1.1 403 Forbidden')
  expect(hiddenConnections).toHaveLength(0)
})

test.for([
  ['an invalid status', 'HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n'],
  ['a status below 100', 'HTTP/1.1 099 Nothing\r\nContent-Length: 0\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'],
  ['a header that cannot be read', 'HTTP/1.1 200 OK\r\nX-Odd: \x01\r\nContent-Length: 0\r\n\r\n'],
] as const)('a site that responds with %s breaks only its own request', async ([, answer]) => {
  const odd = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(answer))
  })
  await once(odd.listen(0, '127.0.0.1'), 'listening')
  try {
    await using proxy = await proxyWith()
    const { port: oddPort } = odd.address() as AddressInfo
    await expect(get(proxy, `http://odd.example:${oddPort}/`)).rejects.toThrow('socket hang up')
    expect((await get(proxy, `http://site.example:${port}/`)).status).toBe(200)
  } finally {
    odd.close()
  }
})

test('a tunnel carries bytes both ways', async () => {
  await using proxy = await proxyWith()
  const { line, socket } = await tunnel(proxy, `site.example:${port}`)
  expect(line).toBe('HTTP/1.1 200 Connection established')
  socket.write('GET / HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += chunk
  expect(text).toContain('open inside')
})

test.each([
  ['a port that is not for web pages', 'http://site.example:25/', 403],
  ['another protocol', 'ftp://site.example/', 403],
  ['no address', '/', 403],
])('%s is rejected', async (_what, url, status) => {
  await using proxy = await proxyWith()
  expect((await get(proxy, url)).status).toBe(status)
})

test.each(['site.example:25', '@', 'site.example:99999', '[::1'])('a tunnel to %s is rejected', async (target) => {
  await using proxy = await proxyWith()
  expect((await tunnel(proxy, target)).line).toMatch(/403|400|closed/)
})

test('beyond its byte limit it forwards nothing, reports that once, and keeps its port', async () => {
  let reports = 0
  await using proxy = await proxyWith({ maxBytes: 50_000, onExhausted: () => void reports++ })
  expect((await get(proxy, `http://site.example:${port}/`)).status).toBe(200)
  await expect(get(proxy, `http://site.example:${port}/large`)).rejects.toThrow()
  expect([proxy.isExhausted, reports]).toEqual([true, 1])
  expect((await get(proxy, `http://site.example:${port}/`)).status).toBe(403)
})

test('it accepts no more than its maximum number of connections', async () => {
  await using proxy = await proxyWith({ maxConnections: 2 })
  const first = await Promise.all([1, 2].map(() => tunnel(proxy, `site.example:${port}`)))
  expect(first.map(({ line }) => line)).toEqual(Array(2).fill('HTTP/1.1 200 Connection established'))
  expect((await tunnel(proxy, `site.example:${port}`)).line).toBe('closed')
})

test('closing ends all connections, and pending lookups no longer connect', async () => {
  const looked = Promise.withResolvers<string>()
  const asked = Promise.withResolvers<void>()
  const resolve = async (host: string) => {
    if (host !== 'slow.example') return '127.0.0.1'
    asked.resolve()
    return looked.promise
  }
  const proxy = await proxyWith({ resolve })
  const { socket } = await tunnel(proxy, `site.example:${port}`)
  const slow = tunnel(proxy, `slow.example:${port}`)
  await asked.promise
  await proxy.close()
  if (!socket.closed) await once(socket, 'close')
  looked.resolve('127.0.0.2')
  expect((await slow).line).toBe('closed')
  // Servers accept connections in order: one from the proxy would arrive before the last of these.
  for (let times = 1; times <= 3; times++) {
    const probe = connect(port, '127.0.0.2')
    await once(probe, 'connect')
    await expect.poll(() => hiddenConnections.at(-1)?.remotePort).toBe(probe.localPort)
    probe.destroy()
  }
  expect(hiddenConnections).toHaveLength(3)
})

describe('what it leaves', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxies-'))
    vi.stubEnv('TMPDIR', folder)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  test('after closing is no file and no listening server', async () => {
    const proxy = await proxyWith()
    const other = join(folder, 'other-name')
    linkSync(proxy.socketPath, other)
    await proxy.close()
    expect(readdirSync(folder)).toEqual(['other-name'])
    const [error] = await once(connect(other), 'error')
    expect(error.code).toBe('ECONNREFUSED')
  })

  test('after a failure to listen, which is reported, is no file', async () => {
    // A path of a socket has about a hundred characters at most.
    const deep = join(folder, 'x'.repeat(100))
    mkdirSync(deep)
    vi.stubEnv('TMPDIR', deep)
    await expect(proxyWith()).rejects.toThrow(/EINVAL|ENAMETOOLONG|too long/)
    expect(readdirSync(deep)).toEqual([])
  })
})
