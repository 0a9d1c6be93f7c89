import { once } from 'node:events'
import { connect } from 'node:http2'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld()

/** A frame of HTTP/2 (RFC 9113, 4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A header as it is written without a table (RFC 7541, 6.2.2). */
function field(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ])
}

const settings = Buffer.concat([frame(4, 0, 0), frame(4, 1, 0)])
const ok = Buffer.from([0x88])

/** The head and the trailers of a call that succeeds without a message, and one odd header in one of them. */
function answerWith(odd: { readonly where: 'head' | 'trailers'; readonly name: string }): Buffer {
  const oddAt = (where: 'head' | 'trailers') => (odd.where === where ? [field(odd.name, 'trailers')] : [])
  const head = Buffer.concat([ok, field('content-type', 'application/grpc'), ...oddAt('head')])
  const trailers = Buffer.concat([field('grpc-status', '0'), ...oddAt('trailers')])
  return Buffer.concat([settings, frame(1, 4, 1, head), frame(1, 5, 1, trailers)])
}

/** A service that knows nothing of HTTP/2 but one answer. */
async function startService(answer: Buffer): Promise<{ port: number } & Disposable> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test.for([
  { where: 'head', name: 'te' },
  { where: 'trailers', name: 'te' },
  { where: 'head', name: 'http2-settings' },
  { where: 'trailers', name: 'http2-settings' },
] as const)('a service that sends $name in its $where, which is of the connection alone, harms nobody', async (odd) => {
  using service = await startService(answerWith(odd))
  const { registry, echo } = world()
  const nodes = [{ id: 'x', address: '127.0.0.1', port: service.port, metadata: {} }]
  registry.set('odd', 'echo', { ...echo.record('echo'), nodes })
  const session = connect(world().url)
  const stream = session.request({
    ':method': 'POST',
    ':path': '/acme.echo.v1.Echo/Call',
    'content-type': 'application/grpc',
    authorization: 'Bearer odd.bob',
  })
  stream.end(Buffer.alloc(5))
  stream.resume()
  const [[headers], [trailers]] = await Promise.all([once(stream, 'response'), once(stream, 'trailers')])
  session.close()
  expect(headers).not.toHaveProperty(odd.name)
  expect(trailers).toMatchObject({ 'grpc-status': '0' })
  expect(trailers).not.toHaveProperty(odd.name)
})
