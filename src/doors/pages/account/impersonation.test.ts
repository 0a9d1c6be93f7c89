import { afterAll, describe, expect, test } from 'vitest'
import { setUpFactor } from '#testing/authenticator.ts'
import { startMailServer } from '#testing/mail-servers.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forEachServer, forOneServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import {
  audited,
  begin,
  end,
  isBanner,
  pageOf,
  password,
  people,
  reason,
  rowsOf,
  seeing,
  tokenIn,
} from './fixtures/impersonating.ts'

const minute = 60_000

const relay = await startMailServer()
afterAll(() => relay.close())
const settings = {
  IMPERSONATION: 'on',
  MAIL_DOMAIN: 'onedoor.example',
  SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
}

forEachServer(
  (server) => {
    test('an administrator sees pages of an account under a banner, and goes on as itself at the end', async () => {
      const { boss, ann, admin, own, secret } = await seeing(server())
      expect(secret).not.toBe(own)
      const untilText = new Date(server().clock.now() + 15 * minute).toISOString().slice(0, 16).replace('T', ' ')
      for (const path of ['/settings', '/', '/settings/calls', '/settings/rules', '/settings/budgets']) {
        const seen = await admin.get(path)
        expect([path, seen.status, isBanner(seen)]).toEqual([path, 200, true])
        expect(seen.html).toContain(`<b>${boss.username}</b> sees this page as <b>${ann.username}</b>, until`)
        expect(seen.html).toContain(`>${untilText} UTC</time>`)
        expect(seen.html).not.toMatch(/href="\/admin"|action="\/signout"/)
        expect(seen.headers.get('cache-control')).toBe('no-store')
      }
      const { location } = await admin.submit('/settings', end)
      expect(location).toBe(`${pageOf(ann)}&done=ended`)
      expect([admin.cookies.get('onedoor_session'), admin.cookies.has('onedoor_own_session')]).toEqual([own, false])
      const after = await admin.get(location as string)
      expect([after.status, isBanner(after)]).toEqual([200, false])
      expect(after.html).toContain('You no longer see the pages of the account.')
      expect(await rowsOf(server(), ann.id)).toEqual([])
      expect(await audited(server(), ann.username)).toEqual([
        `impersonation_began ${boss.username} ${reason}`,
        `impersonation_ended ${boss.username}`,
      ])
    })

    test('the account is notified at once, also by mail, with the name and the reason', async () => {
      const { boss, ann, ask } = await people(server())
      const address = `${ann.username}@friend.example`
      const { store } = server()
      await store.run(store.sql('recovery_addresses').insert({ account_id: ann.id, address, confirmed_at: 1 }))
      const before = relay.taken.length
      await ask()
      await server().jobs.settle()
      await server().bus.settle()
      const query = store.sql('inbox_threads').where({ owner: ann.id, subject: 'An administrator sees your pages' })
      expect(await store.all(query)).toHaveLength(1)
      const mails = relay.taken
        .slice(before)
        .filter(({ to }) => to.includes(address))
        .map(({ raw }) => raw.replaceAll(/=\r\n/g, ''))
      expect(mails).toHaveLength(1)
      expect(mails[0]).toContain(`${boss.username} can see pages of your account until`)
      expect(mails[0]).toContain(reason)
    })

    test('the log of calls names the administrator, for the account and for filters', async () => {
      const { boss, ann, admin, browser } = await seeing(server())
      expect((await admin.get('/settings/links')).status).toBe(200)
      const listed = await ann.ok('calls.list', { caller: 'administrator', caller_id: boss.id })
      expect(listed.items.map(({ operation, caller_name, door }) => [operation, caller_name, door])).toEqual([
        ['url.list', boss.username, 'pages'],
      ])
      expect((await browser.get('/settings/calls')).html).toContain(`an administrator (<a href=`)
      await browser.get('/settings/links')
      const own = await ann.ok('calls.list', { operation: 'url.list', caller: 'session' })
      expect(own.items).toHaveLength(1)
    })

    test('the account sees who sees its pages, and ends it', async () => {
      const { boss, ann, admin, browser } = await seeing(server())
      const { html } = await browser.get('/settings/security')
      expect(html).toContain('Administrators who see your pages')
      expect(html).toContain(boss.username)
      expect(html).toContain(reason)
      const ended = await browser.submit('/settings/security', '/settings/security/impersonations/end')
      expect(ended.location).toBe('/settings/security?done=impersonation')
      const seen = await admin.get('/settings')
      expect([seen.status, seen.html.includes(ann.username), isBanner(seen)]).toEqual([400, false, false])
      expect(seen.html).toContain('You no longer see the pages of another account.')
      // The next page is the administrator's own.
      expect((await admin.get('/settings')).html).toContain(`Sign out ${boss.username}`)
      expect(await audited(server(), ann.username)).toContain(`impersonation_ended ${ann.username}`)
      expect((await browser.get('/settings/security')).html).not.toContain('Administrators who see your pages')
    })

    describe('nothing is shown', () => {
      test('without a reason, the password, or an ordinary account', async () => {
        const { ann, admin, ask } = await people(server())
        const { account: chief } = await signedInVisitor(server(), { isAdmin: true })
        const statuses = []
        for (const fields of [
          { reason: '' },
          { reason: ' ' },
          { password: '' },
          { password: 'not the right one' },
          { username: chief.username },
          { username: 'nobody_at_all' },
        ]) {
          statuses.push((await ask(fields)).status)
        }
        expect(statuses).toEqual([400, 400, 400, 400, 403, 400])
        expect(admin.cookies.has('onedoor_own_session')).toBe(false)
        expect([await rowsOf(server(), ann.id), await rowsOf(server(), chief.id)]).toEqual([[], []])
        expect(await audited(server(), ann.username)).toEqual([])
        await server().bus.settle()
        const { store } = server()
        expect(
          await store.all(
            store
              .sql('inbox_threads')
              .whereIn('owner', [ann.id, chief.id])
              .where('subject', 'like', '%sees your pages'),
          ),
        ).toEqual([])
      })

      test('what was typed stays, except the password', async () => {
        const { ask } = await people(server())
        const { html } = await ask({ password: 'not the right one' })
        expect(html).toContain(`value="${reason}"`)
        expect(html).not.toContain('not the right one')
      })

      test('without a code of the administrator who has an app', async () => {
        const { ann, admin, ask } = await people(server())
        const app = await setUpFactor(server(), admin)
        server().clock.advance(minute)
        expect([(await ask({ code: '' })).status, (await ask({ code: '000000' })).status]).toEqual([400, 400])
        expect(await rowsOf(server(), ann.id)).toEqual([])
        expect((await ask({ code: app.code() })).location).toBe('/settings')
      })

      test('to an account that is no administrator, or without the token of the form', async () => {
        const { ann, admin, browser } = await people(server())
        const { account: ben } = await signedInVisitor(server())
        const fields = { username: ben.username, reason, password }
        const own = tokenIn(await browser.get('/settings'))
        expect((await browser.post(begin, { ...fields, csrf_token: own })).status).toBe(403)
        for (const token of ['', own])
          expect((await admin.post(begin, { ...fields, csrf_token: token })).status).toBe(403)
        const csrf_token = tokenIn(await admin.get('/admin'))
        const foreign = { 'Sec-Fetch-Site': 'cross-site' }
        expect((await admin.post(begin, { ...fields, csrf_token }, foreign)).status).toBe(403)
        expect([await rowsOf(server(), ben.id), await rowsOf(server(), ann.id)]).toEqual([[], []])
      })
    })

    test('rights that are lost in the middle apply to the next page', async () => {
      const changes: ((it: Awaited<ReturnType<typeof seeing>>) => Promise<unknown>)[] = [
        async ({ boss }) => server().store.run(accounts().where({ id: boss.id }).update({ is_admin: false })),
        async ({ boss }) => server().store.run(accounts().where({ id: boss.id }).update({ disabled_at: 1 })),
        async ({ ann }) => server().store.run(accounts().where({ id: ann.id }).update({ disabled_at: 1 })),
        async ({ ann }) => server().store.run(accounts().where({ id: ann.id }).update({ is_admin: true })),
        async ({ boss }) => server().store.run(server().store.sql('sessions').where({ account_id: boss.id }).delete()),
        async ({ own, boss }) => {
          const elsewhere = new TestVisitor(server().url)
          elsewhere.cookies.set('onedoor_session', own)
          await elsewhere.submit('/settings', '/signout')
          expect((await rowsOf(server(), boss.id)).length).toBe(0)
        },
      ]
      const accounts = () => server().store.sql('accounts')
      for (const change of changes) {
        const it = await seeing(server())
        expect(isBanner(await it.admin.get('/settings'))).toBe(true)
        await change(it)
        const seen = await it.admin.get('/settings')
        expect([seen.status, isBanner(seen), seen.html.includes(it.ann.username)]).toEqual([
          expect.toBeOneOf([303, 400]),
          false,
          false,
        ])
        const { store } = server()
        await store.run(accounts().where({ id: it.ann.id }).update({ is_admin: false, disabled_at: null }))
      }
    })

    test('a second one of the administrator ends the first, and one of another administrator does not', async () => {
      const { boss, ann, admin } = await seeing(server())
      const { account: ben } = await signedInVisitor(server())
      const other = await new TestVisitor(server().url).signIn(boss.username)
      const chief = await signedInVisitor(server(), { isAdmin: true })
      const fields = { reason, password }
      await chief.visitor.submit(pageOf(ann), begin, { ...fields, username: ann.username })
      expect(isBanner(await admin.get('/settings'))).toBe(true)
      await other.submit(pageOf(ben), begin, { ...fields, username: ben.username })
      expect([isBanner(await admin.get('/settings')), isBanner(await other.get('/settings'))]).toEqual([false, true])
      const seen = await chief.visitor.get('/settings')
      expect(seen.html).toContain(`<b>${chief.account.username}</b> sees this page as <b>${ann.username}</b>`)
    })

    test('it ends after 15 minutes', async () => {
      const { boss, ann, admin } = await seeing(server())
      server().clock.advance(15 * minute - 1)
      expect(isBanner(await admin.get('/settings'))).toBe(true)
      server().clock.advance(1)
      const seen = await admin.get('/settings')
      expect([seen.status, isBanner(seen), seen.html.includes(ann.username)]).toEqual([400, false, false])
      expect((await admin.get('/settings')).html).toContain(`Sign out ${boss.username}`)
    })
  },
  { settings },
)

forOneServer((server) => {
  test('without the setting, no page offers it, and nobody can begin it', async () => {
    const { ann, admin } = await people(server())
    const page = await admin.get(pageOf(ann))
    expect(page.html).not.toContain(begin)
    const fields = { csrf_token: tokenIn(page), username: ann.username, reason, password }
    const { status, html } = await admin.post(begin, fields)
    expect([status, html.includes('IMPERSONATION=on')]).toEqual([400, true])
    expect(await rowsOf(server(), ann.id)).toEqual([])
  })
})
