import { afterAll, describe, expect, test } from 'vitest'
import { setUpFactor } from '#testing/authenticator.ts'
import { startMailServer, type TakenMail } from '#testing/mail-servers.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forOneServer, type TestServer } from '#testing/server.ts'
import { type SeenPage, TestVisitor } from '#testing/visitor.ts'

const password = 'correct horse battery'
const another = 'another horse battery'
const fields = { new_password: another, repeated: another }
const place = '/settings/security/recovery'

const relay = await startMailServer()
afterAll(() => relay.close())

const settings = {
  MAIL_DOMAIN: 'onedoor.example',
  SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
  BASE_URL: 'https://onedoor.example',
}

const tokenIn = ({ html }: SeenPage) => /csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string
const textOf = ({ raw }: TakenMail) => raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
const mailTo = (address: string) => relay.taken.filter(({ to }) => to.includes(address)).map(textOf)
const linkIn = (text: string | undefined) =>
  /https:\/\/onedoor\.example(\/reset\?token=[\w-]{43})/.exec(text ?? '')?.[1] as string

/** A person with a confirmed recovery address. */
async function reachable(server: TestServer) {
  const { account, visitor } = await signedInVisitor(server)
  const address = `${account.username}@friend.example`
  await visitor.submit(place, `${place}/begin`, { address, password })
  await server.jobs.settle()
  const [, code = ''] = /The code is ([0-9A-Z-]{19})/.exec(mailTo(address).at(-1) ?? '') ?? []
  expect((await visitor.submit(place, `${place}/confirm`, { mail_code: code })).location).toBe(
    `${place}?done=confirmed`,
  )
  return { account, visitor, address, code }
}

const request = (server: TestServer, username: string, headers = {}) => {
  const browser = new TestVisitor(server.url)
  return browser
    .get('/reset/request', headers)
    .then((seen) => browser.post('/reset/request', { csrf_token: tokenIn(seen), username }, headers))
}

/** Requests a link and reads it from the mail. */
async function linkFor(server: TestServer, { account, address }: Awaited<ReturnType<typeof reachable>>) {
  expect((await request(server, account.username)).status).toBe(200)
  await server.jobs.settle()
  return linkIn(mailTo(address).at(-1))
}

const use = (server: TestServer, link: string) => new TestVisitor(server.url).submit(link, '/reset', fields)
const isRefused = async (server: TestServer, link: string) =>
  (await new TestVisitor(server.url).get(link)).html.includes('This link cannot be used')

forOneServer(
  (server) => {
    test('a recovery address counts once its code was typed, only once and in its account', async () => {
      const { visitor, code, address } = await reachable(server())
      expect((await visitor.get(place)).html).toContain(address)
      const other = await signedInVisitor(server())
      await other.visitor.submit(place, `${place}/begin`, { address: 'other@friend.example', password })
      await server().jobs.settle()
      expect((await other.visitor.submit(place, `${place}/confirm`, { mail_code: code })).status).toBe(400)
      const otherCode = /The code is ([0-9A-Z-]{19})/.exec(mailTo('other@friend.example').at(-1) ?? '')?.[1] as string
      server().clock.advance(3_600_000)
      expect((await other.visitor.submit(place, `${place}/confirm`, { mail_code: otherCode })).status).toBe(400)
      await request(server(), other.account.username)
      await server().jobs.settle()
      expect(mailTo('other@friend.example')).toHaveLength(1)
    })

    test('a recovery address needs the password, cannot be a mailbox here, and the earlier one is notified', async () => {
      const { account, visitor, address } = await reachable(server())
      const begin = (typed: object) => visitor.submit(place, `${place}/begin`, { password, ...typed })
      expect((await begin({ address: 'thief@friend.example', password: 'wrong' })).status).toBe(400)
      for (const own of [account.username, `${account.username}@onedoor.example`, 'a@b@c', '<x>@friend.example']) {
        expect([own, (await begin({ address: own })).status]).toEqual([own, 400])
      }
      expect((await begin({ address: 'thief@friend.example' })).status).toBe(303)
      await server().jobs.settle()
      expect(mailTo(address).at(-1)).toContain('thief@friend.example')
    })

    test('a recovery address is removed only with the password, and is notified', async () => {
      const { visitor, address } = await reachable(server())
      const remove = (typed: string) => visitor.submit(place, `${place}/remove`, { password: typed })
      expect((await remove('wrong')).status).toBe(400)
      expect((await visitor.get(place)).html).toContain(address)
      expect((await remove(password)).location).toBe(`${place}?done=removed`)
      expect((await visitor.get(place)).html).not.toContain(address)
      await server().jobs.settle()
      expect(mailTo(address).at(-1)).toContain('no longer has a recovery address')
    })

    test('a mailed link sets a new password once, ends all sessions, and notifies the owner', async () => {
      const person = await reachable(server())
      const link = await linkFor(server(), person)
      const { store } = server()
      expect(JSON.stringify(await store.all(store.sql('reset_links')))).not.toContain(link.slice(-43))
      expect(JSON.stringify(await store.all(store.sql('jobs')))).not.toContain(link.slice(-43))
      expect((await use(server(), link)).location).toBe('/settings')
      expect((await person.visitor.get('/settings')).status).toBe(303)
      await new TestVisitor(server().url).signIn(person.account.username, another)
      await server().jobs.settle()
      expect(mailTo(person.address).join()).toContain('The password of your account was changed')
      expect(await isRefused(server(), link)).toBe(true)
    })

    describe('a link cannot be used', () => {
      test('after half an hour', async () => {
        const link = await linkFor(server(), await reachable(server()))
        server().clock.advance(30 * 60_000 - 1)
        expect(await isRefused(server(), link)).toBe(false)
        server().clock.advance(1)
        expect(await isRefused(server(), link)).toBe(true)
      })

      test('once there is a newer one', async () => {
        const person = await reachable(server())
        const older = await linkFor(server(), person)
        const newer = await linkFor(server(), person)
        expect([await isRefused(server(), older), await isRefused(server(), newer)]).toEqual([true, false])
      })

      test('after a change of the password', async () => {
        const person = await reachable(server())
        const link = await linkFor(server(), person)
        const change = { password, ...fields }
        await person.visitor.submit('/settings/security', '/settings/security/password', change)
        expect(await isRefused(server(), link)).toBe(true)
      })

      test('for an account that was deleted', async () => {
        const person = await reachable(server())
        const link = await linkFor(server(), person)
        await person.visitor.submit('/settings/data', '/settings/delete', { password })
        expect(await isRefused(server(), link)).toBe(true)
      })

      test('instead of the second factor', async () => {
        const person = await reachable(server())
        const app = await setUpFactor(server(), person.visitor)
        const link = await linkFor(server(), person)
        const browser = new TestVisitor(server().url)
        const seen = await browser.submit(link, '/reset', fields)
        expect([seen.status, browser.cookies.has('onedoor_session')]).toEqual([200, false])
        expect((await browser.get('/settings')).status).toBe(303)
        const [, step = ''] = /name="step" value="([\w-]{43})"/.exec(seen.html) ?? []
        const wrong = { csrf_token: tokenIn(seen), step, code: '000000' }
        expect((await browser.post('/signin/code', wrong)).status).toBe(400)
        expect((await browser.post('/signin/code', { ...wrong, code: app.code() })).status).toBe(303)
      })
    })

    test('the response to a request is the same whether or not the account exists or has an address', async () => {
      const { account } = await reachable(server())
      const { account: unreachable } = await signedInVisitor(server())
      const responses = []
      for (const name of [account.username, unreachable.username, 'nobody_here', 'No Name!', 'x'.repeat(5000)]) {
        const { status, html, location } = await request(server(), name)
        responses.push({
          status,
          location,
          html: html.replaceAll(/content="[\w-]{43}"/g, '').replaceAll(/value="[\w-]{43}"/g, ''),
        })
      }
      for (const response of responses) expect(response).toEqual(responses[0])
      expect(responses[0]?.status).toBe(200)
    })

    test('no header of a request changes where a link leads', async () => {
      const person = await reachable(server())
      const evil = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
      await request(server(), person.account.username, evil)
      await server().jobs.settle()
      expect(linkIn(mailTo(person.address).at(-1))).toMatch(/^\/reset\?token=/)
      expect(mailTo(person.address).join()).not.toContain('evil.example')
    })

    test('three requests an hour are accepted for a name, whether or not an account has it', async () => {
      const { account } = await reachable(server())
      for (const name of [account.username, 'nobody_at_all']) {
        const statuses = []
        for (let count = 0; count < 4; count++) statuses.push((await request(server(), name)).status)
        expect(statuses).toEqual([200, 200, 200, 429])
      }
    })

    test('a sign-in from a browser that was not seen before notifies the owner, a later one does not', async () => {
      const { account, visitor, address } = await reachable(server())
      const notices = async () => {
        await server().jobs.settle()
        await server().bus.settle()
        const { store } = server()
        const query = store.sql('inbox_threads').where({ owner: account.id, subject: 'A new browser signed in' })
        const mails = mailTo(address).filter((text) => text.includes('A new browser signed in')).length
        return [(await store.all(query)).length, mails]
      }
      await visitor.submit('/settings', '/signout')
      await visitor.signIn(account.username)
      expect(await notices()).toEqual([0, 0])
      const browser = await new TestVisitor(server().url).signIn(account.username)
      expect(await notices()).toEqual([1, 1])
      await browser.submit('/settings', '/signout')
      await browser.signIn(account.username)
      expect(await notices()).toEqual([1, 1])
      const { html } = await browser.get('/settings/security')
      expect(html).toContain('127.0.0.1')
    })
  },
  { settings },
)

describe('without mail', () => {
  forOneServer((server) => {
    test('the page refers to the administrator', async () => {
      const { html } = await new TestVisitor(server().url).get('/reset/request')
      expect(html).toContain('This server cannot send mail.')
      expect(html).not.toContain('action="/reset/request"')
    })
  })
})
