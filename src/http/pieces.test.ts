import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { requestHead } from '../testing/raw-http.ts'
import { sendPieces } from './pieces.ts'

const piece = 'x'.repeat(64 * 1024)
/** More than the buffers of any system. */
const endless = 10_000

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server that responds to every request with `count` pieces; `made` of them so far, and `over` once a response has
 * ended.
 */
async function serving(count: number, { stallMs = 30_000, failAt = -1 } = {}) {
  const state = { made: 0, over: 0 }
  async function* pieces() {
    try {
      for (let at = 0; at < count; at++) {
        if (at === failAt) throw new Error('The disk is gone')
        state.made += 1
        yield piece
      }
    } finally {
      state.over += 1
    }
  }
  const ends: (() => void)[] = []
  const server = createServer((_req, res) => void sendPieces(res, pieces(), { stallMs }).then(() => ends.shift()?.()))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, state, ended: () => new Promise<void>((resolve) => ends.push(resolve)) }
}

describe('a body in pieces', () => {
  test('arrives whole', async () => {
    const { port, state } = await serving(50)
    const response = await fetch(`http://127.0.0.1:${port}`)
    expect((await response.text()).length).toBe(50 * piece.length)
    expect(state).toEqual({ made: 50, over: 1 })
  })

  test('is produced only as far as a client reads it, and one that reads nothing is disconnected', async () => {
    const { port, state, ended } = await serving(endless, { stallMs: 50 })
    const end = ended()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(requestHead('GET', '/'))
    await end
    expect(state.over).toBe(1)
    expect(state.made).toBeLessThan(endless / 2)
    await new Promise((resolve) => socket.once('close', resolve).resume())
  })

  test('is not produced any further for a client that has disconnected', async () => {
    const { port, state, ended } = await serving(endless)
    const end = ended()
    const socket = connect(port, '127.0.0.1')
    socket.write(requestHead('GET', '/'))
    await once(socket, 'data')
    socket.destroy()
    await end
    expect(state.over).toBe(1)
    expect(state.made).toBeLessThan(endless)
  })

  test('that fails in the middle breaks the connection off instead of ending like a complete one', async () => {
    const { port, state } = await serving(50, { failAt: 20 })
    const response = await fetch(`http://127.0.0.1:${port}`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(state).toEqual({ made: 20, over: 1 })
  })

  test('waits behind the response to an earlier request while that is being read', async () => {
    const { port, state } = await serving(200, { stallMs: 200 })
    const socket = connect(port, '127.0.0.1')
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
    })
    socket.write(requestHead('GET', '/') + requestHead('GET', '/', { Connection: 'close' }))
    await once(socket, 'end')
    expect(received).toBeGreaterThan(2 * 200 * piece.length)
    expect(state).toEqual({ made: 400, over: 2 })
  })
})
