import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { field, frame, frameFlags, frameTypes } from '#testing/http2-frames.ts'
import { FloodPace } from './flood-pace.ts'
import { defaultTimeouts, openRpcPort, type PortHandler } from './port.ts'

const { headers, resetStream, settings } = frameTypes
const { none, endHeaders, endStream } = frameFlags
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const cancel = Buffer.from([0, 0, 0, 8])

const request = (path: string) =>
  Buffer.concat([field(':method', 'POST'), field(':scheme', 'http'), field(':path', path), field(':authority', 'x')])

const ignoring: PortHandler = { request: () => undefined, upgrade: () => undefined }

async function open(handler: PortHandler, floods?: Pick<FloodPace, keyof FloodPace>) {
  const port = await openRpcPort(handler, { host: '127.0.0.1', port: 0 }, defaultTimeouts, floods)
  onTestFinished(() => port.drain(0))
  return port
}

/** Streams that are opened and reset. */
function flood(count: number): Buffer {
  const streams = Array.from({ length: count }, (_, index) => {
    const stream = 2 * index + 1
    return [frame(headers, endHeaders, stream, request('/given-up')), frame(resetStream, none, stream, cancel)]
  })
  return Buffer.concat([preface, frame(settings, none, 0), ...streams.flat()])
}

/** Connects and sends. It is closed when the test has finished. */
async function sending(port: number, bytes: Buffer) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

test('streams that a client opens and resets at once reach no handler', async () => {
  const reached: (string | undefined)[] = []
  const kept = Promise.withResolvers<void>()
  const handler: PortHandler = {
    request(req, res) {
      reached.push(req.url)
      if (req.url === '/kept') kept.resolve()
      res.end()
    },
    upgrade: () => undefined,
  }
  const opened = await open(handler)
  const last = frame(headers, endHeaders | endStream, 101, request('/kept'))
  await sending(opened.port, Buffer.concat([flood(50), last]))
  await kept.promise
  expect(reached).toEqual(['/kept'])
})

test('a connection that opens and resets a hundred streams is recorded, and not one that resets fewer', async () => {
  const floods = new FloodPace(() => 0)
  const { port } = await open(ignoring, floods)
  const closed = await sending(port, flood(99))
  closed.end()
  await once(closed.resume(), 'close')
  expect(floods.delayMs('127.0.0.1')).toBe(0)
  await sending(port, flood(100))
  await expect.poll(() => floods.delayMs('127.0.0.1')).toBe(250)
})

test('a connection of an address that floods is served after its delay, and closed if too many wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const delays = [60_000, 0, undefined]
  const { port } = await open(ignoring, { note: () => undefined, delayMs: () => delays.shift() })
  const received = async (others: number) => {
    const socket = await sending(port, flood(0))
    const bytes: Buffer[] = []
    socket.on('data', (piece: Buffer) => bytes.push(piece))
    await expect.poll(() => delays.length).toBe(others)
    return { bytes, socket }
  }
  const delayed = await received(2)
  const immediate = await received(1)
  await expect.poll(() => immediate.bytes[0]?.[3]).toBe(settings)
  expect(delayed.bytes).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(() => delayed.bytes[0]?.[3]).toBe(settings)
  const refused = await received(0)
  if (!refused.socket.closed) await once(refused.socket, 'close')
  expect(refused.bytes).toEqual([])
})
