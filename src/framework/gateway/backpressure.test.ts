import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { writeAnswer } from './responses.ts'

const size = 32 * 1024 * 1024
let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('the unread rest of a response is counted until its client has read it or disconnected', async () => {
  let held = 0
  server = createServer((req, res) => {
    const hold = (bytes: number) => {
      held += bytes
      return () => {
        held -= bytes
      }
    }
    writeAnswer({ req, res, requestId: 'request-1', hold }, 200, 'application/json', Buffer.alloc(size, ' '))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return socket
  }
  const [reading, leaving] = [ask(), ask()]
  await expect.poll(() => held, { timeout: 10_000 }).toBeGreaterThan(size)
  leaving.destroy()
  await expect.poll(() => held, { timeout: 10_000 }).toBeLessThanOrEqual(size + 1024)
  expect(held).toBeGreaterThan(0)
  reading.resume()
  await once(reading, 'close')
  await expect.poll(() => held, { timeout: 10_000 }).toBe(0)
})
