import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { version } from '../../runtime/base/version.ts'
import { createContract } from '../../runtime/calls/contract.ts'
import { expectProblem } from '../../testing/problems.ts'
import { rawConnection, rawExchange, requestHead } from '../../testing/raw-http.ts'
import { serverForTests } from '../../testing/server.ts'
import { exampleResult, standIns } from '../../testing/stand-ins.ts'
import { openHttpDoor } from './http-server.ts'

const headlines = '/api/v1/news/headlines'
const smallCapBytes = 100
const seen: string[] = []

/** Without prices, so that the text methods can be served; with a cap that a short body exceeds. */
const contract = createContract(
  operations.map((operation) => ({
    ...operation,
    microCredits: 0,
    bodyCapBytes: operation.id === 'contacts.find' ? smallCapBytes : operation.bodyCapBytes,
  })),
)
const summarise = ({ text }: Record<string, unknown>) => {
  seen.push(String(text))
  return { text: 'Short.', lines: ['Short.'] }
}
const add = ({ title }: Record<string, unknown>) => {
  seen.push(String(title))
  return exampleResult('notes.add')
}
const broken = () => ({ items: [], count: 7n })

const server = serverForTests({
  contract,
  handlers: standIns({ 'text.summarise': summarise, 'social.list': broken, 'notes.add': add }),
})

describe('input that is not a request', () => {
  test.each([
    ['junk', 'junk\r\n\r\n'],
    ['a verb that HTTP does not have', requestHead('BANANA', headlines)],
    ['another version of HTTP', `GET ${headlines} HTTP/3.7\r\nHost: a\r\n\r\n`],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the beginning of TLS', Buffer.from('16030100a50100', 'hex')],
    ['a header without a colon', `GET ${headlines} HTTP/1.1\r\nHost a\r\n\r\n`],
    ['a header folded over lines', `GET ${headlines} HTTP/1.1\r\nHost: a\r\n b\r\nX\r\n\r\n`],
    ['a length that is not a number', requestHead('POST', headlines, { 'Content-Length': 'seven' })],
    ['a negative length', requestHead('POST', headlines, { 'Content-Length': -1 })],
    ['two lengths', `${requestHead('POST', headlines, { 'Content-Length': 1 }).slice(0, -2)}Content-Length: 2\r\n\r\n`],
    ['a length and chunks', requestHead('POST', headlines, { 'Content-Length': 1, 'Transfer-Encoding': 'chunked' })],
    ['chunks of no size', `${requestHead('POST', headlines, { 'Transfer-Encoding': 'chunked' })}zz\r\n`],
    ['a target without a slash', requestHead('GET', 'api:v1')],
    ['U+0000 in a header', requestHead('GET', headlines, { 'X-Note': 'a\0b' })],
  ])('%s returns 400 in our form, and the connection ends', async (_, bytes) => {
    const connection = await rawConnection(server().url)
    connection.write(bytes)
    const response = await connection.response()
    expectProblem(response, 400, 'invalid_argument')
    expect(response.headers.connection).toBe('close')
    await connection.closed()
    expect((await fetch(`${server().url}${headlines}`)).status).toBe(200)
  })

  test.each([
    ['no Host', `GET ${headlines} HTTP/1.1\r\n\r\n`],
    ['several Hosts', `GET ${headlines} HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n`],
    ['a target that is not an address', requestHead('GET', 'http://[::/api')],
  ])('%s returns 400 in our form', async (_, bytes) => {
    expectProblem(await rawExchange(server().url, bytes), 400, 'invalid_argument')
  })

  test('a tunnel is rejected', async () => {
    const response = await rawExchange(server().url, requestHead('CONNECT', 'example.org:443'))
    expectProblem(response, 405, 'method_not_allowed')
    expect(response.headers.allow).toBe('GET, POST')
  })

  test.each([600 * 1024, 5 * 1024 * 1024])('headers of %d bytes are rejected with 431', async (size) => {
    expectProblem(
      await rawExchange(server().url, requestHead('GET', headlines, { 'X-Big': 'x'.repeat(size) })),
      431,
      'headers_too_large',
    )
    expectProblem(
      await rawExchange(server().url, requestHead('GET', `${headlines}?${'x'.repeat(size)}`)),
      431,
      'headers_too_large',
    )
  })
})

describe('the number of headers', () => {
  // Host is one of them.
  const withHeaders = (count: number) =>
    requestHead('GET', headlines, Object.fromEntries(Array.from({ length: count - 1 }, (_, at) => [`X-${at}`, 'a'])))

  test('is limited, and the error names the limit', async () => {
    expect((await rawExchange(server().url, withHeaders(1000))).status).toBe(200)
    const refused = await rawExchange(server().url, withHeaders(1001))
    expectProblem(refused, 431, 'headers_too_large')
    expect(refused.body).toContain('at most 1000 headers')
  })
})

describe('an unusual but valid request', () => {
  test('an address as a proxy sends it leads to the same method and the same page', async () => {
    const bytes = requestHead('GET', `http://elsewhere.example${headlines}`)
    expect((await rawExchange(server().url, bytes)).status).toBe(200)
    expect((await rawExchange(server().url, requestHead('GET', 'http://elsewhere.example/health/live'))).body).toBe(
      JSON.stringify({ status: 'ok', version }),
    )
  })

  test('an unknown expectation, and an upgrade to another protocol, are ignored', async () => {
    for (const headers of [{ Expect: 'banana' }, { Upgrade: 'websocket', Connection: 'Upgrade' }]) {
      expect(
        (await rawExchange(server().url, requestHead('GET', headlines, headers as Record<string, string>))).status,
      ).toBe(200)
    }
  })

  test('a client that waits for permission to send its body gets it', async () => {
    const ann = await server().account()
    const connection = await rawConnection(server().url)
    const body = '{"title":"A","text":"x"}'
    connection.write(
      requestHead('POST', '/api/v1/notes/add', {
        Authorization: `Bearer ${ann.token}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
      }),
    )
    connection.write(body)
    expect((await connection.response()).status).toBe(200)
    connection.close()
  })

  test('HTTP/1.0 needs no Host', async () => {
    expect((await rawExchange(server().url, `GET ${headlines} HTTP/1.0\r\n\r\n`)).status).toBe(200)
  })

  test('a POST without a body has an empty one, and the connection serves the next request', async () => {
    const ann = await server().account()
    const connection = await rawConnection(server().url)
    connection.write(requestHead('POST', '/api/v1/notes/add', { Authorization: `Bearer ${ann.token}` }))
    const response = await connection.response()
    expectProblem(response, 400, 'invalid_argument')
    expect(JSON.parse(response.body).error).toContain('title is required')
    connection.write(requestHead('GET', headlines))
    expect((await connection.response()).status).toBe(200)
    connection.close()
  })

  test('HEAD is rejected like other verbs, without a body', async () => {
    const connection = await rawConnection(server().url)
    connection.write(requestHead('HEAD', headlines))
    const response = await connection.response(true)
    expect([response.status, response.headers.allow, response.body]).toEqual([405, 'GET', ''])
    connection.close()
  })

  test('a path value that is not percent-encoded UTF-8 is rejected, and the server keeps running', async () => {
    expectProblem(
      await rawExchange(server().url, requestHead('POST', '/agent/%ff', { 'Content-Length': 0 })),
      400,
      'invalid_argument',
    )
    expectProblem(await rawExchange(server().url, requestHead('GET', '/agent/%ff')), 405, 'method_not_allowed')
    expectProblem(await rawExchange(server().url, requestHead('GET', '/docs/%ff')), 400, 'invalid_argument')
    expect((await fetch(`${server().url}${headlines}`)).status).toBe(200)
  })

  test('a GET with 30,000 characters of four bytes each reaches its handler complete; one more is rejected by its length', async () => {
    const text = '🌳'.repeat(30_000)
    const address = (value: string) => `/api/v1/text/summarise?text=${encodeURIComponent(value)}`
    expect((await rawExchange(server().url, requestHead('GET', address(text)))).status).toBe(200)
    expect(seen.at(-1)).toBe(text)
    const refused = await rawExchange(server().url, requestHead('GET', address(`${text}x`)))
    expectProblem(refused, 400, 'invalid_argument')
    expect(refused.body).toContain('text must have at most 30000 characters')
  })

  test('the same text in a body reaches the same handler', async () => {
    const text = '🌳'.repeat(30_000)
    const response = await fetch(`${server().url}/api/v1/text/summarise`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset="UTF-8"' },
      body: JSON.stringify({ text }),
    })
    expect(response.status).toBe(200)
    expect(seen.at(-1)).toBe(text)
  })

  test('a result that JSON cannot represent is a 500, and the server keeps running', async () => {
    expectProblem(await rawExchange(server().url, requestHead('GET', '/api/v1/social/list')), 500, 'internal')
    expect((await fetch(`${server().url}${headlines}`)).status).toBe(200)
  })
})

describe('a connection', () => {
  test('responds to pipelined requests in their order', async () => {
    const connection = await rawConnection(server().url)
    const paths = [headlines, '/health/live', '/api/v1/notes/list', headlines, '/nowhere', '/api/v1/nowhere', headlines]
    connection.write(
      paths.map((path, index) => requestHead('GET', path, { 'X-Request-Id': `request-${index}` })).join(''),
    )
    const answers: unknown[] = []
    for (const _ of paths) {
      const { status, headers } = await connection.response()
      answers.push([status, headers['x-request-id']])
    }
    expect(answers).toEqual([200, 200, 401, 200, 404, 404, 200].map((status, index) => [status, `request-${index}`]))
    connection.close()
  })

  test('serves the next request after a short body was rejected, whether or not it had arrived by then', async () => {
    const ann = await server().account()
    const body = JSON.stringify({ name: 'x'.repeat(smallCapBytes) })
    const head = requestHead('POST', '/api/v1/contacts/find', {
      Authorization: `Bearer ${ann.token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    const connection = await rawConnection(server().url)
    connection.write(head)
    expectProblem(await connection.response(), 413, 'too_large')
    connection.write(body + requestHead('GET', headlines))
    expect((await connection.response()).status).toBe(200)
    connection.write(head + body + requestHead('GET', headlines))
    expectProblem(await connection.response(), 413, 'too_large')
    expect((await connection.response()).status).toBe(200)
    connection.close()
  })

  test('announces its end after a long body was rejected, so that the rest is not taken for a request', async () => {
    const connection = await rawConnection(server().url)
    connection.write(requestHead('POST', '/api/v1/notes/add', { 'Content-Length': 50_000_000 }))
    connection.write(requestHead('POST', '/api/v1/notes/add', { 'Content-Length': 0 }))
    const response = await connection.response()
    expectProblem(response, 413, 'too_large')
    expect(response.headers.connection).toBe('close')
    await connection.closed()
    await expect(connection.response()).rejects.toThrow('The connection ended without a whole response; so far: ""')
  })
})

describe('a long body that is rejected for its credential', () => {
  const head = requestHead('POST', '/api/v1/notes/add', { Authorization: 'Bearer od_no', 'Content-Length': 1_000_000 })

  /**
   * Sends `rest` only after the server has closed its side; returns the response, and whether the connection was reset.
   */
  async function sendAfterRefusal(rest: string) {
    const { hostname, port } = new URL(server().url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    let answer = ''
    let isReset = false
    socket.on('error', () => {
      isReset = true
    })
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text
    })
    socket.write(head)
    await once(socket, 'end')
    socket.end(rest)
    await once(socket, 'close')
    return { answer, isReset }
  }

  test('is not awaited, and a client that sends it anyway can read why', async () => {
    const { answer, isReset } = await sendAfterRefusal('x'.repeat(1_000_000))
    expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n.*\r\nConnection: close\r\n.*"code":"unauthenticated"\}$/s)
    expect(isReset).toBe(false)
  })

  test('the connection serves no request after it', async () => {
    const ann = await server().account()
    const body = '{"title":"Late","text":"x"}'
    const headers = {
      Authorization: `Bearer ${ann.token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    }
    await sendAfterRefusal('x'.repeat(1_000_000) + requestHead('POST', '/api/v1/notes/add', headers) + body)
    expect(seen).not.toContain('Late')
    await ann.call('notes.add', { title: 'In time', text: 'x' })
    expect(seen).toContain('In time')
  })
})

describe('the id of a request', () => {
  const idOf = async (given: string) =>
    (await rawExchange(server().url, requestHead('GET', headlines, { 'X-Request-Id': given }))).headers['x-request-id']

  test.each(['a', 'A-b_c.9', '0190b5c8-7a6e-7c3e-9f4d-2b1a0c9d8e7f', 'x'.repeat(64)])('%s is kept', async (id) => {
    expect(await idOf(id)).toBe(id)
  })

  test.each(['', 'a b', 'ä', '"a"', '<script>', 'a/b', 'a,b', 'x'.repeat(65)])('%j is replaced', async (id) => {
    expect(await idOf(id)).toMatch(/^[A-Za-z0-9._-]{8,64}$/)
    expect(await idOf(id)).not.toBe(id)
  })

  test('a repeated header is ignored', async () => {
    const bytes = `GET ${headlines} HTTP/1.1\r\nHost: a\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n\r\n`
    expect((await rawExchange(server().url, bytes)).headers['x-request-id']).not.toMatch(/one|two/)
  })

  test('every request gets a unique one', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${server().url}${headlines}`)).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(50)
  })
})

describe('a client that is too slow', () => {
  test.each([
    ['in its headers', `POST ${headlines} HTTP/1.1\r\nHo`],
    ['in its body', `${requestHead('POST', headlines, { 'Content-Length': 10 })}{"a"`],
  ])('%s returns 408, and its connection ends', async (_, beginning) => {
    const door = await openHttpDoor(
      (req, res) => req.on('end', () => res.end()).resume(),
      { host: '127.0.0.1', port: 0 },
      { headersMs: 50, requestMs: 50, keepAliveMs: 1000, checkMs: 10 },
    )
    const connection = await rawConnection(`http://127.0.0.1:${door.port}`)
    connection.write(beginning)
    expectProblem(await connection.response(), 408, 'request_timeout')
    await connection.closed()
    await door.drain(1000)
  })
})

describe('an unavailable address', () => {
  const listener = () => undefined

  test('a port in use is named, with what to do', async () => {
    const { port } = new URL(server().url)
    await expect(openHttpDoor(listener, { host: '127.0.0.1', port: Number(port) })).rejects.toThrow(
      `Port ${port} is in use by another process. Stop that process, or set PORT to a free port.`,
    )
  })

  test('an address of another machine is named, with what to do', async () => {
    await expect(openHttpDoor(listener, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      'This machine does not have the address 192.0.2.1',
    )
  })
})
