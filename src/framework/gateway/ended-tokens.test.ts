import { once } from 'node:events'
import { createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { echoService } from './fixtures/echo.ts'
import { gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld()
const refusal = { code: 401, detail: 'The token is not known.' }

test('a stream of a registered service does not outlast the token that opened it, on any protocol', async () => {
  const bearer = (name: string) => ({ Authorization: `Bearer acme.${name}` })
  const cancelled = world().echo.cancelled()

  const response = await fetch(`${world().url}/echo/watch`, { method: 'POST', headers: bearer('eve') })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  expect(JSON.parse(Buffer.from((await reader.read()).value as Uint8Array).toString())).toHaveProperty('name')

  const socket = new WebSocket(`${world().url.replace('http', 'ws')}/echo/watch`, { headers: bearer('eve') })
  const frames: unknown[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  await once(socket, 'open')
  socket.send('{}')
  await once(socket, 'message')

  const transport = createGrpcTransport({ baseUrl: world().url })
  const client = createClient(echoService, transport) as unknown as Record<
    'watch',
    (message: object, options: object) => AsyncIterable<unknown>
  >
  const watching = (name: string) => client.watch({}, { headers: bearer(name) })[Symbol.asyncIterator]()
  const [eve, ann] = [watching('eve'), watching('ann')]
  await Promise.all([eve.next(), ann.next()])
  const next = eve.next().catch((error: Error) => error)

  await world().endTokensOf('eve')
  const { value } = await reader.read()
  expect(JSON.parse(Buffer.from(value as Uint8Array).toString())).toMatchObject(refusal)
  const [code] = await once(socket, 'close')
  expect(code).toBe(4401)
  expect(frames.at(-1)).toMatchObject(refusal)
  expect(await next).toMatchObject({ message: expect.stringContaining(refusal.detail) })
  // The stream of the service ends as well, and nobody else's does.
  await world().echo.whenGivenUp(cancelled + 3)
  expect(world().echo.cancelled()).toBe(cancelled + 3)
  await ann.return?.()
})
