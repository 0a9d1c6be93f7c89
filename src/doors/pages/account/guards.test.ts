import type { Router } from 'express'
import { beforeAll, describe, expect, test } from 'vitest'
import { families } from '#app/families.ts'
import type { FamilyPage } from '#runtime/kit/family.ts'
import type { CreateFamilyPages, Site } from '#runtime/kit/site.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forOneServer, type TestAccount, type TestServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { accountPages } from './routes.ts'
import type { AccountServices } from './services.ts'

const familyPages = await Promise.all(families.flatMap(({ pages = [] }) => pages.flatMap(ownerPagesOf)))

/** In the place of what pages are created with: has every property, and can be called. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : anything),
  apply: () => anything,
})

/** Created like in a server; here only the routes of a page are read. */
function ownerPagesOf(page: FamilyPage<never>): Promise<CreateFamilyPages>[] {
  if (page.for !== 'owner') return []
  const path = page.at.slice('/settings'.length) as `/${string}`
  return [Promise.resolve(async (site: Site) => ({ ...(await page.load(site, anything as never)), path }))]
}

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> }
  readonly handle: { readonly stack?: readonly Layer[] }
}

/** The addresses of these pages under a verb, from the routers themselves, so that none is forgotten here. */
async function pathsOf(verb: 'get' | 'post'): Promise<string[]> {
  const routes = (layers: readonly Layer[]): string[] =>
    layers.flatMap(({ route, handle }) =>
      route ? (route.methods[verb] ? [route.path] : []) : routes(handle.stack ?? []),
    )
  const pathsIn = ({ stack }: Router) => routes(stack as unknown as readonly Layer[])
  const { routes: own } = await accountPages(
    { baseUrl: 'http://localhost', passkeys: {}, usesCredits: true } as AccountServices,
    {
      about: async () => ({
        families: [],
        groups: [],
        types: new Map(),
        catalogue: { items: [] },
        link: () => undefined,
        usesCredits: true,
      }),
      createFamilyPages: [],
      createVisitorPages: [],
      publicPages: [],
      trustedProxies: [],
    },
  )
  const made = await Promise.all(familyPages.map((create) => create({} as Site)))
  const ofFamilies = made.flatMap((pages) => pathsIn(pages.routes))
  return [...pathsIn(own), ...ofFamilies.map((path) => `/settings${path}`)]
}

const assets = ['/account.css', '/copy.js', '/passkeys.js', '/upload.js', '/webauthn.js', '/zone.js']
/** Anyone may read the start page, with any credential: see own-start-page.test.ts. */
const open = ['/']
const pages = (await pathsOf('get')).filter((path) => !assets.includes(path) && !open.includes(path))
const posts = await pathsOf('post')

const tokenOn = ({ html }: { html: string }) => /csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string

async function everything({ store }: TestServer): Promise<string> {
  const tables = ['accounts', 'tokens', 'passkeys', 'invites', 'ledger_entries']
  const rows = await Promise.all(tables.map((table) => store.all(store.sql(table).select('*').orderBy(1))))
  const sessions = await store.all(store.sql('sessions').select('id', 'account_id').orderBy('id'))
  return JSON.stringify([rows, sessions])
}

// Guards look at requests, not at rows; sessions are tested on both databases.

forOneServer((server) => {
  const administrator = async () => (await signedInVisitor(server(), { isAdmin: true })).visitor
  // Signed in once for all tests: what they send is rejected, or only read.
  let ann: TestVisitor
  let other: TestVisitor
  let member: TestAccount
  let memberVisitor: TestVisitor
  beforeAll(async () => {
    ann = await administrator()
    other = await administrator()
    member = await server().account()
    memberVisitor = await new TestVisitor(server().url).signIn(member.username)
  })

  describe('every POST', () => {
    test('is looked at', () => {
      expect(posts.length).toBeGreaterThan(15)
      expect(posts).toEqual(expect.arrayContaining(['/signin', '/signout', '/settings/delete', '/admin/credits']))
    })

    test.each(posts)('%s is rejected without the token of this browser, and does nothing', async (path) => {
      const own = tokenOn(await ann.get('/settings'))
      const foreign = tokenOn(await other.get('/settings'))
      const before = await everything(server())
      const refusals = [
        await ann.post(path, {}),
        await ann.post(path, { csrf_token: '' }),
        await ann.post(path, { csrf_token: foreign }),
        await ann.post(path, {}, { 'X-CSRF-Token': foreign }),
        await ann.post(path, { csrf_token: own }, { 'Sec-Fetch-Site': 'cross-site' }),
        await ann.post(path, { csrf_token: own }, { 'Sec-Fetch-Site': 'same-site' }),
        await ann.post(path, { csrf_token: own }, { Origin: 'https://elsewhere.example' }),
        await ann.post(`${path}?csrf_token=${own}`, {}),
      ]
      expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 403))
      expect(await everything(server())).toBe(before)
    })

    test.each(['this server', 'null'])('may have %s as its origin', async (given) => {
      const origin = given === 'null' ? given : server().url
      const { status } = await ann.post(
        '/settings/profile',
        { csrf_token: tokenOn(await ann.get('/settings')) },
        { Origin: origin },
      )
      expect(status).not.toBe(403)
    })

    test.each(posts.filter((path) => /^\/(settings|admin)/.test(path)))(
      '%s rejects visitors who are not signed in, and tokens',
      async (path) => {
        const stranger = new TestVisitor(server().url)
        const csrf_token = tokenOn(await stranger.get('/signin'))
        const answer = await stranger.post(path, { csrf_token })
        expect([answer.status, answer.location]).toEqual([303, '/signin?next=%2Fsettings'])
        const headers = { Authorization: `Bearer ${member.token}`, 'X-CSRF-Token': csrf_token }
        expect((await new TestVisitor(server().url).post(path, { csrf_token }, headers)).status).toBe(401)
      },
    )

    test.each(posts.filter((path) => path.startsWith('/admin')))('%s is for administrators', async (path) => {
      const { username } = member
      const csrf_token = tokenOn(await memberVisitor.get('/settings'))
      const before = await everything(server())
      expect((await memberVisitor.post(path, { csrf_token, username, amount: '5', note: 'x' })).status).toBe(403)
      expect(await everything(server())).toBe(before)
    })
  })

  describe('an administrator of another namespace', () => {
    let username: string
    let visitor: TestVisitor
    beforeAll(async () => {
      const account = await server().account()
      const change = { is_admin: true, namespace: 'acme' }
      await server().store.run(server().store.sql('accounts').where({ id: account.id }).update(change))
      username = account.username
      visitor = await new TestVisitor(server().url).signIn(username)
    })

    test.each(posts.filter((path) => path.startsWith('/admin')))('may not send %s', async (path) => {
      const csrf_token = tokenOn(await visitor.get('/settings'))
      const before = await everything(server())
      expect((await visitor.post(path, { csrf_token, username, amount: '5', note: 'x' })).status).toBe(403)
      expect(await everything(server())).toBe(before)
    })

    test('sees no administration page and no link to it, but the namespace that it administers', async () => {
      for (const path of pages.filter((each) => each.startsWith('/admin'))) {
        expect((await visitor.get(path)).status).toBe(403)
      }
      const { html } = await visitor.get('/settings')
      expect(html).not.toContain('/admin')
      expect(html).toContain('<dt>Namespace</dt><dd>acme, as its administrator</dd>')
    })

    test('is shown with its namespace in the list of the instance', async () => {
      const { html } = await ann.get(`/admin?after=${username.slice(0, -1)}`)
      expect(html).toMatch(new RegExp(`>${username}</a></th>[^\\n]*>administrator of acme</td>[^\\n]*>acme</td>`))
    })
  })

  describe('every page', () => {
    test.each(pages)('%s cannot be framed, is not cached, and runs nothing from elsewhere', async (path) => {
      for (const visitor of [ann, new TestVisitor(server().url)]) {
        const { headers } = await visitor.get(path)
        expect(headers.get('cache-control')).toBe('no-store')
        expect(headers.get('x-frame-options')).toBe('DENY')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('referrer-policy')).toBe('no-referrer')
        const policy = headers.get('content-security-policy')
        for (const part of [
          "default-src 'none'",
          "script-src 'self'",
          "frame-ancestors 'none'",
          "form-action 'self'",
          "base-uri 'none'",
        ])
          expect(policy).toContain(part)
        expect(policy).not.toContain('unsafe')
      }
    })

    test.each(pages)('%s has its token in every form, and nothing inline', async (path) => {
      for (const visitor of [ann, new TestVisitor(server().url)]) {
        const { html } = await visitor.get(path)
        const forms = html.match(/<form method="post".*?<\/form>/gs) ?? []
        const token = tokenOn({ html })
        for (const form of forms) expect(form).toContain(`name="csrf_token" value="${token}"`)
        expect(html).not.toMatch(/<script(?![^>]* src=")/)
        expect(html).not.toMatch(/ style=| on\w+=/)
      }
    })

    test.each(pages)('%s rejects an Authorization header, valid or not, next to the cookie', async (path) => {
      for (const header of [`Bearer ${member.token}`, 'junk', 'Basic YTpi']) {
        expect((await memberVisitor.get(path, { Authorization: header })).status).toBe(401)
      }
    })
  })

  test('a form is rejected if it is too large, not a form, or not text', async () => {
    const ann = await administrator()
    const csrf_token = tokenOn(await ann.get('/settings'))
    expect((await ann.post('/settings/profile', { csrf_token, display_name: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await ann.post('/settings/profile', { csrf_token, display_name: 'a\u0000b' })).status).toBe(400)
    const headers = { 'X-CSRF-Token': csrf_token }
    const xml = { method: 'POST', body: '<a/>', headers: { ...headers, 'Content-Type': 'text/xml' } }
    expect((await ann.raw('/settings/profile', xml)).status).toBe(415)
    const broken = { method: 'POST', body: '{', headers: { ...headers, 'Content-Type': 'application/json' } }
    expect((await ann.raw('/settings/security/passkeys', broken)).status).toBe(400)
  })

  test('a script that is not signed in gets an error, not a page', async () => {
    const stranger = new TestVisitor(server().url)
    const { status, json } = await stranger.postJson('/signin', '/settings/security/passkeys/options', {})
    expect([status, (json as { code: string }).code]).toEqual([401, 'unauthenticated'])
  })

  test('a passkey is added only within ten minutes of a sign-in, so that a stolen session cannot stay', async () => {
    const { username } = await server().account()
    const visitor = await new TestVisitor(server().url).signIn(username)
    const begin = async () =>
      (await visitor.postJson('/settings', '/settings/security/passkeys/options', {})).json as { error?: string }
    server().clock.advance(10 * 60_000)
    expect(await begin()).toHaveProperty('challenge')
    server().clock.advance(1)
    expect((await begin()).error).toContain('sign out and sign in again')
  })

  test.each(assets)('%s is sent once and then only revalidated', async (path) => {
    const first = await fetch(`${server().url}${path}`)
    expect(first.status).toBe(200)
    expect((await first.text()).length).toBeGreaterThan(300)
    const etag = first.headers.get('etag') as string
    expect((await fetch(`${server().url}${path}`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })
})
