import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { OpenidStandIn, type StandInAnswer } from '#testing/openid-stand-in.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

let standIn: OpenidStandIn
let server: TestServer
const logged: string[] = []
let people = 0

beforeAll(async () => {
  standIn = await new OpenidStandIn().open()
  const dataDir = await newDataDir()
  server = await startTestServer({ dataDir, settings: standIn.settings, onLogLine: (line) => void logged.push(line) })
  await server.account()
})
afterAll(async () => {
  await server.stop()
  await standIn.close()
})
beforeEach(() => {
  people += 1
  standIn.isDown = false
})

const nowS = () => Math.floor(server.clock.now() / 1000)

/** A sign-in that was started in a browser, and what its owner brings back from an honest provider. */
interface Started {
  readonly visitor: TestVisitor
  readonly sent: URLSearchParams
  readonly back: { code: string; state: string; iss: string }
  readonly claims: Readonly<Record<string, unknown>>
}

async function start(visitor = new TestVisitor(server.url), next = '/settings'): Promise<Started> {
  const { html } = await visitor.submit('/signin', '/signin/oidc', { next })
  const address = /content="0; url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') as string
  const sent = new URL(address).searchParams
  const claims = {
    iss: standIn.url,
    aud: standIn.clientId,
    sub: `person-${people}`,
    nonce: sent.get('nonce'),
    iat: nowS(),
    exp: nowS() + 300,
  }
  const back = { code: `code-${people}`, state: sent.get('state') as string, iss: standIn.url }
  standIn.issue({ id_token: standIn.token(claims) })
  return { visitor, sent, back, claims }
}

const comeBack = (visitor: TestVisitor, back: Readonly<Record<string, string>>) =>
  visitor.get(`/signin/oidc/callback?${new URLSearchParams(back)}`)

/** Nobody is signed in, and nothing was created. */
async function expectNothing(visitor: TestVisitor, before: string): Promise<void> {
  expect((await visitor.get('/settings')).status).toBe(303)
  expect(visitor.cookies.has('onedoor_session')).toBe(false)
  expect(await stored()).toBe(before)
}

async function stored(): Promise<string> {
  const { store } = server
  const tables = ['accounts', 'oidc_identities', 'oidc_sessions', 'sessions']
  return JSON.stringify(await Promise.all(tables.map((table) => store.all(store.sql(table).select('*').orderBy(1)))))
}

type Attack = (started: Started) => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>

/** Changes the claims of the ID token. */
const claiming =
  (changes: object, header?: object, key?: 'otherKey'): Attack =>
  ({ claims, back }) => {
    standIn.issue({ id_token: standIn.token({ ...claims, ...changes }, { ...header }, key && standIn[key]) })
    return back
  }

/** Sends this from the token endpoint. */
const answering =
  (answer: StandInAnswer): Attack =>
  ({ back }) => {
    standIn.answer = () => answer
    return back
  }

const without = <T extends object>(from: T, name: keyof T) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))

const attacks: readonly (readonly [string, Attack])[] = [
  ['another state', ({ back }) => ({ ...back, state: 'x'.repeat(43) })],
  ['a state that is not text of ours', ({ back }) => ({ ...back, state: "' or 1=1 --" })],
  ['no state', ({ back }) => without(back, 'state')],
  ['no code', ({ back }) => without(back, 'code')],
  ['the issuer of another provider (mix-up)', ({ back }) => ({ ...back, iss: 'https://evil.example' })],
  ['no issuer, though the provider sends it', ({ back }) => without(back, 'iss')],
  ['an ID token in the address', ({ back, claims }) => ({ ...back, id_token: standIn.token(claims) })],
  ['an ID token for another nonce', claiming({ nonce: 'other' })],
  ['an ID token without a nonce', claiming({ nonce: undefined })],
  ['an ID token of another issuer', claiming({ iss: 'https://evil.example' })],
  ['an ID token for another client', claiming({ aud: 'another' })],
  ['an ID token for several clients, and issued to another', claiming({ aud: ['onedoor', 'b'], azp: 'b' })],
  ['an expired ID token', claiming({ iat: 1_600_000_000, exp: 1_600_000_300 })],
  ['an ID token without expiry', claiming({ exp: undefined })],
  ['an ID token without subject', claiming({ sub: undefined })],
  ['a subject that is too long', claiming({ sub: 'x'.repeat(256) })],
  ['a subject that is no text', claiming({ sub: { $ne: null } })],
  ['an unsigned ID token', claiming({}, { alg: 'none' })],
  ['an ID token signed with another key', claiming({}, {}, 'otherKey')],
  ['an ID token signed with a key that does not exist', claiming({}, { kid: 'key-9' }, 'otherKey')],
  ['an ID token with an extension', claiming({}, { crit: ['b64'], b64: false })],
  [
    'an ID token signed with the public key as a secret',
    ({ claims, back }) => {
      const [, body] = standIn.token(claims).split('.')
      const head = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'key-1' })).toString('base64url')
      const secret = standIn.key.export({ format: 'pem', type: 'pkcs1' })
      standIn.issue({
        id_token: `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`,
      })
      return back
    },
  ],
  ['no ID token', answering({ body: { access_token: 'a', token_type: 'Bearer' } })],
  ['an error instead of a code', ({ back }) => ({ ...without(back, 'code'), error: 'access_denied' })],
  ['an error with markup', ({ back }) => ({ ...without(back, 'code'), error: '<script>alert(1)</script>' })],
  ['an error beside a code', ({ back }) => ({ ...back, error: 'server_error' })],
  [
    'the code of another sign-in (code injection)',
    async ({ back }) => {
      const other = await start()
      standIn.issue({ id_token: standIn.token({ ...other.claims, nonce: other.sent.get('nonce') }) }, other.sent)
      return { ...back, code: other.back.code }
    },
  ],
  [
    'the code of another sign-in, at a provider that ignores PKCE',
    async ({ back }) => {
      const other = await start()
      return { ...back, code: other.back.code }
    },
  ],
  ['a failing token endpoint', answering({ status: 500, body: {} })],
  ['a response that is not JSON', answering({ body: '<html>' })],
  [
    'a huge response',
    ({ claims, back }) => {
      standIn.issue({ id_token: standIn.token(claims), padding: 'x'.repeat(300_000) })
      return back
    },
  ],
  ['a token endpoint that redirects', answering({ status: 307, body: {}, location: '/token' })],
  ['parameters that are too long', ({ back }) => ({ ...back, code: 'x'.repeat(9000) })],
]

describe('coming back from an OpenID provider', () => {
  test('signs in with an honest response, once', async () => {
    const { visitor, back } = await start(undefined, '/settings/data?a=b')
    const copy = new TestVisitor(server.url)
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
    const { status, location } = await comeBack(visitor, back)
    expect([status, location]).toEqual([303, '/settings/data?a=b'])
    expect((await visitor.get('/settings')).status).toBe(200)
    const exchanged = standIn.codes.length
    for (const browser of [visitor, copy]) expect((await comeBack(browser, back)).status).toBe(400)
    expect(standIn.codes).toHaveLength(exchanged)
  })

  test.each(attacks)('does not sign in with %s', async (_name, attack) => {
    const started = await start()
    const before = await stored()
    const { status, html } = await comeBack(started.visitor, await attack(started))
    expect([400, 502]).toContain(status)
    expect(html).not.toContain('<script>alert')
    await expectNothing(started.visitor, before)
  })

  test('is rejected in the same way for another browser, a used, an expired and an unknown state', async () => {
    const unknown = await comeBack(new TestVisitor(server.url), { code: 'c', state: 'y'.repeat(43), iss: standIn.url })
    const { visitor: attacker, back } = await start()
    // The victim has a page of the server open, so its browser has a cookie.
    const victim = new TestVisitor(server.url)
    await victim.get('/signin')
    const before = await stored()
    const answers = [await comeBack(victim, back), await comeBack(new TestVisitor(server.url), back)]
    const late = await start()
    server.clock.advance(10 * 60_000)
    answers.push(await comeBack(late.visitor, late.back), await comeBack(attacker, back))
    const message = (html: string) => /id="problem">([^<]+)</.exec(html)?.[1]
    for (const answer of answers) {
      expect([answer.status, message(answer.html)]).toEqual([unknown.status, message(unknown.html)])
    }
    await expectNothing(victim, before)
    await expectNothing(late.visitor, before)
  })

  test('starts a new session, with any secret that the browser brought', async () => {
    const { visitor, back } = await start()
    const planted = 'p'.repeat(43)
    visitor.cookies.set('onedoor_session', planted)
    await comeBack(visitor, back)
    expect((await visitor.get('/settings')).status).toBe(200)
    expect(visitor.cookies.get('onedoor_session')).not.toBe(planted)
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
    'does not lead to another server: %s',
    async (next) => {
      const { visitor, back } = await start(undefined, next)
      const { location } = await comeBack(visitor, back)
      expect(new URL(location as string, server.url).origin).toBe(new URL(server.url).origin)
    },
  )

  test('nothing secret is logged', () => {
    const log = logged.join('\n')
    expect(log).toContain('sign-in with provider failed')
    for (const secret of [...standIn.codes.filter(Boolean), '"nonce"', 'eyJhbGciOi']) expect(log).not.toContain(secret)
  })
})

describe('linking', () => {
  test('is not finished by another account, nor with a sign-in that it did not start', async () => {
    const [ann, ben] = [await server.account(), await server.account()]
    const [anns, bens] = await Promise.all(
      [ann, ben].map(({ username }) => new TestVisitor(server.url).signIn(username)),
    )
    const link = async (visitor: TestVisitor) => {
      const place = '/settings/security'
      const { html } = await visitor.submit(place, `${place}/oidc/link`, { oidc_password: 'correct horse battery' })
      const sent = new URL(/content="0; url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') as string).searchParams
      standIn.issue({
        id_token: standIn.token({
          ...{ iss: standIn.url, aud: standIn.clientId, sub: `person-${people}`, nonce: sent.get('nonce') },
          ...{ iat: nowS(), exp: nowS() + 300 },
        }),
      })
      return { code: 'c', state: sent.get('state') as string, iss: standIn.url }
    }
    const back = await link(anns as TestVisitor)
    const before = await stored()
    expect((await comeBack(bens as TestVisitor, back)).status).toBe(400)
    expect((await comeBack(new TestVisitor(server.url), back)).status).toBe(400)
    const anonymous = await start()
    expect((await comeBack(bens as TestVisitor, anonymous.back)).status).toBe(400)
    expect(await stored()).toBe(before)
    expect((await comeBack(anns as TestVisitor, await link(anns as TestVisitor))).status).toBe(303)
  })
})

describe('a logout token', () => {
  let jti = 0
  const send = (logout_token: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${server.url}/signin/oidc/logout`, {
      method: 'POST',
      body: String(new URLSearchParams({ logout_token })),
      headers: { 'Content-Type': type },
    })
  const claimsFor = (sub: string) => ({
    ...{ iss: standIn.url, aud: standIn.clientId, sub, iat: nowS(), exp: nowS() + 120, jti: `jti-${++jti}` },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  async function signedIn(sid?: string) {
    const started = await start()
    standIn.issue({ id_token: standIn.token({ ...started.claims, sid }) })
    expect((await comeBack(started.visitor, started.back)).status).toBe(303)
    const isSignedIn = async () => (await started.visitor.get('/settings')).status === 200
    return { ...started, sub: `person-${people}`, isSignedIn }
  }

  test('ends the sessions of a person, once', async () => {
    const first = await signedIn()
    const token = standIn.token(claimsFor(first.sub), { typ: 'logout+jwt' })
    expect((await send(token)).status).toBe(200)
    expect(await first.isSignedIn()).toBe(false)
    const second = await signedIn()
    expect((await send(token)).status).toBe(400)
    expect(await second.isSignedIn()).toBe(true)
    // The response is the same for an unknown person and for one who is signed out.
    expect((await send(standIn.token(claimsFor('nobody')))).status).toBe(200)
  })

  test('ends only the named session', async () => {
    const [one, two] = [await signedIn('sid-1'), await signedIn('sid-2')]
    const { sub: _, ...claims } = claimsFor(one.sub)
    expect((await send(standIn.token({ ...claims, sid: 'sid-1' }))).status).toBe(200)
    expect([await one.isSignedIn(), await two.isSignedIn()]).toEqual([false, true])
    expect((await send(standIn.token({ ...claimsFor('another'), sid: 'sid-2' }))).status).toBe(200)
    expect(await two.isSignedIn()).toBe(true)
  })

  const forged: readonly (readonly [string, object, object?, 'otherKey'?])[] = [
    ['signed with another key', {}, {}, 'otherKey'],
    ['unsigned', {}, { alg: 'none' }],
    ['of another algorithm', {}, { alg: 'HS256' }],
    ['of another type', {}, { typ: 'at+jwt' }],
    ['with an extension', {}, { crit: ['x'] }],
    ['with a nonce', { nonce: 'n' }],
    ['without events', { events: undefined }],
    ['for another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that is old', { iat: 1_600_000_000, exp: 2_900_000_000 }],
    ['from the future', { iat: 2_900_000_000, exp: 2_900_000_300 }],
    ['that has expired', { exp: 1_600_000_000 }],
    ['without an id', { jti: undefined }],
    ['of nobody', { sub: undefined }],
    ['of somebody who is no text', { sub: ['person'] }],
  ]
  const rows = forged.map(([name, changes, header = {}, key]) => ({ name, changes, header, key }))
  test.each(rows)('$name ends nothing', async ({ changes, header, key }) => {
    const { sub, isSignedIn } = await signedIn()
    const token = standIn.token({ ...claimsFor(sub), ...changes }, { ...header }, key && standIn[key])
    expect((await send(token)).status).toBe(400)
    expect(await isSignedIn()).toBe(true)
  })

  test('is rejected if it is no token, an ID token, too large, or not in a form', async () => {
    const { claims, isSignedIn } = await signedIn()
    for (const token of ['', 'a.b.c', 'a.b.c.d', '..', 'bnVsbA.bnVsbA.', standIn.token(claims), 'x'.repeat(9000)]) {
      expect((await send(token)).status).toBe(400)
    }
    expect((await send('x'.repeat(20_000))).status).toBe(413)
    expect((await send('a', 'application/json')).status).toBe(415)
    expect((await fetch(`${server.url}/signin/oidc/logout`)).status).toBe(405)
    expect(await isSignedIn()).toBe(true)
  })
})

describe('a provider that is down', () => {
  test('leaves the password and passkeys, and is used again when it responds', async () => {
    const { username } = await server.account()
    standIn.isDown = true
    server.clock.advance(6 * 60_000)
    const visitor = new TestVisitor(server.url)
    const { html } = await visitor.get('/signin')
    expect([html.includes('cannot be reached right now'), html.includes('action="/signin/oidc"')]).toEqual([
      true,
      false,
    ])
    await visitor.signIn(username)
    expect(logged.join()).toContain('sign-in provider unusable, people need a password or passkey')
    standIn.isDown = false
    expect((await new TestVisitor(server.url).get('/signin')).html).toContain('cannot be reached right now')
    server.clock.advance(30_000)
    expect((await new TestVisitor(server.url).get('/signin')).html).toContain('action="/signin/oidc"')
  })

  test('shows why a sign-in cannot start', async () => {
    const visitor = new TestVisitor(server.url)
    await visitor.get('/signin')
    const csrf_token = /csrf-token" content="([\w-]+)"/.exec((await visitor.get('/signin')).html)?.[1] as string
    standIn.isDown = true
    server.clock.advance(6 * 60_000)
    const page = await visitor.post('/signin/oidc', { csrf_token })
    expect([page.status, page.html.includes('Try again in a minute')]).toEqual([502, true])
    const token = await fetch(`${server.url}/signin/oidc/logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: 'a.b.c' }),
    })
    expect(token.status).toBe(502)
  })

  test.each([
    ['names itself otherwise', { described: { issuer: 'https://evil.example' } }],
    ['redirects to another description', { isMoved: true }],
    ['sends people to no page', { described: { authorization_endpoint: 'javascript:alert(1)' } }],
  ])('is not used if it %s', async (_name, fault) => {
    Object.assign(standIn, fault)
    server.clock.advance(6 * 60_000)
    expect((await new TestVisitor(server.url).get('/signin')).html).toContain('cannot be reached right now')
    Object.assign(standIn, { described: {}, isMoved: false })
  })

  test('cannot make the server send requests to other private addresses', async () => {
    const inside = await new OpenidStandIn().open()
    standIn.described = { token_endpoint: `${inside.url}/token` }
    server.clock.advance(6 * 60_000)
    const { visitor, back } = await start()
    expect((await comeBack(visitor, back)).status).toBe(502)
    expect(inside.codes).toEqual([])
    standIn.described = {}
    await inside.close()
  })
})

test('a flood of invalid responses does not fill the audit log', async () => {
  const { store } = server
  const entries = async () => (await store.all(store.sql('audit_log').where({ action: 'sign_in_failed' }))).length
  server.clock.advance(15 * 60_000)
  const before = await entries()
  server.reload({ LIMIT_SIGN_IN_PER_15_MINUTES: '2' })
  const visitor = new TestVisitor(server.url)
  const seen = []
  for (let index = 0; index < 4; index++) seen.push((await comeBack(visitor, { code: 'a', state: 'b' })).status)
  expect([seen, (await entries()) - before]).toEqual([[400, 400, 429, 429], 2])
})
