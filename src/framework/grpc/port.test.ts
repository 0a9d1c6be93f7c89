import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2, constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { queryObjects } from 'node:v8'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { openRpcPort, type PortHandler, type PortTimeouts, protocolOf, type RpcPort } from './port.ts'

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const unhurried: PortTimeouts = {
  prefaceMs: 60_000,
  headersMs: 60_000,
  requestMs: 60_000,
  keepAliveMs: 60_000,
  idleMs: 60_000,
  pieceMs: 60_000,
  checkMs: 20,
}

/** Responds with the protocol and the body of a request. */
const describing: PortHandler = {
  async request(req, res) {
    const body = await text(req as IncomingMessage).catch(() => 'broken off')
    res.end(`${req.httpVersion} ${req.url} ${body}`)
  },
  upgrade: (_req, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
}

let opened: RpcPort | undefined

async function open(timeouts: Partial<PortTimeouts> = {}, handler = describing): Promise<RpcPort> {
  opened = await openRpcPort(handler, { host: '127.0.0.1', port: 0 }, { ...unhurried, ...timeouts })
  return opened
}

afterEach(async () => {
  await opened?.drain(0)
  opened = undefined
})

/** Sends pieces one after another and returns everything that came until the server closed. */
async function converse(port: number, pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const answer = text(socket)
  for (const piece of pieces) await write(socket, piece)
  return answer
}

function write(socket: Socket, piece: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(piece, () => resolve()))
}

async function http2(port: number, path: string, body: string): Promise<string> {
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  const stream = session.request({ ':method': 'POST', ':path': path })
  stream.end(body)
  const answer = await text(stream)
  session.close()
  return answer
}

describe('the first bytes of a connection', () => {
  test('mean HTTP/2 only with its whole preface, and HTTP/1 as soon as they differ from it', () => {
    for (let length = 0; length < preface.length; length++) {
      expect(protocolOf(Buffer.from(preface.slice(0, length)))).toBeUndefined()
      expect(protocolOf(Buffer.from(`${preface.slice(0, length)}~`))).toBe('http1')
    }
    expect(protocolOf(Buffer.from(`${preface}more`))).toBe('http2')
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24 }), (bytes) => {
        const head = Buffer.from(bytes)
        expect(protocolOf(head)).toBe(head.subarray(0, 24).toString('latin1') === preface ? 'http2' : 'http1')
      }),
    )
  })

  test('are not lost to either parser, wherever they are split', async () => {
    const { port } = await open()
    const request = 'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello'
    for (const at of [1, 2, 10, request.length - 3]) {
      expect(await converse(port, [request.slice(0, at), request.slice(at)])).toContain('1.1 /a hello')
    }
    expect(await http2(port, '/b', 'x'.repeat(200_000))).toBe(`2.0 /b ${'x'.repeat(200_000)}`)
  })

  test('of several requests at once are each handled, in order', async () => {
    const { port } = await open()
    const first = 'GET /one HTTP/1.1\r\nHost: x\r\n\r\n'
    const last = 'GET /two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    expect(await converse(port, [first + last])).toMatch(/1\.1 \/one .*1\.1 \/two /s)
  })

  test('of HTTP/1.0 without a host are accepted as a request', async () => {
    const { port } = await open()
    expect(await converse(port, ['GET /old HTTP/1.0\r\n\r\n'])).toContain('1.0 /old')
  })

  test('that request an upgrade to HTTP/2 are handled as HTTP/1.1; those that request a WebSocket are passed on', async () => {
    const { port } = await open()
    const asking = (protocol: string) =>
      `GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`
    expect(await converse(port, [asking('h2c')])).toContain('1.1 /up')
    expect(await converse(port, [asking('websocket')])).toContain('101 Switching Protocols')
  })
})

describe('a connection is refused', () => {
  test.each([
    ['junk', 'hello world\r\n\r\n'],
    ['the hello of TLS', Buffer.from('160301020001', 'hex')],
    ['a preface that goes wrong', 'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n'],
    ['a wrong version', 'GET / HTTP/9.9\r\n\r\n'],
  ])('in words: %s', async (_what, bytes) => {
    const { port } = await open()
    const answer = await converse(port, [bytes])
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    const detail = 'The data received is not a well-formed HTTP request.'
    expect(body).toEqual({ id: 'gateway', code: 400, detail, status: 'Bad Request' })
  })

  test('with a message if it requests a tunnel', async () => {
    const { port } = await open()
    expect(await converse(port, ['CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'])).toMatch(
      /^HTTP\/1\.1 405 .*not a proxy/s,
    )
  })

  test('if it sends nothing, or half a preface, in time', async () => {
    const { port } = await open({ prefaceMs: 30 })
    expect(await converse(port, [])).toBe('')
    expect(await converse(port, [preface.slice(0, 12)])).toBe('')
  })

  test('with a message if the head of its request is not complete in time', async () => {
    const { port } = await open({ headersMs: 40 })
    expect(await converse(port, ['GET / HTTP/1.1\r\nHost: x\r\n'])).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('on its stream if the rest of a request does not arrive in time over HTTP/2', async () => {
    const { port } = await open({ pieceMs: 30 })
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const stream = session.request({ ':method': 'POST', ':path': '/slow' })
    stream.on('error', () => undefined)
    stream.write('half')
    await once(stream, 'close')
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
    session.close()
  })

  test('on no stream whose response has begun: a conversation may pause', async () => {
    const { port } = await open(
      { pieceMs: 30 },
      { ...describing, request: (req, res) => void (req as Http2ServerRequest).pipe(res as Http2ServerResponse) },
    )
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const [talking, silent] = [1, 2].map(() => session.request({ ':method': 'POST', ':path': '/' }))
    if (!talking || !silent) throw new Error('no streams')
    silent.on('error', () => undefined)
    talking.write('one')
    expect(String((await once(talking, 'data'))[0])).toBe('one')
    await once(silent, 'close')
    talking.end('two')
    expect(await text(talking)).toBe('two')
    session.close()
  })

  test('on no stream whose complete request waits for its response, even if the handler reads the stream itself', async () => {
    const whole = Promise.withResolvers<Http2ServerRequest['stream']>()
    const request: PortHandler['request'] = (req) => {
      const { stream } = req as Http2ServerRequest
      stream.resume().once('end', () => whole.resolve(stream))
    }
    const { port } = await open({ pieceMs: 20 }, { ...describing, request })
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const [waiting, slow] = [1, 2].map(() => session.request({ ':method': 'POST', ':path': '/' }))
    if (!waiting || !slow) throw new Error('no streams')
    slow.on('error', () => undefined)
    slow.write('half')
    waiting.end('whole')
    const stream = await whole.promise
    // The timer of this stream began before that of the other, which has been cut by then.
    await once(slow, 'close')
    stream.respond()
    stream.end('late')
    expect(await text(waiting)).toBe('late')
    session.close()
  })

  test('when it idles over HTTP/2, not while a stream is open', async () => {
    const answers: (() => void)[] = []
    const { port } = await open(
      { idleMs: 40 },
      { ...describing, request: (_req, res) => answers.push(() => res.end('late')) },
    )
    const [busy, idle] = [connectHttp2(`http://127.0.0.1:${port}`), connectHttp2(`http://127.0.0.1:${port}`)]
    const waiting = busy.request({ ':path': '/' })
    await once(busy, 'remoteSettings')
    await once(idle, 'close')
    await once(connectHttp2(`http://127.0.0.1:${port}`), 'close')
    expect(busy.closed).toBe(false)
    answers[0]?.()
    expect(await text(waiting)).toBe('late')
    await once(busy, 'close')
  })

  test('when it opens streams and resets them at once, again and again', async () => {
    const { port } = await open()
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    session.on('error', () => undefined)
    const isOver = once(session, 'goaway')
    while (!session.destroyed && !session.closed) {
      const stream = session.request({ ':path': '/' })
      stream.on('error', () => undefined)
      stream.close(constants.NGHTTP2_CANCEL)
      await Promise.race([once(stream, 'close'), isOver])
    }
    const [code] = await isOver
    expect(code).not.toBe(constants.NGHTTP2_NO_ERROR)
  })
})

describe('the port', () => {
  test('releases an HTTP/2 connection that has ended, even if its client vanished', async () => {
    const { promise, resolve } = Promise.withResolvers<() => void>()
    const sessionOf = (req: unknown) => (req as Http2ServerRequest).stream.session
    const { port } = await open(
      {},
      {
        ...describing,
        request(req, res) {
          resolve(sessionOf(req)?.constructor as () => void)
          res.end('there')
        },
      },
    )
    for (const end of ['close', 'destroy'] as const) {
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      await text(session.request({ ':path': '/' }))
      session[end]()
      await once(session, 'close')
    }
    const Session = await promise
    // An open one proves that the others would be found.
    const last = connectHttp2(`http://127.0.0.1:${port}`)
    await once(last, 'remoteSettings')
    // Each count takes a garbage collection of everything that this process holds.
    await expect.poll(() => queryObjects(Session), { interval: 500 }).toBe(1)
    last.close()
  })

  test('that is in use is named with the setting that changes it', async () => {
    const { port } = await open()
    await expect(openRpcPort(describing, { host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} is in use by another process. Stop that process, or set GATEWAY_PORT to a free port or to off.`,
    )
    await expect(openRpcPort(describing, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      'Set HOST to an address of this machine',
    )
  })

  test('stops at once if nothing runs, even with connections that are idle or have sent nothing', async () => {
    const { port, drain } = await open()
    const silent = connect(port, '127.0.0.1')
    const idle = connectHttp2(`http://127.0.0.1:${port}`)
    await Promise.all([once(silent, 'connect'), once(idle, 'remoteSettings')])
    const ends = [once(silent, 'close'), once(idle, 'close')]
    await drain(60_000)
    await Promise.all(ends)
  })

  test('lets running requests of both protocols finish before it stops, and accepts no more', async () => {
    const answers: (() => void)[] = []
    let come: () => void = () => undefined
    const bothCame = new Promise<void>((resolve) => {
      come = resolve
    })
    const { port, drain } = await open(
      {},
      {
        ...describing,
        request(_req, res) {
          answers.push(() => res.end('done'))
          if (answers.length === 2) come()
        },
      },
    )
    const one = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
    const two = http2(port, '/', '')
    await bothCame
    const drained = drain(60_000)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    for (const answer of answers) answer()
    expect(await Promise.all([one, two])).toEqual(['done', 'done'])
    await drained
  })

  test('cuts off unfinished requests after the timeout', async () => {
    const { port, drain } = await open({}, { ...describing, request: () => undefined })
    const one = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut')
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    session.on('error', () => undefined)
    const stream = session.request({ ':path': '/' })
    stream.on('error', () => undefined)
    await once(session, 'remoteSettings')
    await drain(30)
    expect(await one).toBe('cut')
    if (!session.destroyed) await once(session, 'close')
  })
})
