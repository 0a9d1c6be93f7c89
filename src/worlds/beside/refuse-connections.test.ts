import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'
import { runProgram } from '#testing/program.ts'

const module = new URL('./refuse-connections.ts', import.meta.url).href
const parts = [
  ...['net', 'tls', 'http', 'fetch', 'undici', 'send', 'bind', 'connect', 'lookup', 'lookup-promise'],
  ...['resolve4', 'resolve-promise', 'resolver', 'resolver-promise'],
]
const script = `
import { refuseConnections } from '${module}'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { get } from 'node:http'
import { fetch as fetchBy, Agent } from 'undici'
import { createSocket } from 'node:dgram'
import dns, { lookup, promises, resolve4, Resolver } from 'node:dns'
import { lookup as lookupLater } from 'node:dns/promises'
const [url, port, udpPort, refuses] = process.argv.slice(-4)
dns.setServers(['127.0.0.1:' + udpPort])
const resolverWith = (make) => { const resolver = make(); resolver.setServers(['127.0.0.1:' + udpPort]); return resolver }
if (refuses === 'yes') refuseConnections()
const tried = (name, start) => new Promise((resolve) => {
  const end = (how) => { console.log(name, how); resolve() }
  start(() => end('connected'), (failure) => end(failure.cause?.code ?? failure.code ?? 'failed'))
})
await tried('net', (done, fail) => connect(port, '127.0.0.1', done).on('error', fail))
await tried('tls', (done, fail) => connectTls(port, '127.0.0.1', done).on('error', fail))
await tried('http', (done, fail) => get(url, done).on('error', fail))
await tried('fetch', (done, fail) => fetch(url).then(done, fail))
await tried('undici', (done, fail) => fetchBy(url, { dispatcher: new Agent() }).then(done, fail))
const udp = () => createSocket('udp4').on('error', () => undefined)
const sent = (done, fail) => (failure) => (failure ? fail(failure) : done())
await tried('send', (done, fail) => udp().send('x', udpPort, '127.0.0.1', sent(done, fail)))
await tried('bind', (done, fail) => createSocket('udp4').on('error', fail).bind(0, '127.0.0.1', done))
await tried('connect', (done, fail) => udp().connect(udpPort, '127.0.0.1', sent(done, fail)))
await tried('lookup', (done, fail) => lookup('localhost', sent(done, fail)))
await tried('lookup-promise', (done, fail) => lookupLater('localhost').then(done, fail))
await tried('resolve4', (done, fail) => resolve4('a.example', sent(done, fail)))
await tried('resolve-promise', (done, fail) => promises.resolveMx('a.example').then(done, fail))
await tried('resolver', (done, fail) => resolverWith(() => new Resolver()).resolveTxt('a.example', sent(done, fail)))
await tried('resolver-promise', (done, fail) => resolverWith(() => new promises.Resolver()).reverse('192.0.2.1').then(done, fail))
process.exit()`

/** A server for names that knows none, and counts what reaches it. */
async function openDatagrams() {
  const socket = createSocket('udp4')
  const seen = { count: 0 }
  socket.on('message', (query, { port, address }) => {
    seen.count += 1
    if (query.length < 12) return
    // The query itself as a response, with the code for a name that does not exist.
    query[2] = 0x81
    query[3] = 0x83
    socket.send(query, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { seen, port: String(socket.address().port) }
}

test('a process makes no connections, sends no datagrams and finds no names, by any part of Node or undici', async () => {
  let connections = 0
  const server = createServer((_req, res) => res.end())
  server.on('connection', () => {
    connections += 1
  })
  const url = await openOnLoopback(server)
  const datagrams = await openDatagrams()
  const run = (refuses: string) =>
    runProgram({ args: ['--input-type=module', '-e', script, '--', url, new URL(url).port, datagrams.port, refuses] })
  try {
    const free = (await run('no')).stdout
    for (const name of ['net', 'send', 'bind', 'connect', 'lookup', 'lookup-promise']) {
      expect(free).toContain(`${name} connected`)
    }
    expect(free).toContain('resolve4 ENOTFOUND')
    expect(connections).toBe(5)
    const { count } = datagrams.seen
    expect(count).toBeGreaterThan(3)
    const { stdout } = await run('yes')
    expect(stdout.trim().split('\n').sort()).toEqual([...parts].sort().map((name) => `${name} ENETUNREACH`))
    expect([connections, datagrams.seen.count]).toEqual([5, count])
  } finally {
    await closeServer(server)
  }
})
