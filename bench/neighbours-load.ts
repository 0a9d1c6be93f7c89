import { once } from 'node:events'
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { field, frame, frameFlags, frameTypes } from '#testing/http2-frames.ts'
import { benchedOperation } from './cases.ts'
import { doorAttacks, type Target } from './neighbours-doors.ts'
import {
  endAttacks,
  head,
  hold,
  isOver,
  note,
  repeatedly,
  send,
  sockets,
  statuses,
  unread,
} from './neighbours-sending.ts'

/** Attacks on a server until stopped: by one account, by a few, or without one. */
export interface Attack extends Target {
  readonly name: string
}

export interface AttackResult {
  readonly statuses: typeof statuses
}

const mebibyte = 1024 * 1024
/** Its process runs before the attack begins. */
export const sandboxAttack = 'a sandbox filled with busy worlds, long clock runs and big bodies'

/** The address of the export once it is written. */
async function exportAddress(url: string, cookie: string): Promise<string> {
  for (;;) {
    const page = await (await fetch(`${url}/settings/data`, { headers: { cookie } })).text()
    const address = /href="(\/settings\/export\/\w+)"/.exec(page)?.[1]
    if (address !== undefined) return address
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function attacksOn(target: Target): Record<string, () => Promise<void>> {
  const { url, gatewayUrl, token, session } = target
  const bearer = { authorization: `Bearer ${token}` }
  const post = (path: string, body: unknown, headers: Record<string, string> = bearer) =>
    send(url, { method: 'POST', path, body: JSON.stringify(body), headers })
  const cookie = `onedoor_session=${session}`
  const frame = unfinishedFrame()
  const bigBody = Buffer.alloc(mebibyte - 1024, 'x')
  const summarise = benchedOperation('text.summarise').path
  return {
    'contacts.list of 3,000 cards, six at once': () =>
      repeatedly(6, () => send(url, { path: '/api/v1/contacts/list', headers: bearer })),
    'url.List of 5,000 long links, twenty at once': () => repeatedly(20, () => post('/v1/url/List', {})),
    'a hundred unread connections with ten notes.list each': () =>
      hold(100, () => unread(url, head('GET', '/api/v1/notes/list', bearer).repeat(10))),
    'exports, eight at once': async () => {
      const page = await fetch(`${url}/settings/data`, { headers: { cookie } })
      const csrf = /csrf-token" content="([\w-]+)"/.exec(await page.text())?.[1] ?? ''
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
      const body = `csrf_token=${csrf}`
      await send(url, { method: 'POST', path: '/settings/export', headers, body })
      const path = await exportAddress(url, cookie)
      await repeatedly(8, () => send(url, { path, headers: { cookie } }))
    },
    '250,000 empty tags': () =>
      repeatedly(4, () => post('/api/v1/bookmarks/add', { url: 'https://example.org', tags: Array(250_000).fill('') })),
    '95,000 unknown arguments without an account, with an invalid payment': () => {
      const args = Object.fromEntries(Array.from({ length: 95_000 }, (_, index) => [`a${index}`, 1]))
      const body = JSON.stringify(args)
      const headers = { 'x-payment': 'x' }
      return repeatedly(4, () => send(url, { method: 'POST', path: summarise, headers, body }))
    },
    'notes of 400 kB, as fast as the limit lets them': () =>
      repeatedly(8, (index) =>
        post('/api/v1/notes/add', { title: `Fill ${index}`, text: '\u{1f333}'.repeat(100_000) }),
      ),
    'reads by POST with Idempotency-Keys': () =>
      repeatedly(8, (index) =>
        post('/api/v1/contacts/find', { query: 'person' }, { ...bearer, 'idempotency-key': `key-${index}` }),
      ),
    'docs.write of 200,000 characters that expand': () =>
      repeatedly(4, (index) => post('/api/v1/docs/write', { title: `D${index}`, content: '\ufdfa'.repeat(200_000) })),
    '150 WebSockets without an account with unfinished frames': () =>
      hold(150, () => unread(gatewayUrl, webSocketHead(), frame)),
    '150 WebSockets of one account with unfinished frames': () =>
      hold(150, () => unread(gatewayUrl, webSocketHead(bearer), frame)),
    '400 held bodies without an account, with an invalid payment': () =>
      hold(400, () => {
        const headers = {
          'X-Payment': 'x',
          'Content-Type': 'application/json',
          'Content-Length': String(bigBody.length + 1),
        }
        unread(url, head('POST', summarise, headers), bigBody)
      }),
    'four connections without an account that open and reset HTTP/2 streams': async () => {
      await Promise.all(Array.from({ length: 4 }, () => openAndReset(gatewayUrl)))
    },
    'a hundred unread subscriptions of one account': async () => {
      const opened = { ...bearer, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ topic: 'flood' })
      const subscribe = () =>
        unread(
          gatewayUrl,
          head('POST', '/broker/subscribe', { ...opened, 'Content-Length': String(body.length) }) + body,
        )
      const rest = Buffer.alloc(700 * 1024, 'x').toString('base64')
      // Base64 that differs from message to message.
      const message = (index: number) =>
        `{"topic":"flood","message":{"body":"${String(index).padStart(8, '0')}${rest}"}}`
      const publish = () =>
        repeatedly(4, (index) =>
          send(gatewayUrl, { method: 'POST', path: '/broker/publish', body: message(index), headers: bearer }),
        )
      await Promise.all([hold(100, subscribe), publish()])
    },
    [sandboxAttack]: () => busyWorlds(url),
    ...doorAttacks(target),
  }
}

/** As many worlds as an address may create in an hour. */
const worldCount = 20
const worldSeeds = ['week', 'family', 'inbox', 'links', 'attack'] as const

/**
 * Fills the share of the sandbox without an account: in each world notes that expand when they are indexed, bodies of 0.9 MB,
 * and runs of the clock that stop a thousand times; as many requests at once as an address may have.
 */
async function busyWorlds(url: string): Promise<void> {
  const type = { 'content-type': 'application/json' }
  const made = worldSeeds.flatMap((seed) => Array.from({ length: worldCount / worldSeeds.length }, () => seed))
  const worlds = await Promise.all(
    made.map(async (seed) => {
      const sent = { method: 'POST', headers: type, body: JSON.stringify({ seed }) }
      const response = await fetch(`${url}/sandbox/worlds`, sent)
      if (response.status !== 200) throw new Error(`/sandbox/worlds returned ${response.status}`)
      const { name, accounts } = (await response.json()) as MadeWorld
      return { name, headers: { authorization: `Bearer ${accounts[0]?.token ?? ''}` } }
    }),
  )
  await Promise.all(
    worlds.map(({ name, headers }) => {
      const event = { title: 'Daily', when: new Date(Date.now() + 60_000).toISOString(), repeat: 'daily' }
      return send(url, {
        method: 'POST',
        path: `/w/${name}/api/v1/events/create`,
        headers,
        body: JSON.stringify(event),
      })
    }),
  )
  const expanding = '\ufdfa'.repeat(100_000)
  const big = 'A sentence of a text. '.repeat(40_000)
  const summarise = benchedOperation('text.summarise').path
  await repeatedly(30, (index) => {
    const { name, headers } = worlds[index % worlds.length] as (typeof worlds)[number]
    const post = (path: string, body: object) =>
      send(url, { method: 'POST', path, headers, body: JSON.stringify(body) })
    if (index % 3 === 0) return post(`/sandbox/worlds/${name}/clock`, { advance: 'P3Y' })
    // Nothing is stored twice: a world that is full would refuse the rest before any work.
    if (index % 3 === 1) return post(`/w/${name}/api/v1/notes/add`, { title: 'Expands', text: expanding })
    return post(`/w/${name}${summarise}`, { text: big })
  })
}

interface MadeWorld {
  readonly name: string
  readonly accounts: readonly { readonly token: string }[]
}

/** Opens streams and resets each at once, as many as the server takes, on a new connection whenever it ends one. */
async function openAndReset(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const fields = { ':method': 'POST', ':scheme': 'http', ':path': '/notes.Notes/List', ':authority': 'bench' }
  const request = Buffer.concat(Object.entries(fields).map(([name, value]) => field(name, value)))
  const cancel = Buffer.from([0, 0, 0, 8])
  while (!isOver()) {
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    socket.write(frame(frameTypes.settings, frameFlags.none, 0))
    for (let stream = 1; !isOver() && !socket.destroyed; ) {
      const frames: Buffer[] = []
      for (const end = stream + 200; stream < end; stream += 2) {
        frames.push(frame(frameTypes.headers, frameFlags.endHeaders, stream, request))
        frames.push(frame(frameTypes.resetStream, frameFlags.none, stream, cancel))
      }
      const isTaken = socket.write(Buffer.concat(frames))
      await (isTaken ? pause(0) : Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined))
    }
    note(0)
    sockets.delete(socket)
    await pause(5)
  }
}

function webSocketHead(headers: Record<string, string> = {}): string {
  return head('GET', '/notes/add', {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16, 'k').toString('base64'),
    ...headers,
  })
}

/** A frame of 4 MiB whose last byte never comes. */
function unfinishedFrame(): Buffer {
  const size = 4 * mebibyte
  const start = Buffer.alloc(14)
  start[0] = 0x81
  start[1] = 0xff
  start.writeBigUInt64BE(BigInt(size), 2)
  return Buffer.concat([start, Buffer.alloc(size - 1, 'x')])
}

const nowhere: Target = { url: '', gatewayUrl: '', mailPort: 0, siteUrl: '', token: '', tokens: [], session: '' }

/** The names of all attacks. */
export const attackNames: readonly string[] = Object.keys(attacksOn(nowhere))

process.on('message', (message: Attack | 'stop') => {
  if (message === 'stop') {
    endAttacks()
    process.send?.({ statuses } satisfies AttackResult)
    return
  }
  // In reality they are elsewhere; here they must not take processor time from the measurement.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  void attacksOn(message)[message.name]?.()
})
