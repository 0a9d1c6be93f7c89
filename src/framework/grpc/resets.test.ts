import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { field, frame, frameFlags, frameTypes } from '#testing/http2-frames.ts'
import { FloodPace } from './flood-pace.ts'
import { defaultTimeouts, openRpcPort, type PortHandler, type PortResponse } from './port.ts'

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

/** What a port reports about floods. A test decides when an address has its turn. */
function standInPace() {
  const noted: string[] = []
  const turn = vi.fn<FloodPace['turn']>(async () => true)
  return { noted, turn, note: (address: string) => void noted.push(address) }
}

test('a connection that opens and resets a hundred streams is recorded, and not one that resets fewer', async () => {
  const floods = standInPace()
  const { port } = await open(ignoring, floods)
  const closed = await sending(port, flood(99))
  closed.end()
  await once(closed.resume(), 'close')
  expect(floods.noted).toEqual([])
  await sending(port, flood(100))
  await expect.poll(() => floods.noted).toEqual(['127.0.0.1'])
})

test('a connection of an address that floods is served when its turn has come, and else closed', async () => {
  const floods = standInPace()
  const { port } = await open(ignoring, floods)
  const turn = Promise.withResolvers<boolean>()
  const received = async (isServed: boolean | Promise<boolean>) => {
    floods.turn.mockImplementationOnce(async () => isServed)
    const calls = floods.turn.mock.calls.length
    const socket = await sending(port, flood(0))
    const bytes: Buffer[] = []
    socket.on('data', (piece: Buffer) => bytes.push(piece))
    await expect.poll(() => floods.turn.mock.calls.length).toBe(calls + 1)
    return { bytes, socket }
  }
  const delayed = await received(turn.promise)
  const immediate = await received(true)
  await expect.poll(() => immediate.bytes[0]?.[3]).toBe(settings)
  expect(delayed.bytes).toEqual([])
  turn.resolve(true)
  await expect.poll(() => delayed.bytes[0]?.[3]).toBe(settings)
  const refused = await received(false)
  if (!refused.socket.closed) await once(refused.socket, 'close')
  expect(refused.bytes).toEqual([])
})

test('a connection that ends while it waits for its turn is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const floods = new FloodPace()
  floods.note('127.0.0.1')
  const turn = vi.spyOn(floods, 'turn')
  const { port } = await open(ignoring, floods)
  const socket = await sending(port, flood(0))
  await expect.poll(() => turn.mock.results.length).toBe(1)
  socket.end()
  expect(await turn.mock.results[0]?.value).toBe(false)
  if (!socket.closed) await once(socket.resume(), 'close')
})

test('when a connection floods, others of its address finish their calls and accept no more', async () => {
  const floods = standInPace()
  const calls: PortResponse[] = []
  const { port } = await open({ request: (_req, res) => void calls.push(res), upgrade: () => undefined }, floods)
  const client = (localAddress: string) => {
    const createConnection = () => connect({ host: '127.0.0.1', port, localAddress })
    const session = connectHttp2(`http://127.0.0.1:${port}`, { createConnection })
    onTestFinished(() => session.destroy())
    return session
  }
  const [idle, busy, other] = [client('127.0.0.1'), client('127.0.0.1'), client('127.0.0.2')]
  for (const session of [idle, busy, other]) await once(session, 'remoteSettings')
  const call = busy.request({ ':path': '/' })
  await expect.poll(() => calls.length).toBe(1)
  const [goneAway, closed] = [once(busy, 'goaway'), once(idle, 'close')]
  await sending(port, flood(100))
  await Promise.all([goneAway, closed])
  calls[0]?.end('finished')
  expect(Buffer.concat(await call.toArray()).toString()).toBe('finished')
  const otherCall = other.request({ ':path': '/' })
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.end('served')
  expect(Buffer.concat(await otherCall.toArray()).toString()).toBe('served')
})
