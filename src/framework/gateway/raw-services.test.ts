import { once } from 'node:events'
import { connect } from 'node:http2'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { field, frame, frameFlags, frameTypes } from '#testing/http2-frames.ts'
import { gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld()

const { headers, settings } = frameTypes
const { none, acknowledge, endHeaders, endStream } = frameFlags
const greeting = Buffer.concat([frame(settings, none, 0), frame(settings, acknowledge, 0)])

/** The headers and trailers of a call that succeeds without a message, with one odd field in one of them. */
function answerWith(odd: { readonly where: 'head' | 'trailers'; readonly name: string }): Buffer {
  const oddAt = (where: 'head' | 'trailers') => (odd.where === where ? [field(odd.name, 'trailers')] : [])
  const head = Buffer.concat([field(':status', '200'), field('content-type', 'application/grpc'), ...oddAt('head')])
  const trailers = Buffer.concat([field('grpc-status', '0'), ...oddAt('trailers')])
  return Buffer.concat([
    greeting,
    frame(headers, endHeaders, 1, head),
    frame(headers, endHeaders | endStream, 1, trailers),
  ])
}

/** A service that can only send one HTTP/2 response. */
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
] as const)('a service that sends the connection header $name in its $where does no harm', async (odd) => {
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
  const [[head], [trailers]] = await Promise.all([once(stream, 'response'), once(stream, 'trailers')])
  session.close()
  expect(head).not.toHaveProperty(odd.name)
  expect(trailers).toMatchObject({ 'grpc-status': '0' })
  expect(trailers).not.toHaveProperty(odd.name)
})
