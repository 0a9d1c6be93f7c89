import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ann, gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld({ pingMs: 100, firstFrameMs: 300 })

const open = (path: string, autoPong: boolean) =>
  new WebSocket(`${world().url.replace('http', 'ws')}${path}`, { headers: ann, autoPong })

test('a client that vanishes without closing is detected', async () => {
  const before = world().echo.cancelled()
  const socket = open('/echo/watch', false)
  socket.on('open', () => socket.send('{}'))
  const [code] = await once(socket, 'close')
  expect(code).toBe(1006)
  await world().echo.whenGivenUp(before + 1)
})

test('a client that answers pings may stay silent', async () => {
  const socket = open('/echo/watch', true)
  socket.on('open', () => socket.send('{}'))
  for (let pings = 0; pings < 5; pings++) await once(socket, 'ping')
  expect(socket.readyState).toBe(WebSocket.OPEN)
  socket.close()
})

test('a client that sends no first message gets 408', async () => {
  const socket = open('/echo/call', true)
  const [frame] = await once(socket, 'message')
  expect(JSON.parse(String(frame))).toMatchObject({ code: 408 })
  const [code] = await once(socket, 'close')
  expect(code).toBe(4408)
})
