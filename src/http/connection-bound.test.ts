import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { bindHttpDoor } from '../doors/http/http-server.ts'
import { bindRpcPort } from '../framework/grpc/port.ts'
import { parseTrustedProxies } from '../runtime/limits/client-address.ts'
import { ConnectionBound } from './connection-bound.ts'

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

/** What is sent back until the end or a complete response. */
async function answerTo(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  let text = ''
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece
    if (text.includes('served') || text.includes('}')) break
  }
  return text
}

test.each([
  [
    'an address',
    { perAddress: 2 },
    /^HTTP\/1\.1 429 [\s\S]*"code":"rate_limited"/,
    'Your address already has 2 connections',
  ],
  [
    'all',
    { inAll: 2, trusted: parseTrustedProxies('127.0.0.0/8') },
    /^HTTP\/1\.1 503 [\s\S]*"code":"unavailable"/,
    'no room for another connection from your address',
  ],
])(
  'one connection too many of %s is rejected with a message, and there is room again when one closes',
  async (_whose, bounds, answer, words) => {
    const bound = new ConnectionBound(bounds)
    const port = await serving(bound)
    const [first, second] = [await connected(port), await connected(port)]
    expect(await answerTo(first)).toContain('served')
    expect(await answerTo(second)).toContain('served')
    const third = await answerTo(await connected(port))
    expect(third).toMatch(answer)
    expect(third).toContain('\r\nRetry-After: 1\r\n')
    expect(third).toContain(words)
    expect([bound.count, bound.refused]).toEqual([2, 1])
    first.destroy()
    await expect.poll(() => bound.count).toBe(1)
    expect(await answerTo(await connected(port))).toContain('served')
  },
)

test('both ports count together', async () => {
  const bound = new ConnectionBound({ perAddress: 1 })
  const port = await serving(bound)
  const other = await bindRpcPort(address, undefined, bound)
  closing.push(() => other.drain(0))
  other.serve({ request: (_req, res) => void res.end('served'), upgrade: (_req, socket) => socket.destroy() })
  expect(await answerTo(await connected(port))).toContain('served')
  expect(await answerTo(await connected(other.port))).toContain('Your address already has 1 connection')
})

test('a trusted proxy connects for many and is not limited as one address', async () => {
  const bound = new ConnectionBound({ perAddress: 1, trusted: parseTrustedProxies('127.0.0.0/8') })
  const port = await serving(bound)
  for (let count = 0; count < 3; count++) expect(await answerTo(await connected(port))).toContain('served')
  expect([bound.count, bound.refused]).toEqual([3, 0])
})

/** A connection of this address that does nothing but close. */
function connectionOf(remoteAddress: string): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket
}

test('regardless of how many addresses take all that they can, a later one finds room', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 1, max: 60 }), (inAll, greedy) => {
      const bound = new ConnectionBound({ inAll })
      for (let round = 0; round <= inAll; round++)
        for (let n = 0; n < greedy; n++) bound.admit(connectionOf(`192.0.2.${n}`))
      expect(inAll - bound.count).toBeGreaterThanOrEqual(Math.floor(inAll / (greedy + 1)))
      if (inAll > greedy) expect(bound.admit(connectionOf('198.51.100.1'))).toBeUndefined()
    }),
  )
})

test('no more than the maximum are open, and each that closes is subtracted', () => {
  const step = fc.record({ address: fc.integer({ min: 0, max: 5 }), closes: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 200 }), (inAll, steps) => {
      const bound = new ConnectionBound({ inAll, perAddress: 4 })
      const open: Socket[] = []
      for (const { address, closes } of steps) {
        if (closes) open.shift()?.emit('close')
        else {
          const socket = connectionOf(`192.0.2.${address}`)
          if (!bound.admit(socket)) open.push(socket)
        }
        expect(bound.count).toBe(open.length)
        expect(open.length).toBeLessThanOrEqual(inAll)
      }
      for (const socket of open.splice(0)) socket.emit('close')
      expect([bound.count, bound.admit(connectionOf('192.0.2.9'))]).toEqual([0, undefined])
    }),
  )
})
