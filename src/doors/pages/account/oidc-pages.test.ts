import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unlinkIdentity } from '#runtime/accounts/oidc/identities.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { OpenidProvider } from '#testing/openid-provider.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { type SeenPage, TestVisitor } from '#testing/visitor.ts'

const password = 'correct horse battery'
const security = '/settings/security'

forEachDatabase((_dialect, _open, newDatabase) => {
  let provider: OpenidProvider
  let server: TestServer
  /** What the first person on a new instance sees. */
  let first: SeenPage

  async function startWith(at: OpenidProvider, settings: Record<string, string>): Promise<TestServer> {
    const database = await newDatabase()
    // The provider has no clock but that of this machine.
    const now = new Date().toISOString()
    const started = await startTestServer({ ...database, now, settings: { ...at.settings, ...settings } })
    at.register(started.url)
    return started
  }

  const tokenOn = ({ html }: SeenPage) => /csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string
  const addressOn = ({ html }: SeenPage) =>
    /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') as string

  beforeAll(async () => {
    provider = await new OpenidProvider().open()
    server = await startWith(provider, { OIDC_SIGNUP: 'on', OIDC_ADMIN_GROUP: 'chiefs' })
    const visitor = new TestVisitor(server.url)
    const page = await visitor.post('/signin/oidc', { csrf_token: tokenOn(await visitor.get('/signin')) })
    first = await visitor.get(await provider.signIn(addressOn(page), 'u-0'))
    // The first account administers the instance.
    await server.account('founder')
  })
  afterAll(async () => {
    await server.stop()
    await provider.close()
  })

  async function sentTo(visitor: TestVisitor, next = '/settings'): Promise<string> {
    const page = await visitor.submit(`/signin?next=${encodeURIComponent(next)}`, '/signin/oidc')
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Continue to Example ID')])
    return addressOn(page)
  }

  /** Signs a person of the provider in; `at` is their browser there. */
  async function signedInAs(login: string, at?: TestVisitor): Promise<TestVisitor> {
    const visitor = new TestVisitor(server.url)
    const { status, location } = await visitor.get(await provider.signIn(await sentTo(visitor), login, at))
    expect([status, location]).toEqual([303, '/settings'])
    return visitor
  }

  const usernameOf = async (visitor: TestVisitor) => /Sign out (\w+)</.exec((await visitor.get('/settings')).html)?.[1]
  const auditOf = (username: string) =>
    server.store.all<{ action: string; detail: string | null }>(
      server.store.sql('audit_log').select('action', 'detail').where({ subject: username }).orderBy('id'),
    )

  describe('signing in with an OpenID provider', () => {
    test('creates no account before the administrator exists', () => {
      expect([first.status, first.html.includes('is not set up yet')]).toEqual([403, true])
    })

    test('creates an account at the first sign-in, and signs in to the same one afterwards', async () => {
      provider.people.set('u-1', { preferred_username: 'Zoë.Ø@example.org' })
      const first = await signedInAs('u-1')
      expect(await usernameOf(first)).toBe('zoe')
      provider.people.set('u-1', { preferred_username: 'renamed' })
      expect(await usernameOf(await signedInAs('u-1'))).toBe('zoe')
      expect((await auditOf('zoe')).map(({ action }) => action)).toEqual(['account_created', 'sign_in', 'sign_in'])
    })

    test('never takes over an account by its name', async () => {
      await server.account('grace')
      provider.people.set('u-2', { preferred_username: 'grace' })
      expect(await usernameOf(await signedInAs('u-2'))).toBe('grace_2')
      provider.people.set('u-3', { preferred_username: 'root' })
      expect(await usernameOf(await signedInAs('u-3'))).toBe('member_2')
    })

    test('gives and takes the role of administrator by group, except from the last one', async () => {
      const roles = async (name: string) =>
        Boolean(
          (await server.store.get<{ is_admin: unknown }>(server.store.sql('accounts').where({ username: name })))
            ?.is_admin,
        )
      provider.people.set('u-4', { preferred_username: 'ada', groups: ['staff', 'chiefs'] })
      await signedInAs('u-4')
      expect(await roles('ada')).toBe(true)
      provider.people.set('u-4', { preferred_username: 'ada', groups: ['staff'] })
      await signedInAs('u-4')
      expect(await roles('ada')).toBe(false)
      provider.people.set('u-4', { groups: 'chiefs' })
      await signedInAs('u-4')
      await server.store.run(server.store.sql('accounts').where({ username: 'founder' }).update({ is_admin: false }))
      provider.people.set('u-4', {})
      await signedInAs('u-4')
      expect(await roles('ada')).toBe(true)
      await server.store.run(server.store.sql('accounts').where({ username: 'founder' }).update({ is_admin: true }))
      const actions = (await auditOf('ada')).map(({ action }) => action).filter((action) => action !== 'sign_in')
      expect(actions).toEqual([
        'account_created',
        'account_promoted',
        'account_demoted',
        'account_promoted',
        'demotion_refused',
      ])
    })

    test('keeps disabled accounts out, and does not promote them', async () => {
      provider.people.set('u-5', { preferred_username: 'dora' })
      await signedInAs('u-5')
      const account = () => server.store.sql('accounts').where({ username: 'dora' })
      await server.store.run(account().update({ disabled_at: 1 }))
      provider.people.set('u-5', { groups: ['chiefs'] })
      const visitor = new TestVisitor(server.url)
      const back = await visitor.get(await provider.signIn(await sentTo(visitor), 'u-5'))
      expect([back.status, back.html.includes('This account is disabled')]).toEqual([403, true])
      expect((await visitor.get('/settings')).status).toBe(303)
      expect((await server.store.get<{ is_admin: unknown }>(account().select('is_admin')))?.is_admin).toBeFalsy()
    })

    test('accepts only members of the allowed group, and nobody without a link while sign-up is off', async () => {
      const strict = await new OpenidProvider().open()
      const closed = await startWith(strict, { OIDC_ALLOWED_GROUP: 'crew' })
      await closed.account()
      const come = async (login: string) => {
        const visitor = new TestVisitor(closed.url)
        const page = await visitor.submit('/signin', '/signin/oidc')
        return visitor.get(await strict.signIn(addressOn(page), login))
      }
      strict.people.set('crewless', { groups: ['crews'] })
      strict.people.set('sailor', { groups: ['crew'] })
      const [refused, unlinked] = [await come('crewless'), await come('sailor')]
      expect([refused.status, refused.html.includes('may not sign in here')]).toEqual([403, true])
      expect([unlinked.status, unlinked.html.includes('No account here is linked')]).toEqual([403, true])
      expect(await closed.store.all(closed.store.sql('accounts'))).toHaveLength(1)
      await closed.stop()
      await strict.close()
    })

    test('rejects forms of other sites', async () => {
      const visitor = new TestVisitor(server.url)
      await visitor.get('/signin')
      expect((await visitor.post('/signin/oidc', { next: '/settings' })).status).toBe(403)
      const ada = await signedInAs('u-1')
      for (const path of ['link', 'unlink', 'password', 'passkey', 'passkey/options']) {
        expect((await ada.post(`${security}/oidc/${path}`, {})).status).toBe(403)
      }
    })
  })

  describe('signing out at the provider', () => {
    test('ends the sessions that it started, and no others', async () => {
      provider.people.set('u-20', { preferred_username: 'max' })
      const at = new TestVisitor(provider.url)
      const here = await signedInAs('u-20', at)
      const elsewhere = await signedInAs('u-20')
      const question = await at.get('/session/end')
      const xsrf = /name="xsrf" value="(\w+)"/.exec(question.html)?.[1] as string
      await at.post('/session/end/confirm', { xsrf, logout: 'yes' })
      expect((await here.get('/settings')).status).toBe(303)
      expect((await elsewhere.get('/settings')).status).toBe(200)
    })

    test('is offered after signing out here', async () => {
      const visitor = await signedInAs('u-20')
      const { location } = await visitor.submit('/settings', '/signout')
      const { html } = await visitor.get(location as string)
      expect(html).toContain(`href="${provider.url}/session/end?client_id=onedoor"`)
      expect((await visitor.get('/signin')).html).not.toContain('/session/end')
    })
  })

  describe('linking an account with an OpenID provider', () => {
    async function linked(login: string) {
      const account = await server.account()
      const visitor = await new TestVisitor(server.url).signIn(account.username)
      const page = await visitor.submit(security, `${security}/oidc/link`, { oidc_password: password })
      const back = await visitor.get(await provider.signIn(addressOn(page), login))
      return { account, visitor, back }
    }

    test('needs the password, signs in to that account from then on, and ends with the password', async () => {
      provider.people.set('u-10', { preferred_username: 'ida' })
      const { account, visitor, back } = await linked('u-10')
      expect([back.status, back.location]).toEqual([303, `${security}?done=linked`])
      expect(await usernameOf(await signedInAs('u-10'))).toBe(account.username)
      const wrong = await visitor.submit(security, `${security}/oidc/unlink`, { oidc_password: 'wrong' })
      expect([wrong.status, await usernameOf(await signedInAs('u-10'))]).toEqual([400, account.username])
      const done = await visitor.submit(security, `${security}/oidc/unlink`, { oidc_password: password })
      expect([done.status, done.location]).toEqual([303, `${security}?done=unlinked`])
      expect(await usernameOf(await signedInAs('u-10'))).not.toBe(account.username)
    })

    test('starts nothing with a wrong password, and rejects an identity that is linked elsewhere', async () => {
      const account = await server.account()
      const visitor = await new TestVisitor(server.url).signIn(account.username)
      const page = await visitor.submit(security, `${security}/oidc/link`, { oidc_password: 'wrong' })
      expect([page.status, addressOn(page)]).toEqual([400, undefined])
      const { back } = await linked('u-1')
      expect([back.status, back.html.includes('is already linked')]).toEqual([400, true])
      expect(await usernameOf(await signedInAs('u-1'))).toBe('zoe')
    })

    test('an account without a password keeps its link until it has one, set soon after a sign-in', async () => {
      provider.people.set('u-11', { preferred_username: 'olga' })
      const visitor = await signedInAs('u-11')
      const page = await visitor.get(security)
      expect([page.html.includes('first set a password'), page.html.includes('/oidc/unlink')]).toEqual([true, false])
      const csrf_token = tokenOn(page)
      for (const oidc_password of ['', 'x'.repeat(12)]) {
        expect((await visitor.post(`${security}/oidc/unlink`, { csrf_token, oidc_password })).status).toBe(400)
      }
      const username = (await usernameOf(visitor)) as string
      const { id } = (await server.store.get<{ id: string }>(server.store.sql('accounts').where({ username }))) ?? {
        id: '',
      }
      expect(await unlinkIdentity(server.store, id, provider.url)).toBe(false)
      const fields = { new_password: 'quite another password', repeated: 'quite another password' }
      server.clock.advance(11 * 60_000)
      expect((await visitor.submit(security, `${security}/oidc/password`, fields)).status).toBe(400)
      const again = await signedInAs('u-11')
      expect((await again.submit(security, `${security}/oidc/password`, fields)).status).toBe(303)
      await new TestVisitor(server.url).signIn(username, fields.new_password)
      const token = tokenOn(await again.get(security))
      const second = { new_password: 'yet another password', repeated: 'yet another password', csrf_token: token }
      expect((await again.post(`${security}/oidc/password`, second)).status).toBe(400)
      const done = await again.submit(security, `${security}/oidc/unlink`, { oidc_password: fields.new_password })
      expect(done.location).toBe(`${security}?done=unlinked`)
    })
  })
})
