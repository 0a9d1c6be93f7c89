import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { rawConnection, rawExchange, requestHead } from '../../testing/raw-http.ts'
import { serverForTests } from '../../testing/server.ts'

const server = serverForTests({ settings: { GATEWAY_PORT: '0' } })
const mebibyte = 1024 * 1024

describe.each(['main port', 'gateway port'])('the %s', (port) => {
  const urlOf = () => (port === 'main port' ? server().url : server().gatewayUrl)
  const path = () => (port === 'main port' ? '/api/v1/notes/list' : '/notes/list')

  test.each([
    ['no Host', () => `GET ${path()} HTTP/1.1\r\n\r\n`],
    ['several Hosts', () => `GET ${path()} HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n`],
    ['a target that is no address', () => requestHead('GET', 'http://[::/notes')],
    [
      'a transfer coding besides chunked',
      () => `${requestHead('POST', path(), { 'Transfer-Encoding': 'gzip, chunked' })}2\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('refuses %s', async (_what, bytes) => {
    const { status, body } = await rawExchange(urlOf(), bytes())
    expect(status).toBe(400)
    expect(body).toMatch(/The request (?:has|names)|not a well-formed/)
  })

  test.each([
    ['a transfer coding that Node takes for chunked', { 'Transfer-Encoding': 'xchunked' }, ''],
    ['broken chunks after a refused head', { 'Transfer-Encoding': 'chunked', Host: 'a\r\nHost: b' }, 'zz\r\n'],
  ])('gives one answer to %s, then closes the connection', async (_what, headers, rest) => {
    const connection = await rawConnection(urlOf())
    connection.write(`${requestHead('POST', path(), headers)}${rest}`)
    expect((await connection.response()).status).toBe(400)
    await connection.closed()
    await expect(connection.response()).rejects.toThrow('so far: ""')
  })

  test('refuses headers that are too large with 431', async () => {
    const head = requestHead('GET', path(), { 'X-Big': 'x'.repeat(600 * 1024) })
    expect((await rawExchange(urlOf(), head)).status).toBe(431)
  })

  test('refuses HTTP/2 in the syntax of HTTP/1 with 505', async () => {
    const { status, body } = await rawExchange(urlOf(), `GET ${path()} HTTP/2.0\r\nHost: a\r\n\r\n`)
    expect(status).toBe(505)
    expect(body).toContain('a version of HTTP other than')
  })

  test('accepts the whole address as the target', async () => {
    const { token } = await server().account()
    const head = requestHead('GET', `http://example.org${path()}`, { Authorization: `Bearer ${token}` })
    expect((await rawExchange(urlOf(), head)).status).toBe(200)
  })
})

describe('a WebSocket to a tool', () => {
  const urlOf = (path: string) => `${server().gatewayUrl.replace('http', 'ws')}${path}`

  test('is not opened for a caller whom the tool would reject', async () => {
    for (const headers of [{}, { Authorization: 'Bearer od_wrong' }]) {
      const socket = new WebSocket(urlOf('/notes/add'), { headers })
      const [, response] = await once(socket, 'unexpected-response')
      expect(response.statusCode).toBe(401)
      socket.on('error', () => undefined)
      socket.terminate()
    }
  })

  test('is closed if its account has too many bytes of unfinished messages waiting, and no other is', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const open = async (token: string | undefined) => {
      const connection = await rawConnection(server().gatewayUrl)
      connection.write(
        requestHead('GET', '/notes/add', {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': Buffer.alloc(16, 'k').toString('base64'),
          Authorization: `Bearer ${token}`,
        }),
      )
      await once(connection.socket, 'data')
      return connection
    }
    const unfinished = () => {
      const start = Buffer.alloc(14)
      start[0] = 0x81
      start[1] = 0xff
      start.writeBigUInt64BE(BigInt(4 * mebibyte), 2)
      return Buffer.concat([start, Buffer.alloc(4 * mebibyte - 1, 'x')])
    }
    const sockets = await Promise.all(Array.from({ length: 5 }, () => open(ada.token)))
    for (const { write } of sockets) write(unfinished())
    // Four of them are the maximum of one account.
    await Promise.race(sockets.map(({ closed }) => closed()))
    const other = new WebSocket(urlOf('/notes/add'), { headers: { Authorization: `Bearer ${ben.token}` } })
    await once(other, 'open')
    other.send(JSON.stringify({ title: 'Still served', text: 'yes' }))
    const [frame] = await once(other, 'message')
    expect(JSON.parse(String(frame)).note).toMatchObject({ title: 'Still served' })
    for (const { close } of sockets) close()
  })
})
