import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { TLSSocket } from 'node:tls'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Store } from '#runtime/store/types.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { trusted, untrusted } from '../fixtures/friend-certificates.ts'
import { openPolicyWorld, policyText, timeLimit } from '../fixtures/policy-world.ts'

const ended = (reason: string) => ({
  message: `The attempt ended before a mail server accepted the message (${reason}).`,
  isPermanent: false,
})
const byJob = ended('this server ended it')

/** A mail server whose replies a test writes. @param receive called with each line that it gets */
async function scriptedServer(receive: (line: string, socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write('220 mx.friend.example\r\n')
    createInterface({ input: socket }).on('line', (line) => receive(line, socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

forOneDatabase((_dialect, openTestStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore()
  })

  test.each([
    ['its time limit', ended('an attempt takes at most 200 seconds')],
    ['its job', byJob],
  ])('with %s, an attempt ends: its connection is closed, and no other server is tried', async (what, failure) => {
    const [limit, job] = [timeLimit(), new AbortController()]
    const world = await openPolicyWorld(store, { attemptTimeout: limit.timeout })
    world.dns.names['friend.example'] = { MX: ['10 mx.friend.example', '20 mx.evil.example'] }
    const server = await scriptedServer((_line, socket) => {
      socket.write('250-a reply that never ends\r\n')
      if (what === 'its job') job.abort()
      else limit.end()
    })
    expect(await world.deliver(server, job.signal)).toEqual(failure)
    expect([limit.given, server.sockets.length]).toEqual([[200_000], 1])
    const [socket] = server.sockets
    if (socket?.closed === false) await once(socket, 'close')
  })

  test.each(['friend.example', 'mx.friend.example', '_mta-sts.friend.example'])(
    'with its job, an attempt ends that waits for DNS to return %s',
    async (name) => {
      const job = new AbortController()
      const world = await openPolicyWorld(store)
      world.dns.names[name] = 'silent'
      const server = await scriptedServer(() => undefined)
      const delivery = world.deliver(server, job.signal)
      const queries = () => world.dns.asked.filter((query) => query.endsWith(` ${name}`))
      await expect.poll(queries).not.toEqual([])
      job.abort()
      expect(await delivery).toEqual(byJob)
      // Later, each query is repeated.
      expect(queries()).toEqual([...new Set(queries())])
    },
  )

  /** A mail server that offers encryption and then does something else. */
  async function brokenServer(failure: (socket: Socket) => void) {
    const received: string[] = []
    const server = await scriptedServer((line, socket) => {
      received.push(line)
      if (line.startsWith('EHLO')) socket.write('250-mx.friend.example\r\n250 STARTTLS\r\n')
      else if (line === 'STARTTLS') failure(socket)
      else if (line === 'DATA') socket.write('354 go ahead\r\n')
      else if (line === '.' || /^(MAIL|RCPT)/.test(line)) socket.write('250 taken\r\n')
    })
    return { ...server, received }
  }

  const closes = (socket: Socket) => void socket.end('220 go ahead\r\n')
  const isObsolete = (socket: Socket) => {
    socket.removeAllListeners('data')
    socket.once('data', () => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 70])))
    socket.write('220 go ahead\r\n')
  }
  const resets = (socket: Socket) => {
    socket.removeAllListeners('data')
    socket.once('data', () => socket.resetAndDestroy())
    socket.write('220 go ahead\r\n')
  }
  const testing = policyText('testing')
  test.each([
    ['ends the connection instead of encrypting it', closes, undefined],
    ['resets the connection instead of encrypting it', resets, undefined],
    ['supports no current version of TLS', isObsolete, undefined],
    ['supports no current version of TLS, under a policy in testing mode', isObsolete, testing],
  ])('mail to a server that %s is delivered without encryption', async (_what, failure, policy) => {
    const world = await openPolicyWorld(store)
    if (policy !== undefined) world.publish('1', policy)
    const server = await brokenServer(failure)
    expect(await world.deliver(server)).toBeUndefined()
    expect([server.sockets.length, server.received.at(-1)]).toEqual([2, '.'])
    const reports = world.logged.filter((line) => line.includes('mail policy in testing mode not met'))
    expect(reports.length).toBe(policy === undefined ? 0 : 1)
  })

  test('mail to a server whose encryption fails is never sent without it under an enforced policy', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    const server = await brokenServer(isObsolete)
    expect(await world.deliver(server)).toMatchObject({
      message: expect.stringMatching(/^The policy of friend\.example \(MTA-STS\) does not allow delivery/),
      isPermanent: false,
    })
    expect([server.sockets.length, server.received.at(-1)]).toEqual([1, 'STARTTLS'])
  })

  test.each([
    ['trusted', trusted],
    ['not trusted', untrusted],
  ])('a message that a server with a certificate that is %s may have accepted is not sent again', async (_what, of) => {
    const world = await openPolicyWorld(store)
    const received: string[] = []
    const server = await brokenServer((socket) => {
      socket.removeAllListeners('data')
      socket.write('220 go ahead\r\n')
      const secure = new TLSSocket(socket, { isServer: true, ...of })
      secure.on('error', () => undefined)
      createInterface({ input: secure }).on('line', (line) => {
        received.push(line)
        if (line === '.') socket.resetAndDestroy()
        else if (line === 'DATA') secure.write('354 go ahead\r\n')
        else if (/^(EHLO|MAIL|RCPT)/.test(line)) secure.write('250 taken\r\n')
      })
    })
    expect(await world.deliver(server)).toEqual({
      message: 'mx.friend.example cannot be reached (ESOCKET).',
      isPermanent: false,
    })
    expect([server.sockets.length, server.received.at(-1), received.at(-1)]).toEqual([1, 'STARTTLS', '.'])
  })
})
