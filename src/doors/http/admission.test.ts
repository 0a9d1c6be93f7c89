import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { bindRpcPort } from '../../framework/grpc/port.ts'
import { parseTrustedProxies } from '../../runtime/limits/client-address.ts'
import { ConnectionBound } from './admission.ts'
import { bindHttpDoor } from './server.ts'

const address = { host: '127.0.0.1', port: 0 }
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serving(bound: ConnectionBound): Promise<number> {
  const door = await bindHttpDoor(address, undefined, bound)
  closing.push(() => door.drain(0))
  door.serve((_req, res) => res.end('served'))
  return door.port
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  closing.unshift(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** What comes back, until it ends or a response is there. */
async function answerTo(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  let text = ''
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece
    if (text.includes('served') || text.includes('}')) break
  }
  return text
}

test('one connection too many of an address is refused in words, and there is room again when one closes', async () => {
  const bound = new ConnectionBound(2)
  const port = await serving(bound)
  const [first, second] = [await connected(port), await connected(port)]
  expect(await answerTo(first)).toContain('served')
  expect(await answerTo(second)).toContain('served')
  const third = await answerTo(await connected(port))
  expect(third).toMatch(/^HTTP\/1\.1 429 [\s\S]*"code":"rate_limited"/)
  expect(third).toContain('Your address holds 2 connections already')
  expect([bound.count, bound.refused]).toEqual([2, 1])
  first.destroy()
  await expect.poll(() => bound.count).toBe(1)
  expect(await answerTo(await connected(port))).toContain('served')
})

test('both ports count together', async () => {
  const bound = new ConnectionBound(1)
  const port = await serving(bound)
  const other = await bindRpcPort(address, undefined, bound)
  closing.push(() => other.drain(0))
  other.serve({ request: (_req, res) => void res.end('served'), upgrade: (_req, socket) => socket.destroy() })
  expect(await answerTo(await connected(port))).toContain('served')
  expect(await answerTo(await connected(other.port))).toContain('Your address holds 1 connection already')
})

test('a trusted proxy connects for many and is not counted', async () => {
  const bound = new ConnectionBound(1, parseTrustedProxies('127.0.0.0/8'))
  const port = await serving(bound)
  for (let count = 0; count < 3; count++) expect(await answerTo(await connected(port))).toContain('served')
  expect([bound.count, bound.refused]).toEqual([0, 0])
})
