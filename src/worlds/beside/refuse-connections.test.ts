import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'
import { runProgram } from '#testing/program.ts'

const module = new URL('./refuse-connections.ts', import.meta.url).href
const script = `
import { refuseConnections } from '${module}'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { get } from 'node:http'
import { fetch as fetchBy, Agent } from 'undici'
const [url, port, refuses] = process.argv.slice(-3)
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
process.exit()`

test('a process makes no connections, by any part of Node or undici', async () => {
  let connections = 0
  const server = createServer((_req, res) => res.end())
  server.on('connection', () => {
    connections += 1
  })
  const url = await openOnLoopback(server)
  const run = (refuses: string) =>
    runProgram({ args: ['--input-type=module', '-e', script, '--', url, new URL(url).port, refuses] })
  try {
    expect((await run('no')).stdout).toContain('net connected')
    expect(connections).toBe(5)
    const { stdout } = await run('yes')
    expect(stdout.trim().split('\n').sort()).toEqual(
      ['fetch', 'http', 'net', 'tls', 'undici'].map((name) => `${name} ENETUNREACH`),
    )
    expect(connections).toBe(5)
  } finally {
    await closeServer(server)
  }
})
