import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { forEachServer, startTestServer, type TestServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const password = 'correct horse battery'
const newAccount = (username: string) => ({ username, new_password: password, repeated: password })

async function usernames({ store }: TestServer): Promise<string[]> {
  const rows = await store.all<{ username: string }>(store.sql('accounts').select('username').orderBy('username'))
  return rows.map(({ username }) => username)
}

/** Forms of several people, all filled in before the first one is sent. */
async function sendAtOnce(url: string, path: string, names: readonly string[], fields: Record<string, string>) {
  const ready = await Promise.all(
    names.map(async (name) => {
      const visitor = new TestVisitor(url)
      const csrf_token = /csrf-token" content="([\w-]+)"/.exec((await visitor.get('/signin')).html)?.[1] as string
      return () => visitor.post(path, { csrf_token, ...fields, ...newAccount(name) })
    }),
  )
  return Promise.all(ready.map((send) => send()))
}

forEachDatabase((_name, _openTestStore, newDatabase) => {
  async function emptyServer<T>(
    settings: Record<string, string>,
    work: (server: TestServer) => Promise<T>,
  ): Promise<T> {
    const server = await startTestServer({ ...(await newDatabase()), settings })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  }

  describe('the first account', () => {
    test('is created with the set-up link, is an administrator, and is signed in', () =>
      emptyServer({}, async (server) => {
        const page = `/setup?token=${await server.setupLinks.make()}`
        const ann = new TestVisitor(server.url)
        expect((await ann.get('/')).html).toContain('No account exists yet.')
        const token = page.slice('/setup?token='.length)
        const { location } = await ann.submit(page, '/setup', { token, ...newAccount('annie') })
        expect(location).toBe('/settings?done=welcome')
        expect((await ann.get('/settings')).html).toContain('annie, an administrator')
        expect((await ann.get('/admin')).status).toBe(200)
        const start = (await new TestVisitor(server.url).get('/')).html
        expect(start).not.toContain('No account exists yet.')
        expect(start).toContain('<a href="/signin">sign in</a>')
      }))

    test('ends every set-up link, and no new one is created', () =>
      emptyServer({}, async (server) => {
        const [first, second] = [await server.setupLinks.make(), await server.setupLinks.make()]
        const late = new TestVisitor(server.url)
        expect((await late.get(`/setup?token=${second}`)).status).toBe(200)
        const form = { token: second as string, ...newAccount('latecomer') }
        const csrf_token = /csrf-token" content="([\w-]+)"/.exec((await late.get('/signin')).html)?.[1] as string
        await new TestVisitor(server.url).submit(`/setup?token=${first}`, '/setup', {
          token: first as string,
          ...newAccount('annie'),
        })
        for (const token of [first, second]) {
          const answer = await new TestVisitor(server.url).get(`/setup?token=${token}`)
          expect([answer.status, answer.html.includes('cannot be used')]).toEqual([400, true])
        }
        expect((await late.post('/setup', { csrf_token, ...form })).status).toBe(400)
        expect(await server.setupLinks.make()).toBeUndefined()
        expect(await usernames(server)).toEqual(['annie'])
      }))

    test('is the only one, even if many use the link concurrently', () =>
      emptyServer({}, async (server) => {
        const token = (await server.setupLinks.make()) as string
        const answers = await sendAtOnce(server.url, '/setup', ['annie', 'benny', 'carla', 'david'], { token })
        expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400])
        expect(await usernames(server)).toHaveLength(1)
      }))

    test('is rejected without the right link, and a fault in the form does not use up the link', () =>
      emptyServer({}, async (server) => {
        const token = (await server.setupLinks.make()) as string
        const ann = new TestVisitor(server.url)
        for (const wrong of ['', 'x', 'A'.repeat(43)]) expect((await ann.get(`/setup?token=${wrong}`)).status).toBe(400)
        const short = { ...newAccount('annie'), new_password: 'short', repeated: 'short' }
        const answer = await ann.submit(`/setup?token=${token}`, '/setup', { token, ...short })
        expect([answer.status, await usernames(server)]).toEqual([400, []])
        expect(answer.html).toContain('must have at least 10 characters')
        expect((await ann.submit(`/setup?token=${token}`, '/setup', { token, ...newAccount('annie') })).status).toBe(
          303,
        )
      }))

    test('is not created by signing up, even where anyone may: the operator comes first', () =>
      emptyServer({ SIGNUP: 'open' }, async (server) => {
        const stranger = new TestVisitor(server.url)
        const page = await stranger.get('/signup')
        expect([page.status, page.html.includes('not set up yet')]).toEqual([400, true])
        const csrf_token = /csrf-token" content="([\w-]+)"/.exec(page.html)?.[1] as string
        expect((await stranger.post('/signup', { csrf_token, ...newAccount('stranger') })).status).toBe(400)
        expect(await usernames(server)).toEqual([])
      }))
  })
})

describe('signing up', () => {
  describe('where anyone may', () => {
    forEachServer(
      (server) => {
        test('creates a signed-in account without access to others', async () => {
          await server().account()
          const ben = new TestVisitor(server().url)
          const { location } = await ben.submit('/signup', '/signup', newAccount('benny'))
          expect(location).toBe('/settings?done=welcome')
          expect((await ben.get(location as string)).html).toContain('Welcome.')
          expect((await ben.get('/admin')).status).toBe(403)
          await new TestVisitor(server().url).signIn('benny')
        })

        test('shows all faults at the fields, keeps the typed values, and repeats no password', async () => {
          await server().account()
          const ann = new TestVisitor(server().url)
          const answer = await ann.submit('/signup', '/signup', {
            username: 'A!',
            new_password: 'tooshort',
            repeated: 'tooshort',
          })
          expect(answer.status).toBe(400)
          expect(answer.html).toContain('value="A!"')
          expect(answer.html).toMatch(
            /id="username"[^>]*aria-describedby="username-hint username-fault" aria-invalid="true"/,
          )
          expect(answer.html).toMatch(/id="new_password-fault">Password must have at least 10 characters/)
          expect(answer.html).not.toContain('tooshort')
        })

        test('stores the chosen time zone, and creates no account with an unknown one', async () => {
          await server().account()
          const ann = new TestVisitor(server().url)
          const refused = { ...newAccount('zoned_one'), time_zone: 'Mars/Olympus' }
          const answer = await ann.submit('/signup', '/signup', refused)
          expect([answer.status, answer.html.includes('must be an IANA time zone')]).toEqual([400, true])
          const chosen = { ...newAccount('zoned_one'), time_zone: 'Pacific/Auckland' }
          expect((await ann.submit('/signup', '/signup', chosen)).status).toBe(303)
          expect((await ann.get('/settings')).html).toContain('value="Pacific/Auckland" selected')
        })

        test('rejects passwords that do not match, a taken name and a reserved one', async () => {
          const { username } = await server().account()
          const ann = new TestVisitor(server().url)
          const refusals = [
            [{ ...newAccount('someone'), repeated: 'correct horse batterz' }, 'The passwords do not match'],
            [newAccount(username), 'is taken'],
            [newAccount('administrator'), 'is reserved'],
          ] as const
          for (const [fields, text] of refusals) {
            const answer = await ann.submit('/signup', '/signup', fields)
            expect([answer.status, answer.html.includes(text)]).toEqual([400, true])
          }
        })
      },
      { settings: { SIGNUP: 'open' } },
    )
  })

  describe('where an invitation is needed', () => {
    forEachServer((server) => {
      async function administrator() {
        const { username } = await server().account()
        await server().store.run(server().store.sql('accounts').where({ username }).update({ is_admin: true }))
        return new TestVisitor(server().url).signIn(username)
      }

      async function invite(admin: TestVisitor, note = 'Carla'): Promise<string> {
        const { html } = await admin.submit('/admin', '/admin/invites', { note })
        return /\/signup\?invite=([\w-]{43})/.exec(html)?.[1] as string
      }

      test('is rejected without one', async () => {
        await server().account()
        const stranger = new TestVisitor(server().url)
        const page = await stranger.get('/signup')
        expect([page.status, page.html.includes('need an invitation')]).toEqual([403, true])
        for (const wrong of ['x', 'A'.repeat(43)])
          expect((await stranger.get(`/signup?invite=${wrong}`)).status).toBe(400)
        const csrf_token = /csrf-token" content="([\w-]+)"/.exec(page.html)?.[1] as string
        const before = await usernames(server())
        for (const sent of ['', 'A'.repeat(43)]) {
          const { status } = await stranger.post('/signup', { csrf_token, invite: sent, ...newAccount('stranger') })
          expect(status).toBeGreaterThanOrEqual(400)
        }
        expect(await usernames(server())).toEqual(before)
      })

      test('works once with it, even if many use it concurrently', async () => {
        const secret = await invite(await administrator())
        const names = ['carla_1', 'carla_2', 'carla_3']
        const answers = await sendAtOnce(server().url, '/signup', names, { invite: secret })
        expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400])
        expect((await new TestVisitor(server().url).get(`/signup?invite=${secret}`)).status).toBe(400)
      })

      test('does not work after it was revoked or two weeks have passed', async () => {
        const admin = await administrator()
        const [taken, old] = [await invite(admin, 'taken'), await invite(admin, 'old')]
        const { html } = await admin.get('/admin')
        const id = /value="(invite_\w+)">\s*<button class="second" aria-label="Revoke the invitation for taken"/.exec(
          html,
        )?.[1]
        await admin.submit('/admin', '/admin/invites/withdraw', { invite: id as string })
        const stranger = new TestVisitor(server().url)
        expect((await stranger.get(`/signup?invite=${taken}`)).status).toBe(400)
        expect((await stranger.get(`/signup?invite=${old}`)).status).toBe(200)
        server().clock.advance(14 * 86_400_000)
        expect((await stranger.get(`/signup?invite=${old}`)).status).toBe(400)
      })

      test('has a link whose secret is not stored on the server', async () => {
        const secret = await invite(await administrator())
        const rows = await server().store.all(server().store.sql('invites').select('*'))
        expect(JSON.stringify(rows)).not.toContain(secret)
      })
    })
  })

  describe('where sign-up is closed', () => {
    forEachServer(
      (server) => {
        test('is rejected, and the sign-in page does not offer it', async () => {
          await server().account()
          const stranger = new TestVisitor(server().url)
          expect((await stranger.get('/signup')).status).toBe(403)
          expect((await stranger.get('/signin')).html).not.toContain('/signup')
        })
      },
      { settings: { SIGNUP: 'closed' } },
    )
  })
})
