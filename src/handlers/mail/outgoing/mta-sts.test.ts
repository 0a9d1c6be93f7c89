import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { busyFailure } from '#runtime/outbound/failure.ts'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase, forOneDatabase } from '#testing/databases.ts'
import { testCertificate, testKey, trustTestCertificate } from '#testing/https-stand-in.ts'
import { asker } from '#testing/outbound.ts'
import { trusted, untrusted } from '../fixtures/friend-certificates.ts'
import { domain, forEachMailWorld, friends, hourMs, senderIn } from '../fixtures/mail-world.ts'
import {
  friendNames,
  mailServer,
  openPolicyWorld,
  type PolicyWorld,
  policyText,
  servePolicy,
  timeLimit,
} from '../fixtures/policy-world.ts'
import { maxPolicies, storePolicy } from '../rows/mail-policies.ts'

const minuteMs = 60_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const unmet = 'The policy of friend.example (MTA-STS) does not allow delivery: mx.friend.example cannot be reached over'
const insecure = (reason: string) => ({
  message: `${unmet} an encrypted connection with a valid certificate (${reason}).`,
  isPermanent: false,
})

const secureServer = () => mailServer({ tls: 'on demand', certificate: trusted })

const mxLines = (count: number) => Array.from({ length: count }, (_, index) => `mx: mx${index}.example\r\n`).join('')

async function stored(store: Store) {
  return await store.all(store.sql('mail_policies').select('domain', 'policy_id', 'mode'))
}

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  beforeAll(async () => {
    trustTestCertificate()
    store = await openTestStore()
  })

  test('a policy is fetched once, and a server that meets it gets the mail over TLS', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    const server = await secureServer()
    expect([await world.deliver(server), await world.deliver(server)]).toEqual([undefined, undefined])
    expect(server.taken.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true])
    expect(world.requests).toEqual(['https://mta-sts.friend.example/.well-known/mta-sts.txt'])
    expect(world.fetched).toEqual(world.requests)
  })

  test('an enforced policy holds until its max_age is over, also if DNS and its host fail meanwhile', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce', { maxAgeS: weekMs / 1000 }))
    expect(await world.deliver(await secureServer())).toBeUndefined()
    const server = await mailServer()
    world.respond = (_req, res) => void res.destroy()
    for (const record of [undefined, 'fails', { TXT: ['v=STSv1; id=2;'] }] as const) {
      world.dns.names['_mta-sts.friend.example'] = record ?? {}
      world.clock.advance(dayMs)
      expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
    }
    world.clock.advance(4 * dayMs - 1)
    expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
    world.clock.advance(1)
    expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
  })

  test('a policy is replaced when its id changes, and fetched again once a day', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    const server = await mailServer()
    expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
    world.respond = servePolicy(policyText('none'))
    world.clock.advance(dayMs - 1)
    expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
    expect(world.fetched.length).toBe(1)
    world.clock.advance(1)
    expect([await world.deliver(server), world.fetched.length]).toEqual([undefined, 2])
    world.publish('2', policyText('enforce'))
    expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
    expect(await stored(store)).toEqual([{ domain: 'friend.example', policy_id: '2', mode: 'enforce' }])
  })

  test('under a policy in testing mode mail is delivered, and a failure is logged once a day', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('testing'))
    const plain = await mailServer()
    const reports = () =>
      world.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'mail policy in testing mode not met')
    expect(await world.deliver(await secureServer())).toBeUndefined()
    expect(reports()).toEqual([])
    for (const _ of [1, 2]) expect(await world.deliver(plain)).toBeUndefined()
    const reason = 'cannot be reached over an encrypted connection with a valid certificate'
    expect(reports()).toMatchObject([{ level: 'info', domain: 'friend.example', server: 'mx.friend.example', reason }])
    world.dns.names['friend.example'] = { MX: ['10 mx.evil.example'] }
    world.clock.advance(dayMs)
    expect([await world.deliver(plain), plain.taken.length]).toEqual([undefined, 3])
    expect(reports()[1]).toMatchObject({ server: 'mx.evil.example', reason: 'not one of its mail servers' })
  })

  test('first deliveries at the same time fetch the policy once', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    const server = await secureServer()
    const deliveries = [1, 2, 3].map(() => world.deliver(server))
    expect(await Promise.all(deliveries)).toEqual([undefined, undefined, undefined])
    expect([world.fetched.length, server.taken.length]).toEqual([1, 3])
  })

  test('a policy that cannot be fetched is fetched again after five minutes, or under another id', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    world.respond = (_req, res) => void res.destroy()
    const server = await mailServer()
    for (const _ of [1, 2]) expect(await world.deliver(server)).toBeUndefined()
    expect(world.fetched.length).toBe(1)
    world.clock.advance(5 * minuteMs - 1)
    expect([await world.deliver(server), world.fetched.length]).toEqual([undefined, 1])
    world.clock.advance(1)
    expect([await world.deliver(server), world.fetched.length]).toEqual([undefined, 2])
    world.publish('2', policyText('enforce'))
    expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
  })

  test('while this server is too busy to fetch a policy, mail is deferred or the stored policy applies', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    const server = await mailServer()
    world.failure = busyFailure('The web')
    expect(await world.deliver(server)).toEqual({
      message: 'This server is too busy to fetch the policy of friend.example (MTA-STS).',
      isPermanent: false,
    })
    world.failure = undefined
    expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
    world.clock.advance(dayMs)
    world.failure = busyFailure('The web')
    expect(await world.deliver(server)).toEqual(insecure('no STARTTLS'))
    expect([world.fetched.length, server.taken]).toEqual([3, []])
  })

  test('expired policies are deleted, and beyond the maximum the oldest of the largest organization', async () => {
    await store.run(store.sql('mail_policies').delete())
    const policy = { policy_id: '1', mode: 'enforce', mx: '[]' } as const
    const row = (number: number, organization = `${number}.example`) => {
      const domain = organization === 'evil.example' ? `${number}.${organization}` : organization
      return { ...policy, domain, organization, fetched_at: number, expires_at: 1e9 }
    }
    for (let from = 0; from < maxPolicies; from += 100) {
      const some = Array.from({ length: 100 }, (_, index) => row(from + index))
      await store.run(store.sql('mail_policies').insert(some))
    }
    const domains = async () =>
      (await store.all<{ domain: string }>(store.sql('mail_policies').select('domain'))).map((each) => each.domain)
    await storePolicy(store, row(maxPolicies))
    expect((await domains()).length).toBe(maxPolicies)
    expect(await domains()).not.toContain('0.example')
    for (const number of [1, 2, 3]) await storePolicy(store, row(maxPolicies + number, 'evil.example'))
    const evil = (await domains()).filter((each) => each.endsWith('.evil.example'))
    expect(evil).toEqual([`${maxPolicies + 3}.evil.example`])
    expect([(await domains()).length, (await domains()).includes('2.example')]).toEqual([maxPolicies, true])
    await storePolicy(store, { ...row(1e9), expires_at: 1e9 + 1 })
    expect(await domains()).toEqual([`${1e9}.example`])
  })
})

forOneDatabase((_dialect, openTestStore) => {
  let store: Store
  beforeAll(async () => {
    trustTestCertificate()
    store = await openTestStore()
  })

  const foreign = { key: testKey, cert: testCertificate }
  test.each([
    ['is self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', { tls: 'on demand', certificate: untrusted }],
    ['is for another name', 'ERR_TLS_CERT_ALTNAME_INVALID', { tls: 'on demand', certificate: foreign }],
    ['is missing', 'no STARTTLS', {}],
  ] as const)(
    'mail to a server whose certificate %s is deferred, and delivered later',
    async (_what, reason, options) => {
      const world = await openPolicyWorld(store)
      world.publish('1', policyText('enforce'))
      const bad = await mailServer(options)
      expect(await world.deliver(bad)).toEqual(insecure(reason))
      const good = await secureServer()
      expect(await world.deliver(good)).toBeUndefined()
      expect([bad.taken.length, good.taken.length]).toEqual([0, 1])
    },
  )

  test('mail to a server that the policy does not name is deferred, and delivered later', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce', { mx: '*.friend.example' }))
    world.dns.names['friend.example'] = { MX: ['10 mx.evil.example'] }
    const server = await secureServer()
    expect(await world.deliver(server)).toEqual({
      message:
        'The policy of friend.example (MTA-STS) does not allow delivery: mx.evil.example is not one of its mail servers.',
      isPermanent: false,
    })
    Object.assign(world.dns.names, friendNames('1'))
    expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
  })

  test('of many mail servers of a domain, only those that its policy names are tried', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    const evil = Array.from({ length: 6 }, (_, index) => `${index} mx.evil.example`)
    world.dns.names['friend.example'] = { MX: [...evil, '10 mx.friend.example'] }
    const server = await secureServer()
    expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
    expect(world.dns.asked.filter((query) => query.endsWith('mx.evil.example'))).toEqual([])
  })

  test.each([
    ['does not exist', undefined, 'The domain friend.example does not exist.'],
    ['accepts no mail', { MX: ['0 .'] }, 'friend.example accepts no mail.'],
    [
      'has mail servers at private addresses',
      { MX: ['10 inside.friend.example'] },
      expect.stringMatching(/^The mail servers for friend\.example have private addresses\./),
    ],
  ])('under an enforced policy mail is deferred if DNS says that the domain %s', async (_what, forged, message) => {
    const world = await openPolicyWorld(store, { allows: (address) => address !== '10.0.0.7' })
    world.dns.names['inside.friend.example'] = { A: ['10.0.0.7'] }
    const forge = () => {
      if (forged) world.dns.names['friend.example'] = forged
      else delete world.dns.names['friend.example']
    }
    const server = await secureServer()
    forge()
    expect(await world.deliver(server)).toEqual({ message, isPermanent: true })
    world.publish('1', policyText('enforce', { mx: '*.friend.example' }))
    expect(await world.deliver(server)).toBeUndefined()
    forge()
    expect(await world.deliver(server)).toEqual({ message, isPermanent: false })
  })

  test('under an enforced policy a rejection is permanent only from a server whose certificate is valid', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('enforce'))
    const impostor = createServer((socket) => void socket.end('554 go away\r\n'))
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void impostor.close())
    expect(await world.deliver(impostor.address() as { port: number })).toEqual(insecure('EPROTOCOL'))
    const server = await secureServer()
    server.refuse = () => ({ code: 550, text: '5.1.1 no such user' })
    expect(await world.deliver(server)).toEqual({
      message: expect.stringMatching(/^mx\.friend\.example responded: 550 5\.1\.1 no such user/),
      isPermanent: true,
    })
  })

  test('a message that was delivered is not sent again because its report cannot be recorded', async () => {
    const world = await openPolicyWorld(store)
    world.publish('1', policyText('testing'))
    world.dns.names['friend.example'] = { MX: ['10 mx.friend.example', '20 mx.evil.example'] }
    const server = await mailServer()
    const rename = (from: string, to: string) => store.run(store.sql.raw(`alter table ${from} rename to ${to}`))
    server.whenTaken = async () => void (await rename('mail_policies', 'hidden'))
    onTestFinished(async () => void (await rename('hidden', 'mail_policies')))
    expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
    expect(world.logged.at(-1)).toContain('mail policy in testing mode not met')
  })

  const enforced = policyText('enforce')
  const redirecting: PolicyWorld['respond'] = (req, res) =>
    req.url === '/other' ? servePolicy(enforced)(req, res) : void res.writeHead(302, { Location: '/other' }).end()
  test.each([
    ['redirects', redirecting],
    ['is too large', servePolicy(`${enforced}${'x'.repeat(64 * 1024)}`)],
    ['is not plain text', servePolicy(enforced, { 'Content-Type': 'text/html' })],
    ['comes with another status', servePolicy(enforced, {}, 203)],
    ['has another version', servePolicy(enforced.replace('STSv1', 'STSv2'))],
    ['names no server', servePolicy(enforced.replace(/mx:.*\r\n/, ''))],
    ['is valid for more than a year', servePolicy(policyText('enforce', { maxAgeS: 31_557_601 }))],
    ['has a line of more than 1,000 characters', servePolicy(`${enforced}x: a${' '.repeat(996)}b`)],
    ['has more than 500 lines', servePolicy(enforced + 'x: a\r\n'.repeat(496))],
    ['names more than 100 servers', servePolicy(enforced + mxLines(100))],
  ])('a policy that %s is no policy', async (_what, respond) => {
    const world = await openPolicyWorld(store)
    world.publish('1', enforced)
    world.respond = respond
    const server = await mailServer()
    expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
    expect([world.requests.length, await stored(store)]).toEqual([1, []])
  })

  test('a policy and a record within the limits apply', async () => {
    const world = await openPolicyWorld(store)
    const names = mxLines(99)
    world.publish('1', `${enforced}${names}x: a${' '.repeat(995)}b\r\n${'x: a\r\n'.repeat(395)}`)
    world.dns.names['_mta-sts.friend.example'] = { TXT: [`v=STSv1; id=1; x=${'a'.repeat(982)};`] }
    expect(await world.deliver(await mailServer())).toEqual(insecure('no STARTTLS'))
  })

  test.each([
    ['two records are', ['v=STSv1; id=1;', 'v=STSv1; id=2;']],
    ['a record of more than 1,000 characters is', [`v=STSv1; id=1; x=${'a'.repeat(983)};`]],
  ])('%s no policy', async (_what, TXT) => {
    const world = await openPolicyWorld(store)
    world.publish('1', enforced)
    world.dns.names['_mta-sts.friend.example'] = { TXT }
    const server = await mailServer()
    expect([await world.deliver(server), server.taken.length, world.fetched]).toEqual([undefined, 1, []])
  })

  test('a policy host at a private address is not fetched from', async () => {
    const world = await openPolicyWorld(store, { allowedRanges: 'none' })
    world.publish('1', enforced)
    const server = await mailServer()
    expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
    expect([world.fetched.length, world.requests]).toEqual([1, []])
  })

  test('mail is deferred if the time limit passes before a policy has its turn to be fetched', async () => {
    const limit = timeLimit()
    const world = await openPolicyWorld(store, limit)
    world.publish('1', enforced)
    world.respond = () => undefined
    const [url, leaving] = ['https://mta-sts.friend.example/other', new AbortController()]
    const others = [1, 2, 3, 4].map(() => world.fetch(asker('mta-sts.friend.example', leaving.signal), url))
    await expect.poll(() => world.requests.length).toBe(4)
    const server = await mailServer()
    const delivery = world.deliver(server)
    await expect.poll(() => world.fetched.length).toBe(5)
    limit.end()
    const message = 'This server is too busy to fetch the policy of friend.example (MTA-STS).'
    expect([await delivery, server.taken]).toEqual([{ message, isPermanent: false }, []])
    leaving.abort()
    await Promise.allSettled(others)
  })

  describe('mail is delivered after the time limit', () => {
    test('if the policy host does not respond', async () => {
      const limit = timeLimit()
      const world = await openPolicyWorld(store, limit)
      world.publish('1', enforced)
      world.respond = () => limit.end()
      const server = await mailServer()
      expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
      expect([world.requests.length, limit.given]).toEqual([1, [10_000]])
      expect(world.logged.at(-1)).toContain('the time limit of the test')
    })

    test('if DNS does not respond', async () => {
      const limit = timeLimit()
      const silent = createSocket('udp4', () => limit.end())
      await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
      onTestFinished(() => void silent.close())
      const world = await openPolicyWorld(store, { ...limit, policyDns: `127.0.0.1:${silent.address().port}` })
      const server = await mailServer()
      expect([await world.deliver(server), server.taken.length]).toEqual([undefined, 1])
      expect([world.fetched, limit.given]).toEqual([[], [10_000]])
      expect(world.logged.at(-1)).toContain('ECANCELLED')
    })
  })
})

forEachMailWorld(
  (world) => {
    test('a sender reads why a policy defers a message, which leaves when the policy allows it', async () => {
      const { server, other } = world()
      const { send, stateOf } = await senderIn(world())
      const now = server.clock.now()
      const organization = 'friend.example'
      const policy = { organization, policy_id: '1', mode: 'enforce', mx: '["mx.friend.example"]' } as const
      const times = { fetched_at: now, expires_at: now + hourMs }
      await storePolicy(server.store, { domain: 'friend.example', ...policy, ...times })
      const { id } = await send('bob@friend.example')
      await server.jobs.settle()
      expect(await stateOf(id)).toEqual({
        delivery: 'queued',
        error: expect.stringMatching(/^Not delivered yet: The policy of friend\.example \(MTA-STS\) does not allow/),
      })
      expect(other.taken).toEqual([])
      server.clock.advance(hourMs)
      await server.jobs.settle()
      expect([(await stateOf(id)).delivery, other.taken.map(({ from }) => from.endsWith(domain))]).toEqual([
        'delivered',
        [true],
      ])
    })
  },
  { names: friends, settings: { WELCOME_CREDITS: '5' } },
)
