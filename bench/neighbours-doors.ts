import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { hostileRequests, keysOf } from '#testing/hostile-bodies.ts'
import { head, hold, isOver, note, repeatedly, send, sockets } from './neighbours-sending.ts'

/** A server, and who attacks it. */
export interface Target {
  readonly url: string
  readonly gatewayUrl: string
  readonly mailPort: number
  /** A site with the page `/endless`, and others. */
  readonly siteUrl: string
  readonly token: string
  /** Of five accounts, of which the first is that of `token`. */
  readonly tokens: readonly string[]
  readonly session: string
}

/** The one in which others read pages too. */
export const browserAttack = 'two accounts with pages that never end'

const mebibyte = 1024 * 1024
const json = { 'Content-Type': 'application/json' }
const bearerOf = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

/** Attacks on what the doors read, hold open and start for a caller. */
export function doorAttacks(target: Target): Record<string, () => Promise<void>> {
  const { url, token } = target
  return {
    'POST /mcp without an account with 1 MiB of JSON': () => {
      const body = keysOf(80_000).toString()
      return repeatedly(8, () => send(url, { method: 'POST', path: '/mcp', body }))
    },
    'files.put of a million keys in 14 MB, which is refused': () => {
      const body = keysOf(1_000_000).toString()
      return repeatedly(4, () =>
        send(url, { method: 'POST', path: '/api/v1/files/put', headers: bearerOf(token), body }),
      )
    },
    'notes.add with 1 MB of keys': () => {
      const body = keysOf(80_000).toString()
      return repeatedly(8, () =>
        send(url, { method: 'POST', path: '/api/v1/notes/add', headers: bearerOf(token), body }),
      )
    },
    'hostile bodies at every door, eight at once': () => hostileBodies(target),
    'nine uploads that trickle from five accounts': () => trickling(target),
    '200 chat streams from each of 25 addresses': () => chatStreams(target),
    [browserAttack]: () =>
      repeatedly(12, (index) => {
        const page = index % 4 < 2 ? '/endless' : '/busy'
        const path = `/api/v1/browser/read?${new URLSearchParams({ url: `${target.siteUrl}${page}` })}`
        return send(url, { path, headers: bearerOf(target.tokens[index % 2]) })
      }),
  }
}

async function hostileBodies({ url, gatewayUrl, mailPort, token }: Target): Promise<void> {
  const ports = { http: Number(new URL(url).port), gateway: Number(new URL(gatewayUrl).port), mail: mailPort }
  const requests = hostileRequests()
  const callers = [undefined, 'x'.repeat(40), token]
  await repeatedly(8, async (index) => {
    const request = requests[index % requests.length]
    if (request) note(await request.send({ port: ports[request.door], token: callers[index % callers.length] }))
  })
}

async function trickling({ url, tokens }: Target): Promise<void> {
  const { hostname, port } = new URL(url)
  const open = (index: number) => {
    const headers = { ...bearerOf(tokens[index % tokens.length]), ...json, 'Content-Length': String(14 * mebibyte) }
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => note(Number(bytes.toString('latin1').split(' ')[1])))
    socket.write(`${head('POST', '/api/v1/files/put', headers)}{"name":"a","content":"`)
    return socket
  }
  const uploads = Array.from({ length: 9 }, (_, index) => open(index))
  while (!isOver()) {
    for (const upload of uploads) if (!upload.destroyed) upload.write('x'.repeat(60))
    await pause(100)
  }
}

async function chatStreams({ url }: Target): Promise<void> {
  const { hostname, port } = new URL(url)
  const open = (localAddress: string) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    sockets.add(socket)
    socket.on('error', () => note(0))
    socket.once('data', (bytes: Buffer) => note(Number(bytes.toString('latin1').split(' ')[1])))
    socket.resume()
    socket.write(head('GET', '/chat/stream?room=topic_general', {}))
  }
  const addresses = Array.from({ length: 25 }, (_, index) => `127.0.0.${index + 10}`)
  await Promise.all(addresses.map((address) => hold(200, () => open(address))))
}
