import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { field, frame, frameFlags, frameTypes } from '#testing/http2-frames.ts'
import { ConnectionBound } from '../../http/connection-bound.ts'
import { parseTrustedProxies } from '../../runtime/limits/client-address.ts'
import { bindRpcPort, defaultTimeouts, openRpcPort } from './port.ts'

const { headers, resetStream, settings } = frameTypes
const { none, endHeaders, endStream } = frameFlags
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const cancel = Buffer.from([0, 0, 0, 8])

const request = (path: string) =>
  Buffer.concat([field(':method', 'POST'), field(':scheme', 'http'), field(':path', path), field(':authority', 'x')])

test('streams that a client opens and resets in one breath reach no handler', async () => {
  const reached: (string | undefined)[] = []
  const kept = Promise.withResolvers<void>()
  const handler = {
    request(req: { url?: string | undefined }, res: { end(): void }) {
      reached.push(req.url)
      if (req.url === '/kept') kept.resolve()
      res.end()
    },
    upgrade: () => undefined,
  }
  const port = await openRpcPort(handler, { host: '127.0.0.1', port: 0 })
  const socket = connect(port.port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    const given = Array.from({ length: 50 }, (_, index) => {
      const stream = 2 * index + 1
      return [frame(headers, endHeaders, stream, request('/given-up')), frame(resetStream, none, stream, cancel)]
    })
    const last = frame(headers, endHeaders | endStream, 101, request('/kept'))
    socket.write(Buffer.concat([preface, frame(settings, none, 0), ...given.flat(), last]))
    await kept.promise
    expect(reached).toEqual(['/kept'])
  } finally {
    socket.destroy()
    await port.drain(0)
  }
})

/** A port on which the next HTTP/2 connection of an address that floods would wait for days. */
async function patientPort(connections?: ConnectionBound) {
  const served: (string | undefined)[] = []
  const port = await bindRpcPort(
    { host: '127.0.0.1', port: 0 },
    { ...defaultTimeouts, floodPauseMs: 2 ** 30 },
    connections,
  )
  port.serve({
    request(req, res) {
      served.push(req.url)
      res.end()
    },
    upgrade: () => undefined,
  })
  const sockets: Socket[] = []
  async function open(...sent: Buffer[]): Promise<Socket> {
    const socket = connect(port.port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(Buffer.concat(sent))
    return socket
  }
  const greeting = [preface, frame(settings, none, 0)]
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await port.drain(0)
  })
  return {
    served,
    /** As many streams, each reset at once, or only opened. */
    send: (streams: number, isReset: boolean) =>
      open(
        ...greeting,
        ...Array.from({ length: streams }, (_, index) => {
          const opened = frame(headers, endHeaders | endStream, 2 * index + 1, request('/kept'))
          return isReset ? [opened, frame(resetStream, none, 2 * index + 1, cancel)] : [opened]
        }).flat(),
      ),
    call: async (path: string) => {
      const socket = await open(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
      await once(socket, 'data')
    },
  }
}

test('the connections of an address that floods wait for their turn over HTTP/2, and not over HTTP/1', async () => {
  const { served, send, call } = await patientPort()
  await once(await send(150, true), 'data')
  // The flood is noted once its streams are seen.
  await call('/before')
  const waiting = await send(1, false)
  const answered = vi.fn()
  waiting.on('data', answered)
  await call('/after')
  expect(served).toEqual(['/before', '/after'])
  expect(answered).not.toHaveBeenCalled()
})

test.each([
  ['a few streams that are reset', 90, true],
  ['many streams that are not', 120, false],
])('%s are no flood', async (_, streams, isReset) => {
  const { served, send, call } = await patientPort()
  await once(await send(streams, isReset), 'data')
  await call('/before')
  served.length = 0
  await once(await send(1, false), 'data')
  await expect.poll(() => served).toContain('/kept')
})

test('a trusted proxy, which connects for many, does not wait', async () => {
  const { served, send, call } = await patientPort(new ConnectionBound({ trusted: parseTrustedProxies('127.0.0.1') }))
  await once(await send(150, true), 'data')
  await call('/before')
  await once(await send(1, false), 'data')
  await expect.poll(() => served).toContain('/kept')
})
