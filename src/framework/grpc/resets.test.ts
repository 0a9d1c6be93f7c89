import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { field, frame, frameFlags, frameTypes } from '#testing/http2-frames.ts'
import { openRpcPort } from './port.ts'

const { headers, resetStream, settings } = frameTypes
const { none, endHeaders, endStream } = frameFlags
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const cancel = Buffer.from([0, 0, 0, 8])

const request = (path: string) =>
  Buffer.concat([field(':method', 'POST'), field(':scheme', 'http'), field(':path', path), field(':authority', 'x')])

test('streams that a client opens and resets at once reach no handler', async () => {
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
