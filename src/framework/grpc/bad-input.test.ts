import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { Code, createClient } from '@connectrpc/connect'
import { findTrailerError } from '@connectrpc/connect/protocol-grpc'
import { trailerParse } from '@connectrpc/connect/protocol-grpc-web'
import { createGrpcTransport } from '@connectrpc/connect-node'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { Client } from '#generated/proto/client_pb.js'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { maxMessageBytes } from '../kernel/host/host.ts'
import { openEchoWorld } from './fixtures/echo-world.ts'

const world = await openEchoWorld()
afterAll(() => world.stop())

/** After all of this it still responds. */
afterAll(async () => {
  const client = createClient(Client, createGrpcTransport({ baseUrl: world.url }))
  await client.call({})
})

interface Answer {
  readonly headers: IncomingHttpHeaders
  readonly trailers: IncomingHttpHeaders
  readonly body: Buffer
}

/** One request over HTTP/2, sent as it is. */
async function send(path: string, headers: Record<string, string>, body: Uint8Array): Promise<Answer> {
  const session = connectHttp2(world.url)
  session.on('error', () => undefined)
  const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
  const answer = { headers: {} as IncomingHttpHeaders, trailers: {} as IncomingHttpHeaders }
  stream.on('response', (received) => (answer.headers = received))
  stream.on('trailers', (received) => (answer.trailers = received))
  stream.end(body)
  const received = await buffer(stream)
  session.close()
  return { ...answer, body: received }
}

function frame(message: Uint8Array, flags = 0, length = message.length): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, message])
}

async function grpc(path: string, body: Uint8Array, headers: Record<string, string> = {}) {
  const answer = await send(path, { 'content-type': 'application/grpc', te: 'trailers', ...headers }, body)
  expect(answer.headers[':status']).toBe(200)
  const pairs = Object.entries({ ...answer.headers, ...answer.trailers }).filter(([name]) => name.startsWith('grpc-'))
  const error = findTrailerError(new Headers(pairs as [string, string][]))
  return { code: error?.code, detail: error?.findDetails(ErrorSchema)[0], requestId: answer.headers['x-request-id'] }
}

const callPath = '/client.Client/Call'

describe('over gRPC', () => {
  test.each([
    ['bytes that are not a message', frame(Buffer.from('ffffff', 'hex')), Code.InvalidArgument, 400],
    ['a message that ends too early', frame(Buffer.from('0a10', 'hex')), Code.InvalidArgument, 400],
    ['text that is not UTF-8', frame(Buffer.from('0a02c328', 'hex')), Code.InvalidArgument, 400],
    ['half a frame', frame(new Uint8Array(3), 0, 10), Code.InvalidArgument, 400],
    ['no message at all', new Uint8Array(), Code.Unimplemented, 501],
    [
      'two messages instead of one',
      Buffer.concat([frame(new Uint8Array()), frame(new Uint8Array())]),
      Code.Unimplemented,
      501,
    ],
    [
      'a message that is announced too large',
      frame(new Uint8Array(), 0, maxMessageBytes + 1),
      Code.ResourceExhausted,
      413,
    ],
    ['a compressed message without a compression', frame(gzipSync('x'), 1), Code.InvalidArgument, 400],
  ])('%s is a distinct error', async (_what, body, code, status) => {
    const answer = await grpc(callPath, body)
    expect(answer).toMatchObject({ code, detail: { id: 'client.call', code: status } })
    expect(answer.requestId).toBeDefined()
  })

  test('a message that unpacks to more than the limit is rejected', async () => {
    const bomb = gzipSync(Buffer.alloc(maxMessageBytes * 4))
    expect(bomb.length).toBeLessThan(maxMessageBytes)
    expect(await grpc(callPath, frame(bomb, 1), { 'grpc-encoding': 'gzip' })).toMatchObject({
      code: Code.ResourceExhausted,
      detail: { code: 413 },
    })
  })

  test('a message of the maximum size is accepted, both ways; a larger response is rejected', async () => {
    const client = createClient(Client, createGrpcTransport({ baseUrl: world.url }))
    const body = new Uint8Array(maxMessageBytes - 10)
    expect((await client.call({ body })).body.length).toBe(body.length)
    const endpoint = `large ${maxMessageBytes + 1}`
    await expect(client.call({ endpoint })).rejects.toMatchObject({ code: Code.ResourceExhausted })
  })

  test.each([
    ['an unknown compression', { 'grpc-encoding': 'zip' }, Code.Unimplemented],
    ['an invalid timeout', { 'grpc-timeout': 'soon' }, Code.InvalidArgument],
    ['an invalid credential', { authorization: 'Bearer bad' }, Code.Unauthenticated],
  ])('%s is refused', async (_what, headers, code) => {
    expect(await grpc(callPath, frame(new Uint8Array()), headers)).toMatchObject({
      code,
      detail: { id: expect.any(String) },
    })
  })

  test.each([
    ['/client.Client/Nothing', Code.Unimplemented, 'client.Client has no method Nothing.'],
    ['/client.Client/call', Code.Unimplemented, 'client.Client has no method call.'],
    ['/nobody.Nothing/Call', Code.NotFound, 'There is no such service.'],
    ['/', Code.Unimplemented, 'The path of a gRPC call'],
    ['/client.Client', Code.Unimplemented, 'The path of a gRPC call'],
    ['/a/b/c', Code.Unimplemented, 'The path of a gRPC call'],
  ])('%s is not a method', async (path, code, detail) => {
    const answer = await grpc(path, frame(new Uint8Array()))
    expect(answer).toMatchObject({ code, detail: { detail: expect.stringContaining(detail) } })
  })

  test('any bytes get a status, and never an internal one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        const { code } = await grpc(callPath, frame(bytes))
        expect([undefined, Code.InvalidArgument]).toContain(code)
      }),
      { numRuns: 40 },
    )
  })
})

describe('over gRPC-Web and Connect', () => {
  const junk = Buffer.from('ffffff', 'hex')

  test('bytes that are not a message are a distinct error', async () => {
    const connectAnswer = await send(callPath, { 'content-type': 'application/proto' }, junk)
    expect(connectAnswer.headers[':status']).toBe(400)
    expect(JSON.parse(connectAnswer.body.toString())).toMatchObject({
      code: 'invalid_argument',
      details: [{ type: 'errors.Error', debug: { id: 'client.call', code: 400, status: 'Bad Request' } }],
    })

    const { headers, body } = await send(callPath, { 'content-type': 'application/grpc-web+proto' }, frame(junk))
    expect([headers[':status'], body[0]]).toEqual([200, 0x80])
    const error = findTrailerError(trailerParse(body.subarray(5)))
    expect(error?.code).toBe(Code.InvalidArgument)
    expect(error?.findDetails(ErrorSchema)).toMatchObject([{ id: 'client.call', code: 400 }])
  })

  describe.each([
    ['a service that is registered by others', 'acme.greeter.v1.Greeter', /reach only the services of this server/],
    ['an unknown method of a service of this server', 'client.Client', /client\.Client has no method Nothing/],
  ])('a call of %s', (_what, typeName, message) => {
    const path = `/${typeName}/Nothing`

    test('is refused in the words of gRPC-Web', async () => {
      const { headers } = await send(path, { 'content-type': 'application/grpc-web+proto' }, frame(junk))
      expect(headers).toMatchObject({ ':status': 200, 'content-type': 'application/grpc-web+proto' })
      const pairs = Object.entries(headers).filter(([name]) => name.startsWith('grpc-'))
      expect(findTrailerError(new Headers(pairs as [string, string][]))).toMatchObject({
        code: Code.Unimplemented,
        rawMessage: expect.stringMatching(message),
      })
    })

    test('is refused in the words of Connect', async () => {
      const type = { 'content-type': 'application/json', 'connect-protocol-version': '1' }
      const single = await send(path, type, Buffer.from('{}'))
      expect(single.headers[':status']).toBe(501)
      expect(JSON.parse(single.body.toString())).toMatchObject({
        code: 'unimplemented',
        message: expect.stringMatching(message),
      })
      const { headers, body } = await send(
        path,
        { 'content-type': 'application/connect+json' },
        frame(Buffer.from('{}')),
      )
      expect([headers[':status'], body[0]]).toEqual([200, 0x02])
      expect(JSON.parse(body.subarray(5).toString())).toMatchObject({ error: { code: 'unimplemented' } })
    })
  })

  test('a message that is too large is rejected before it is read to its end', async () => {
    const large = Buffer.alloc(maxMessageBytes + 100)
    const { headers, body } = await send(callPath, { 'content-type': 'application/proto' }, large)
    expect(headers[':status']).toBe(429)
    expect(JSON.parse(body.toString())).toMatchObject({
      code: 'resource_exhausted',
      details: [{ debug: { code: 413 } }],
    })
  })
})

describe('over HTTP', () => {
  test.each([
    ['text/plain', 415],
    ['application/xml', 415],
    ['application/grpc+thrift', 415],
  ])('%s is rejected with a message', async (type, status) => {
    const { headers, body } = await send(callPath, { 'content-type': type }, new Uint8Array())
    expect(headers[':status']).toBe(status)
    expect(JSON.parse(body.toString())).toMatchObject({ id: 'gateway', code: 415, status: 'Unsupported Media Type' })
  })

  test('another verb is rejected with the supported one', async () => {
    const response = await fetch(`${world.url}${callPath}`, { method: 'PUT', body: '{}' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await response.json()).toMatchObject({ code: 405, detail: expect.stringContaining('Use POST') })
  })

  test.each(['{', '[]', '{"body":1}', '"text"', ''])('JSON %j is rejected', async (body) => {
    const response = await fetch(`${world.url}${callPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_argument' })
  })

  test('a bidirectional stream is rejected over HTTP/1.1', async () => {
    const headers = { 'content-type': 'application/connect+json' }
    const response = await fetch(`${world.url}/client.Client/Stream`, { method: 'POST', headers, body: '' })
    expect(response.status).toBe(501)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('HTTP/2') })
  })

  test.each([
    ['HTTP/1.0 without a host', `POST ${callPath} HTTP/1.0\r\nContent-Type: application/json\r\n\r\n`],
    [
      'an invalid host',
      `POST ${callPath} HTTP/1.1\r\nHost: a b\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
    ],
  ])('%s is refused', async (_what, request) => {
    const socket = connect(world.port, '127.0.0.1')
    socket.write(request)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*host of the request is missing or malformed/s)
  })
})
