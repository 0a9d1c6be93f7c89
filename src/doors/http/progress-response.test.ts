import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'
import { rawConnection, requestHead } from '#testing/raw-http.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { progressResponse } from './progress-response.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** A response to a client that has requested it and reads nothing yet. */
async function begun() {
  const arrived = Promise.withResolvers<{ res: ServerResponse; response: ReturnType<typeof progressResponse> }>()
  const server = createServer((req, res) => arrived.resolve({ res, response: progressResponse(req, res, 'request_1') }))
  const url = await openOnLoopback(server)
  onTestFinished(() => closeServer(server))
  const connection = await rawConnection(url)
  onTestFinished(() => connection.close())
  connection.socket.pause()
  connection.write(requestHead('GET', '/', {}))
  return { connection, ...(await arrived.promise) }
}

test('a client that is more than a mebibyte behind is disconnected', async () => {
  const { connection, res, response } = await begun()
  const send = () => response.send('text', { text: 'x'.repeat(100_000) })
  for (let sent = 0; sent < 5; sent++) send()
  expect(res.destroyed).toBe(false)
  for (let sent = 0; sent < 20; sent++) send()
  expect(res.destroyed).toBe(true)
  connection.socket.resume()
  await connection.closed()
})

test('a beat is sent every 15 seconds until the response ends, and none after that', async () => {
  const { connection, response } = await begun()
  response.send('text', { text: 'One' })
  vi.advanceTimersByTime(30_000)
  response.end({ operation: undefined, error: new ApiError('unavailable', 'The model is busy.') })
  // Not only once the client has read it all.
  expect(vi.getTimerCount()).toBe(0)
  connection.socket.resume()
  const { status, body } = await connection.response()
  expect(status).toBe(200)
  expect(body).toMatch(/^event: text\ndata: {"text":"One"}\n\n(:\n\n){2}event: error\ndata: {.*is busy.*}\n\n$/)
})

test('no beat is sent to a client that has disconnected', async () => {
  const { connection, res, response } = await begun()
  response.send('text', { text: 'One' })
  expect(vi.getTimerCount()).toBe(1)
  connection.close()
  await once(res, 'close')
  expect(vi.getTimerCount()).toBe(0)
})
