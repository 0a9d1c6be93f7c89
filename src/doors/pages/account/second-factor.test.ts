import { describe, expect, test } from 'vitest'
import { createCredentials } from '#runtime/accounts/credentials.ts'
import { createSessions } from '#runtime/accounts/sessions.ts'
import { beginFactor, setUpFactor } from '#testing/authenticator.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forEachServer, forOneServer } from '#testing/server.ts'
import { type SeenPage, TestVisitor } from '#testing/visitor.ts'

const password = 'correct horse battery'
const page = '/settings/security/second-factor'

const tokenIn = ({ html }: SeenPage) => /csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string
const stepIn = ({ html }: SeenPage) => /name="step" value="([\w-]{43})"/.exec(html)?.[1] as string

forEachServer((server) => {
  /** A person with an app, in a browser that is signed in. */
  async function person() {
    const { account, visitor } = await signedInVisitor(server())
    return { account, visitor, app: await setUpFactor(server(), visitor) }
  }

  /** Passes the first step. */
  async function half(username: string) {
    const browser = new TestVisitor(server().url)
    const seen = await browser.submit('/signin', '/signin', { username, password })
    return { browser, seen, fields: { csrf_token: tokenIn(seen), step: stepIn(seen), next: '/settings' } }
  }

  const enter = async ({ browser, fields }: Awaited<ReturnType<typeof half>>, code: string) => {
    const { status, location } = await browser.post('/signin/code', { ...fields, code })
    return [status, location]
  }

  describe('an account with an app', () => {
    test('is signed in by the password and a code, and by nothing less', async () => {
      const { account, app } = await person()
      const started = await half(account.username)
      expect([started.seen.status, started.browser.cookies.has('onedoor_session')]).toEqual([200, false])
      expect((await started.browser.get('/settings')).status).toBe(303)
      expect(await enter(started, app.code())).toEqual([303, '/settings'])
      expect((await started.browser.get('/settings')).html).toContain(account.username)
    })

    test('stores neither the key nor a code in the clear', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const { html, key } = await beginFactor(server(), visitor)
      expect(html).toContain('<svg')
      const { store } = server()
      const rows = await store.all(store.sql('second_factors').where({ account_id: account.id }))
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(key)
      const other = await person()
      const codes = await store.all(store.sql('recovery_codes').where({ account_id: other.account.id }))
      expect(codes).toHaveLength(10)
      for (const code of other.app.recoveryCodes) expect(JSON.stringify(codes)).not.toContain(code)
    })

    test('needs no code until one was confirmed', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const { csrf_token } = await beginFactor(server(), visitor)
      expect((await visitor.post(`${page}/confirm`, { csrf_token, code: '000000' })).status).toBe(400)
      await new TestVisitor(server().url).signIn(account.username)
    })

    test('is confirmed once, so that the recovery codes that were shown are those that count', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const { csrf_token, code } = await beginFactor(server(), visitor)
      const confirm = (typed: string) => visitor.post(`${page}/confirm`, { csrf_token, code: typed })
      const seen = await Promise.all([confirm(code()), confirm(code(1))])
      expect(seen.map(({ status }) => status).sort()).toEqual([200, 400])
      const shown = seen.flatMap(({ html }) => html.match(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g) ?? [])
      expect(shown).toHaveLength(10)
      expect(await enter(await half(account.username), shown[0] as string)).toEqual([303, '/settings'])
    })

    test('accepts the code before and after, and no other', async () => {
      const { account, app } = await person()
      server().clock.advance(300_000)
      for (const stepsOff of [-2, 2]) {
        expect(await enter(await half(account.username), app.code(stepsOff))).toEqual([400, undefined])
      }
      for (const stepsOff of [-1, 0, 1]) {
        expect(await enter(await half(account.username), app.code(stepsOff))).toEqual([303, '/settings'])
      }
    })

    test('is set up, renewed and turned off only with the password, and changed only with a code', async () => {
      const { visitor, app } = await person()
      const wrong = { password: 'wrong', code: app.code() }
      expect(
        (await visitor.post(`${page}/off`, { csrf_token: tokenIn(await visitor.get(page)), ...wrong })).status,
      ).toBe(400)
      expect((await visitor.submit(page, `${page}/codes`, { password, code: '000000' })).status).toBe(400)
      const renewed = await visitor.submit(page, `${page}/codes`, { password, code: app.code() })
      expect(renewed.html).toContain('They will not be shown again')
      expect(renewed.html).not.toContain(app.recoveryCodes[0])
      const stranger = await signedInVisitor(server())
      expect((await stranger.visitor.submit(page, `${page}/begin`, { password: 'wrong' })).status).toBe(400)
    })
  })

  describe('an attacker who has the password', () => {
    test('cannot use a code twice', async () => {
      const { account, app } = await person()
      const code = app.code()
      expect(await enter(await half(account.username), code)).toEqual([303, '/settings'])
      expect(await enter(await half(account.username), code)).toEqual([400, undefined])
      expect(await enter(await half(account.username), app.code(-1))).toEqual([400, undefined])
    })

    test('cannot use one code at the same time in two browsers', async () => {
      const { account, app } = await person()
      const both = [await half(account.username), await half(account.username)]
      const outcomes = await Promise.all(both.map((each) => enter(each, app.code())))
      expect(outcomes.map(([status]) => status).sort()).toEqual([303, 400])
    })

    test('cannot use a recovery code twice, nor one that was replaced', async () => {
      const { account, visitor, app } = await person()
      const [first, second] = app.recoveryCodes as [string, string]
      expect(await enter(await half(account.username), first.toLowerCase().replaceAll('-', ' '))).toEqual([
        303,
        '/settings',
      ])
      expect(await enter(await half(account.username), first)).toEqual([400, undefined])
      await visitor.submit(page, `${page}/codes`, { password, code: app.code() })
      expect(await enter(await half(account.username), second)).toEqual([400, undefined])
    })

    test('cannot use the code of another account', async () => {
      const [ann, ben] = [await person(), await person()]
      expect(await enter(await half(ann.account.username), ben.app.code())).toEqual([400, undefined])
      expect(await enter(await half(ann.account.username), ben.app.recoveryCodes[0] as string)).toEqual([
        400,
        undefined,
      ])
      expect(await enter(await half(ben.account.username), ben.app.code())).toEqual([303, '/settings'])
    })

    test('cannot guess: a sign-in allows five codes, and an account ten in an hour', async () => {
      const { account, app } = await person()
      const started = await half(account.username)
      for (let count = 0; count < 5; count++) expect(await enter(started, '000000')).toEqual([400, undefined])
      expect(await enter(started, app.code())).toEqual([400, undefined])
      const { store } = server()
      const again = await half(account.username)
      for (let count = 0; count < 4; count++) expect(await enter(again, '000000')).toEqual([400, undefined])
      expect(await enter(again, app.code())).toEqual([429, undefined])
      // Recovery codes cannot be guessed, so they let the owner in.
      expect(await enter(await half(account.username), app.recoveryCodes[0] as string)).toEqual([303, '/settings'])
      await server().bus.settle()
      const titles = await store.all<{ subject: string }>(
        store.sql('inbox_threads').select('subject').where({ owner: account.id }),
      )
      // One for each sign-in, so that an attacker cannot stay below a number of codes.
      expect(titles.filter(({ subject }) => subject === 'Wrong code at sign-in')).toHaveLength(2)
    })

    test('cannot use a half-finished sign-in twice, in another browser, for another page or after five minutes', async () => {
      const { account, app } = await person()
      const started = await half(account.username)
      const { csrf_token, step } = started.fields
      const thief = new TestVisitor(server().url)
      const own = tokenIn(await thief.get('/signin'))
      expect((await thief.post('/signin/code', { csrf_token: own, step, code: app.code() })).status).toBe(400)
      thief.cookies.set('onedoor_session', step)
      expect((await thief.get('/settings')).status).toBe(303)
      const asReset = { csrf_token, token: step, new_password: 'another horse', repeated: 'another horse' }
      expect((await started.browser.post('/reset', asReset)).status).toBe(400)
      const replayed = { ...started, browser: new TestVisitor(server().url) }
      for (const [name, value] of started.browser.cookies) replayed.browser.cookies.set(name, value)
      expect(await enter(started, app.code())).toEqual([303, '/settings'])
      server().clock.advance(30_000)
      expect(await enter(replayed, app.code())).toEqual([400, undefined])
      const late = await half(account.username)
      server().clock.advance(5 * 60_000)
      expect(await enter(late, app.code())).toEqual([400, undefined])
    })

    test('cannot make another person finish a sign-in that was begun elsewhere', async () => {
      const { account, app } = await person()
      const started = await half(account.username)
      const victim = new TestVisitor(server().url)
      const csrf_token = tokenIn(await victim.get('/signin'))
      const sent = await victim.post('/signin/code', { ...started.fields, csrf_token, code: app.code() })
      expect([sent.status, victim.cookies.has('onedoor_session')]).toEqual([400, false])
    })

    test('cannot finish a sign-in with a password that was changed meanwhile', async () => {
      const { account, app } = await person()
      const { store, clock } = server()
      const started = await half(account.username)
      const credentials = createCredentials({ store, clock, sessions: createSessions({ store, clock }) })
      await credentials.change(account.id, 'quite another one', 'none')
      expect(await enter(started, app.code())).toEqual([400, undefined])
    })

    test('cannot use a code once the app was turned off, nor the old key once another is set up', async () => {
      const { account, visitor, app } = await person()
      const started = await half(account.username)
      const recovery = app.recoveryCodes[1] as string
      const off = { csrf_token: tokenIn(await visitor.get(page)), password, code: app.code() }
      expect((await visitor.post(`${page}/off`, off)).location).toBe(`${page}?done=off`)
      server().clock.advance(30_000)
      expect(await enter(started, app.code())).toEqual([400, undefined])
      await setUpFactor(server(), visitor)
      expect(await enter(await half(account.username), app.code())).toEqual([400, undefined])
      expect(await enter(await half(account.username), recovery)).toEqual([400, undefined])
    })
  })

  test('an administrator turns off the second factor of an account', async () => {
    const { account, visitor } = await person()
    const { visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
    const place = `/admin/account?username=${account.username}`
    const done = await admin.submit(place, '/admin/account/factor', { username: account.username })
    expect(done.location).toBe(`${place}&done=factor`)
    await new TestVisitor(server().url).signIn(account.username)
    const csrf_token = tokenIn(await visitor.get(page))
    expect((await visitor.post('/admin/account/factor', { csrf_token, username: account.username })).status).toBe(403)
    expect((await admin.get(`/admin/audit?account=${account.username}&action=second_factor_reset`)).html).toContain(
      account.username,
    )
  })
})

describe('with ADMIN_SECOND_FACTOR', () => {
  forOneServer(
    (server) => {
      test('an administrator without a second factor can only set one up', async () => {
        const { account, visitor } = await signedInVisitor(server(), { isAdmin: true })
        const fresh = await new TestVisitor(server().url).signIn(account.username)
        for (const browser of [visitor, fresh]) {
          for (const path of ['/admin', '/settings', '/settings/tokens', '/oauth/authorize']) {
            expect([path, (await browser.get(path)).location]).toEqual([path, page])
          }
          const call = await browser.raw('/api/v1/notes/list')
          expect([call.status, await call.text()]).toEqual([401, expect.stringContaining(page)])
        }
        expect((await fresh.get('/')).html).not.toContain(account.username)
        expect((await fresh.get(page)).html).toContain('Administrators of this server need a second factor')
        const csrf_token = tokenIn(await fresh.get(page))
        expect((await fresh.post('/admin/invites', { csrf_token, note: 'for nobody' })).status).not.toBe(200)
        await setUpFactor(server(), fresh)
        expect((await fresh.get('/admin')).status).toBe(200)
        expect((await fresh.raw('/api/v1/notes/list')).status).toBe(200)
      })

      test('a person who is no administrator needs none', async () => {
        const { visitor } = await signedInVisitor(server())
        expect((await visitor.get('/settings')).status).toBe(200)
      })
    },
    { settings: { ADMIN_SECOND_FACTOR: 'on' } },
  )
})
