import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startEcho } from './fixtures/echo-server.ts'
import { ann, gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld({ heartbeatMs: 150 })

interface Streamed {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly trailers: IncomingMessage['trailers']
  readonly lines: readonly Record<string, unknown>[]
}

/** A request whose response is read to its end, with its trailers, which fetch does not return. */
function streamed(path: string, body: string, headers: Record<string, string> = {}): Promise<Streamed> {
  return new Promise((resolve, reject) => {
    const req = httpRequest(`${world().url}${path}`, { method: 'POST', headers: { ...ann, ...headers } }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      res.on('end', () => {
        const lines = text.split('\n').filter((line) => line !== '')
        const { statusCode: status = 0, headers: answered, trailers } = res
        resolve({ status, headers: answered, trailers, lines: lines.map((line) => JSON.parse(line)) })
      })
      res.on('error', reject)
    })
    req.on('error', reject)
    req.end(body)
  })
}

const lines = { 'Content-Type': 'application/x-ndjson' }

describe('streams over plain HTTP', () => {
  test('every message is a line, and the trailer reports completion', async () => {
    const answer = await streamed('/echo/count', '{"size":3}')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/x-ndjson')
    expect(answer.headers.trailer).toBe('Stream-Status')
    expect(answer.lines.map(({ size }) => size)).toEqual([1, 2, 3])
    expect(answer.trailers['stream-status']).toBe('200')
  })

  test('an empty stream is complete as well', async () => {
    const answer = await streamed('/echo/count', '{}')
    expect(answer.lines).toEqual([])
    expect(answer.trailers['stream-status']).toBe('200')
  })

  test('GET reads the query string', async () => {
    const response = await fetch(`${world().url}/echo/count?size=2`, { headers: ann })
    expect((await response.text()).trim().split('\n')).toHaveLength(2)
  })

  test('a failure before the response begins has its own status', async () => {
    const answer = await streamed('/echo/count', '{"size":0,"name":"gone"}')
    expect(answer.status).toBe(404)
    expect(answer.lines).toEqual([{ id: 'echo.count', code: 404, detail: 'gone', status: 'Not Found' }])
  })

  test('a failure midway is an error as the last line, with its status as the trailer', async () => {
    const answer = await streamed('/echo/count', '{"size":2,"name":"gone"}')
    expect(answer.status).toBe(200)
    expect(answer.lines.at(-1)).toEqual({ id: 'echo.count', code: 404, detail: 'gone', status: 'Not Found' })
    expect(answer.lines).toHaveLength(3)
    expect(answer.trailers['stream-status']).toBe('404')
  })

  test('an idle stream begins at once, and sends an empty line regularly', async () => {
    const before = world().echo.cancelled()
    const response = await fetch(`${world().url}/echo/silence`, { method: 'POST', headers: ann })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    for (const _ of [1, 2]) expect(String(Buffer.from((await reader.read()).value as Uint8Array))).toBe('\n')
    await reader.cancel()
    await world().echo.whenGivenUp(before + 1)
  })

  test('a failure after an idle time is the last line', async () => {
    const response = await fetch(`${world().url}/echo/silence`, { method: 'POST', headers: ann, body: '{"size":600}' })
    const text = await response.text()
    expect(text).toMatch(/^\n+\{.*\}\n$/)
    expect(JSON.parse(text)).toMatchObject({ code: 404, detail: 'quiet' })
  })

  test('messages arrive one by one, and a client that disconnects ends the stream', async () => {
    const before = world().echo.cancelled()
    const response = await fetch(`${world().url}/echo/watch`, { method: 'POST', headers: ann })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const { value } = await reader.read()
    expect(JSON.parse(Buffer.from(value as Uint8Array).toString())).toMatchObject({ name: 'watching' })
    await reader.cancel()
    await world().echo.whenGivenUp(before + 1)
  })

  test('a reader who stops reading stops the service', async () => {
    const socket = connectSocket(world().port, '127.0.0.1')
    socket.pause()
    const body = '{"size":10000,"name":"big"}'
    socket.write(
      `POST /echo/count HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.Authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    // A gigabyte is requested: when the count stops growing, the buffers between the two are full.
    let seen = -1
    let quiet = 0
    while (quiet < 20) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      quiet = seen > 0 && world().echo.counted() === seen ? quiet + 1 : 0
      seen = world().echo.counted()
    }
    expect(seen).toBeGreaterThan(0)
    expect(seen).toBeLessThan(1000)
    socket.destroy()
  })

  test('a stream of requests is a line for each', async () => {
    const { lines: answers } = await streamed('/echo/collect', '{"name":"a"}\n\n {"name":"b"}\r\n{"name":"c"}', lines)
    expect(answers).toMatchObject([{ name: 'a,b,c' }])
    expect((await streamed('/echo/collect', '{"name":"only"}')).lines).toMatchObject([{ name: 'only' }])
    const chat = await streamed('/echo/chat', '{"name":"a"}\n{"name":"b"}\n', lines)
    expect(chat.lines).toMatchObject([{ name: 'a' }, { name: 'b' }])
  })

  test('a line that is not a message is rejected by its status', async () => {
    const answer = await streamed('/echo/collect', '{"name":"a"}\n{"size":"many"}\n', lines)
    expect(answer.status).toBe(400)
    expect(answer.lines[0]?.detail).toMatch(/size must be a whole number/)
    expect((await streamed('/echo/collect', 'nothing\n', lines)).lines[0]?.detail).toMatch(/not valid JSON/)
  })

  test('a line over 4 MiB is rejected', async () => {
    const answer = await streamed('/echo/collect', `{"name":"${'x'.repeat(4 * 1024 * 1024)}"}`, lines)
    expect(answer.status).toBe(413)
  })

  test('protobuf is for single messages', async () => {
    expect((await streamed('/echo/count', '', { 'Content-Type': 'application/protobuf' })).status).toBe(415)
  })
})

/** A client that stores what it receives. */
function client(path: string, { protocols = [] as string[], headers = ann as Record<string, string> } = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${world().port}${path}`, protocols, { headers })
  const frames: any[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  opened.catch(() => undefined)
  const refused = new Promise<{ status: number | undefined; body: Record<string, unknown> }>((resolve) => {
    socket.on('unexpected-response', (_req, res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      res.on('end', () => resolve({ status: res.statusCode, body: JSON.parse(text) }))
    })
  })
  const nextFrame = () => new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))))
  return { socket, frames, closed, opened, refused, nextFrame }
}

describe('WebSockets', () => {
  test('the first frame is the request, every message a frame', async () => {
    const { socket, frames, closed, opened } = client('/v1/echo/count')
    await opened
    socket.send('{"size":3}')
    expect(await closed).toBe(1000)
    expect(frames.map(({ size }) => size)).toEqual([1, 2, 3])
  })

  test('one response is one frame', async () => {
    const { socket, frames, closed, opened } = client('/echo/call')
    await opened
    socket.send('{"name":"a"}')
    expect(await closed).toBe(1000)
    expect(frames).toMatchObject([{ name: 'a', hitCount: '0' }])
  })

  test('later frames are further requests', async () => {
    const { socket, closed, opened, nextFrame } = client('/echo/chat')
    await opened
    for (const name of ['a', 'b', 'x'.repeat(100_000)]) {
      const answer = nextFrame()
      socket.send(JSON.stringify({ name }))
      expect(await answer).toMatchObject({ name })
    }
    socket.send('')
    expect(await closed).toBe(1000)
  })

  test('an empty frame ends the requests', async () => {
    const { socket, frames, closed, opened } = client('/echo/collect')
    await opened
    for (let index = 0; index < 100; index++) socket.send(JSON.stringify({ name: String(index) }))
    socket.send('')
    expect(await closed).toBe(1000)
    expect(frames[0].name.split(',')).toHaveLength(100)
  })

  test('an error is a frame, and its status the code that it closes with', async () => {
    const { socket, frames, closed, opened } = client('/echo/count')
    await opened
    socket.send('{"size":1,"name":"gone"}')
    expect(await closed).toBe(4404)
    expect(frames).toMatchObject([{ size: 1 }, { id: 'echo.count', code: 404, detail: 'gone', status: 'Not Found' }])
  })

  test.each([
    ['JSON that breaks off', '{"name":', 4400],
    ['a field of another type', '{"size":"x"}', 4400],
    ['bytes', Buffer.from([1, 2]), 4400],
    ['a frame over 4 MiB', 'x'.repeat(5 * 1024 * 1024), 1009],
  ])('%s', async (_, frame, code) => {
    const { socket, closed, opened } = client('/echo/call')
    await opened
    socket.send(frame)
    expect(await closed).toBe(code)
  })

  test('a wrong message midway ends the call', async () => {
    const { socket, frames, closed, opened } = client('/echo/chat')
    await opened
    socket.send('{"name":"a"}')
    socket.send('{"size":"x"}')
    expect(await closed).toBe(4400)
    expect(frames.at(-1)).toMatchObject({ code: 400 })
  })

  test('a browser sends its token as a subprotocol, which is selected', async () => {
    const { socket, closed, opened } = client('/echo/call', { protocols: ['acme.ann'], headers: {} })
    await opened
    expect(socket.protocol).toBe('acme.ann')
    socket.send('{}')
    expect(await closed).toBe(1000)
    const named = client('/echo/call', { protocols: ['onedoor', 'acme.ann'], headers: {} })
    await named.opened
    expect(named.socket.protocol).toBe('onedoor')
    named.socket.close()
  })

  test.each<[string, string, Record<string, string>, number]>([
    ['nobody', '/echo/call', {}, 401],
    ['a cookie of a page from elsewhere', '/echo/call', { Cookie: 'a=acme.ann', Origin: 'https://evil.example' }, 401],
    ['an unknown service', '/nobody/call', ann, 404],
    ['the root', '/', ann, 404],
    ['a limit', '/echo/call', { Authorization: 'Bearer acme.busy' }, 429],
  ])('%s is rejected before the handshake', async (_, path, headers, status) => {
    const { refused } = client(path, { headers })
    const answer = await refused
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(['id', 'code', 'detail', 'status'])
  })

  test('an incomplete handshake is rejected', async () => {
    const head = `GET /echo/call HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.Authorization}\r\nConnection: Upgrade\r\n`
    expect(await raw(`${head}Upgrade: websocket\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
  })

  test('a request to upgrade to another protocol is served as it is', async () => {
    const head = `POST /echo/call HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.Authorization}\r\n`
    const answer = await raw(
      `${head}Connection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: 12\r\n\r\n{"name":"a"}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toContain('"name":"a"')
  })

  test('a client that disconnects ends the stream', async () => {
    const before = world().echo.cancelled()
    const { socket, opened, nextFrame } = client('/echo/watch')
    await opened
    const first = nextFrame()
    socket.send('{}')
    await first
    socket.terminate()
    await world().echo.whenGivenUp(before + 1)
  })

  test('a caller may have a hundred open streams of a service, and no more', async () => {
    const headers = { Authorization: 'Bearer acme.greedy' }
    const held = Array.from({ length: 100 }, () => client('/echo/chat', { headers }))
    await Promise.all(held.map(({ opened }) => opened))
    expect((await client('/echo/chat', { headers }).refused).status).toBe(429)
    expect((await streamed('/echo/count', '{"size":1}', headers)).status).toBe(429)
    expect((await streamed('/echo/call', '{}', headers)).status).toBe(200)
    expect((await streamed('/foo/bar/echo/count', '{"size":1}', headers)).status).toBe(200)
    expect((await streamed('/echo/count', '{"size":1}')).status).toBe(200)
    for (const { socket } of held) socket.terminate()
    await Promise.all(held.map(({ closed }) => closed))
    let status = 429
    while (status === 429) status = (await streamed('/echo/count', '{"size":1}', headers)).status
    expect(status).toBe(200)
  })

  test('two concurrent callers do not receive each other’s messages', async () => {
    const [one, two] = [client('/echo/chat'), client('/echo/chat')]
    await Promise.all([one.opened, two.opened])
    for (let index = 0; index < 20; index++) {
      one.socket.send(`{"name":"one","size":${index}}`)
      two.socket.send(`{"name":"two","size":${index}}`)
    }
    one.socket.send('')
    two.socket.send('')
    await Promise.all([one.closed, two.closed])
    expect(one.frames.map(({ name, size }) => `${name}${size}`)).toEqual(
      Array.from({ length: 20 }, (_, i) => `one${i}`),
    )
    expect(two.frames.map(({ name, size }) => `${name}${size}`)).toEqual(
      Array.from({ length: 20 }, (_, i) => `two${i}`),
    )
  })
})

test('a stream over HTTP/2 has its trailer as well', async () => {
  const session = connectHttp2(world().url)
  const stream = session.request({ ':method': 'POST', ':path': '/echo/count', authorization: ann.Authorization })
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const trailers = once(stream, 'trailers')
  stream.end('{"size":2}')
  expect((await trailers)[0]).toMatchObject({ 'stream-status': '200' })
  await once(stream, 'close')
  expect(text.trim().split('\n')).toHaveLength(2)
  session.close()
})

test('a service that dies midway is reported on every protocol', async () => {
  const mortal = await startEcho()
  world().registry.set('acme', 'mortal', mortal.record('mortal'))
  const unary = streamed('/mortal/echo/stall', '{}')
  const stream = streamed('/mortal/echo/watch', '{}')
  const { socket, frames, closed, opened, nextFrame } = client('/mortal/echo/watch')
  await opened
  const first = nextFrame()
  socket.send('{}')
  await first
  while (mortal.calls.Stall === undefined) await new Promise(setImmediate)
  await mortal.kill()
  expect((await unary).status).toBe(502)
  const lines = await stream
  expect(lines.lines.at(-1)).toMatchObject({ code: 502, id: 'mortal.echo.watch' })
  expect(lines.trailers['stream-status']).toBe('502')
  expect(await closed).toBe(4502)
  expect(frames.at(-1)).toMatchObject({ code: 502 })
})

test('a stopping server ends streams and says so, and lets unary calls finish', async () => {
  const { socket, frames, closed, opened, nextFrame } = client('/echo/watch')
  await opened
  const first = nextFrame()
  socket.send('{}')
  await first
  const silent = client('/echo/call')
  await silent.opened
  const lines = streamed('/echo/watch', '{}')
  const stalled = world().echo.calls.Stall ?? 0
  const single = streamed('/echo/stall', '{"name":"let go"}')
  while ((world().echo.calls.Stall ?? 0) === stalled) await new Promise(setImmediate)
  world().stopStreams()
  expect(await closed).toBe(4503)
  expect(frames.at(-1)).toMatchObject({ code: 503, detail: expect.stringMatching(/stopping/) })
  expect(await silent.closed).toBe(4503)
  expect((await lines).lines.at(-1)).toMatchObject({ code: 503 })
  world().echo.release()
  expect(await single).toMatchObject({ status: 200, lines: [{ name: 'let go' }] })
})

/** Everything that is sent back for these bytes until the connection closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connectSocket(world().port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}
