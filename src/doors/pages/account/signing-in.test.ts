import { describe, expect, test } from 'vitest'
import { forOneServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const password = 'correct horse battery'

// Its statements are those of sessions and accounts, which are tested on both databases.

forOneServer((server) => {
  const visitor = () => new TestVisitor(server().url)

  describe('signing in', () => {
    test('sets a cookie that scripts and other sites do not get, for 30 days', async () => {
      const { username } = await server().account()
      const ann = visitor()
      const answer = await ann.submit('/signin', '/signin', { username, password })
      expect([answer.status, answer.location]).toEqual([303, '/settings'])
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('onedoor_session='))
      expect(cookie).toMatch(/^onedoor_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
      expect((await ann.get('/settings')).html).toContain(username)
    })

    test('accepts a username with the capital and the space that phones add', async () => {
      const { username } = await server().account()
      const typed = ` ${username[0]?.toUpperCase()}${username.slice(1)} `
      expect((await visitor().submit('/signin', '/signin', { username: typed, password })).status).toBe(303)
    })

    test('responds to an unknown username like to a wrong password', async () => {
      const { username } = await server().account()
      const tries = [
        [username, 'wrong'],
        ['nobody_here', 'wrong'],
        ['', ''],
        ['x'.repeat(5000), 'x'.repeat(5000)],
      ] as const
      const pages = await Promise.all(
        tries.map(async ([name, wrong]) => {
          const answer = await visitor().submit('/signin', '/signin', { username: name, password: wrong })
          const html = answer.html.replaceAll(/(content|value)="[\w-]{43}"/g, '').replace(` value="${name}"`, '')
          return { status: answer.status, html, cookies: answer.headers.getSetCookie() }
        }),
      )
      expect(pages[0]?.status).toBe(400)
      expect(pages[0]?.html).toContain('The username or password is wrong.')
      for (const page of pages) expect(page).toEqual(pages[0])
    })

    test('shows the typed text, never as markup, and never the password', async () => {
      const nasty = '"><script>alert(1)</script>'
      const { html } = await visitor().submit('/signin', '/signin', { username: nasty, password: 'my secret words' })
      expect(html).not.toContain('<script>alert')
      expect(html).toContain('&quot;&gt;&lt;script&gt;')
      expect(html).not.toContain('my secret words')
    })

    test('creates a session with a new secret, regardless of the cookie that the browser had', async () => {
      const { username } = await server().account()
      const planted = 'A'.repeat(43)
      const ann = visitor()
      ann.cookies.set('onedoor_session', planted)
      await ann.signIn(username)
      expect(ann.cookies.get('onedoor_session')).not.toBe(planted)
      const thief = visitor()
      thief.cookies.set('onedoor_session', planted)
      expect((await thief.get('/settings')).location).toBe('/signin?next=%2Fsettings')
    })

    test('as another account ends the session that the browser had', async () => {
      const [ann, ben] = [await server().account(), await server().account()]
      const browser = await visitor().signIn(ann.username)
      const before = new Map(browser.cookies)
      const token = /csrf-token" content="([\w-]+)"/.exec((await browser.get('/settings')).html)?.[1] as string
      expect((await browser.post('/signin', { csrf_token: token, username: ben.username, password })).status).toBe(303)
      const old = visitor()
      for (const [name, value] of before) old.cookies.set(name, value)
      expect((await old.get('/settings')).status).toBe(303)
      expect((await browser.get('/settings')).html).toContain(ben.username)
    })

    test('leads back to the requested page, never to another server', async () => {
      const { username } = await server().account()
      const ann = visitor()
      const { location } = await ann.get('/settings/tokens?done=revoked')
      expect(location).toBe('/signin?next=%2Fsettings%2Ftokens%3Fdone%3Drevoked')
      expect((await ann.get(location as string)).html).toContain('name="next" value="/settings/tokens?done=revoked"')
      for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example']) {
        expect((await visitor().get(`/signin?next=${encodeURIComponent(next)}`)).html).toContain(
          'name="next" value="/settings"',
        )
        const answer = await visitor().submit('/signin', '/signin', { username, password, next })
        expect([next, answer.location]).toEqual([next, '/settings'])
      }
    })

    test('redirects people who are already signed in', async () => {
      const { username } = await server().account()
      const ann = await visitor().signIn(username)
      expect((await ann.get('/signin?next=/settings/data')).location).toBe('/settings/data')
      expect((await ann.get('/signup')).location).toBe('/settings')
    })
  })

  test('signing out ends the session on the server as well', async () => {
    const { username } = await server().account()
    const ann = await visitor().signIn(username)
    const kept = visitor()
    for (const [name, value] of ann.cookies) kept.cookies.set(name, value)
    expect((await ann.submit('/settings', '/signout')).location).toBe('/signin?done=signed-out')
    expect(ann.cookies.has('onedoor_session')).toBe(false)
    expect((await ann.get('/signin?done=signed-out')).html).toContain('You are signed out.')
    expect((await kept.get('/settings')).status).toBe(303)
  })

  test('the cookie of an expired session is deleted', async () => {
    const { username } = await server().account()
    const ann = await visitor().signIn(username)
    server().clock.advance(30 * 86_400_000)
    expect((await ann.get('/settings')).location).toBe('/signin?next=%2Fsettings')
    expect(ann.cookies.has('onedoor_session')).toBe(false)
  })
})

describe('over https', () => {
  forOneServer(
    (server) => {
      test('cookies are sent only over https', async () => {
        const { username } = await server().account()
        const ann = new TestVisitor(server().url)
        const form = await ann.get('/signin')
        const answer = await ann.submit('/signin', '/signin', { username, password })
        const cookies = [...form.headers.getSetCookie(), ...answer.headers.getSetCookie()]
        expect(cookies).toHaveLength(4)
        for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/)
        expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
      })
    },
    { settings: { BASE_URL: 'https://onedoor.example' } },
  )
})

describe('the number of attempts', () => {
  forOneServer(
    (server) => {
      test('is limited by address, for every kind of attempt and account; then it says when to retry', async () => {
        const [ann, ben] = [await server().account(), await server().account()]
        const signedIn = await new TestVisitor(server().url).signIn(ann.username)
        const guesser = new TestVisitor(server().url)
        for (const username of [ann.username, 'nobody_here']) {
          expect((await guesser.submit('/signin', '/signin', { username, password: 'wrong' })).status).toBe(400)
        }
        const refused = await guesser.submit('/signin', '/signin', { username: ben.username, password })
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(refused.html).toContain('Try again in')
        expect(guesser.cookies.has('onedoor_session')).toBe(false)
        // Someone who has taken over a browser cannot guess the password there either.
        const deletion = await signedIn.submit('/settings/data', '/settings/delete', { password })
        expect(deletion.status).toBe(429)
        const fields = { password, new_password: 'quite another one', repeated: 'quite another one' }
        expect((await signedIn.submit('/settings/security', '/settings/security/password', fields)).status).toBe(429)
        server().clock.advance(16 * 60_000)
        await guesser.signIn(ben.username)
      })
    },
    { settings: { LIMIT_SIGN_IN_PER_15_MINUTES: '3' } },
  )
})
