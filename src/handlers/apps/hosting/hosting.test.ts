import { describe, expect, test } from 'vitest'
import { forEachServer, type TestAccount, type TestServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const html = '<!doctype html><html><body><p>Hello</p></body></html>'

function appWith(script: string): string {
  return `<!doctype html>\n<html><body><p id="out"></p>\n<script>\n${script}\n</script>\n</body></html>`
}

interface Asked {
  readonly pass?: string
  readonly cookie?: string
  readonly headers?: Record<string, string>
}

/** Sends calls as the page of an app does. */
async function ask(server: TestServer, { pass, cookie, headers }: Asked, body: unknown) {
  const response = await fetch(`${server.url}/apps/-/call`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(pass ? { 'X-App-Pass': pass } : {}),
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const sent = (await response.json()) as { result?: unknown; code?: string; error?: string }
  return { status: response.status, asks: response.headers.get('X-App-Asks'), ...sent }
}

async function openedBy(server: TestServer, slug: string, cookie?: string, query = '') {
  const response = await fetch(`${server.url}/apps/${slug}${query}`, {
    headers: { Accept: 'text/html', ...(cookie ? { Cookie: cookie } : {}) },
    redirect: 'manual',
  })
  const body = await response.text()
  const pass = /data-pass="([^"]*)"/.exec(body)?.[1] ?? ''
  const frame = /data-app="([^"]*)"/.exec(body)?.[1] ?? ''
  return { status: response.status, headers: response.headers, body, pass, frame }
}

forEachServer((server) => {
  async function published(more: Record<string, unknown> = {}) {
    const ada = await server().account()
    const app = await ada.ok('apps.create', { name: 'Heron watch', html, public: true, ...more })
    return { ada, app }
  }

  describe('calls of an app', () => {
    const note = { service: 'notes', method: 'add', args: { title: 'Heron', text: 'seen' } }

    test('have the rights that the viewer has given this app, until they are revoked', async () => {
      const { app } = await published({ html: appWith("mu.service('notes','add',{title:'Heron',text:'seen'})") })
      const bob = await server().account()
      const { cookie } = await bob.inBrowser()
      const { pass } = await openedBy(server(), app.slug, cookie)
      expect(await ask(server(), { pass, cookie }, note)).toMatchObject({
        status: 403,
        code: 'permission_denied',
        asks: 'notes.add',
      })
      const visitor = await new TestVisitor(server().url).signIn(bob.username)
      const place = `/settings/apps/${app.id}/allow`
      const asked = await visitor.get(place)
      expect(asked.html).toContain('Write a note')
      // What no choice on the page prevents is said beside it.
      expect(asked.html).toContain('Some browsers cannot stop an app from sending what it reads anywhere')
      expect(asked.html).toContain('It may call more, and needs your permission for those as well.')
      await visitor.submit(place, place, { operation: 'notes.add' })
      expect(await ask(server(), { pass, cookie }, note)).toMatchObject({
        status: 200,
        result: { note: { title: 'Heron' } },
      })
      expect(await ask(server(), { pass, cookie }, { ...note, method: 'list', args: {} })).toMatchObject({
        status: 403,
        asks: 'notes.list',
      })
      expect((await bob.ok('notes.get', { title: 'Heron' })).text).toContain('seen')
      await visitor.submit(place, place, {})
      expect(await ask(server(), { pass, cookie }, note)).toMatchObject({ status: 403 })
    })

    describe('after a change of the app', () => {
      const read = { service: 'notes', method: 'list', args: {} }
      const reading = appWith("mu.service('notes','list')")
      const writing = appWith("mu.service('notes','list'); mu.service('notes','add',{title:'Heron',text:'seen'})")

      async function allowed() {
        const { ada, app } = await published({ html: reading })
        const bob = await server().account()
        const { cookie } = await bob.inBrowser()
        const visitor = await new TestVisitor(server().url).signIn(bob.username)
        const place = `/settings/apps/${app.id}/allow`
        await visitor.submit(place, place, { operation: 'notes.list' })
        const edit = (args: object) => ada.ok('apps.edit', { slug: app.slug, ...args })
        const opened = () => openedBy(server(), app.slug, cookie)
        const statusOf = async (pass: string) => (await ask(server(), { pass, cookie }, read)).status
        return { visitor, place, edit, opened, statusOf, cookie, slug: app.slug }
      }

      test('have rights only once the viewer allows it again, if it calls more', async () => {
        const { visitor, place, edit, opened, statusOf, cookie } = await allowed()
        const before = await opened()
        expect(before.body).not.toContain('changed since you allowed it')
        await edit({ html: writing })
        const { pass, body } = await opened()
        expect(body).toContain('It has changed since you allowed it and now calls more methods.')
        expect(await ask(server(), { pass, cookie }, read)).toMatchObject({
          status: 403,
          asks: 'notes.list',
          error: expect.stringContaining('changed since you allowed it'),
        })
        // The version that is still open in another window is the one that was allowed.
        expect(await statusOf(before.pass)).toBe(200)
        expect((await visitor.get('/settings/apps')).html).toContain('now calls more methods')
        const { html: form } = await visitor.get(place)
        expect(form).toMatch(/notes\.add\)[^\n]*new since you allowed this app/)
        expect(form).not.toMatch(/notes\.list\)[^\n]*new since you allowed this app/)
        await visitor.submit(place, place, { operation: 'notes.list' })
        expect(await statusOf((await opened()).pass)).toBe(200)
      })

      test('keep their rights if it calls no more, and the viewer sees that it has changed', async () => {
        const { edit, opened, statusOf } = await allowed()
        await edit({ html: appWith("mu.service('notes','list'); mu.service('blog','list')") })
        const { pass, body } = await opened()
        expect(body).toContain('It has changed since you allowed it.')
        expect(await statusOf(pass)).toBe(200)
      })

      test('get no rights that were given after another version was shown, or while another one runs', async () => {
        const { visitor, place, edit, opened, statusOf } = await allowed()
        await visitor.submit(place, place, {})
        const token = /<meta name="csrf-token" content="([\w-]+)">/
        const { html: form } = await visitor.get(place)
        await edit({ html: writing })
        const { pass: evil } = await opened()
        const version = /name="version" value="(\d+)"/.exec(form)?.[1] as string
        const sent = { csrf_token: token.exec(form)?.[1] as string, operation: 'notes.list' }
        expect((await visitor.post(place, { ...sent, version: '999' })).status).toBe(400)
        expect((await visitor.post(place, { ...sent, version })).status).toBe(303)
        expect(await statusOf(evil)).toBe(403)
        await edit({ html: reading })
        expect(await statusOf(evil)).toBe(403)
        expect(await statusOf((await opened()).pass)).toBe(200)
      })

      test('come from the version that the page was opened with: its frame loads no other', async () => {
        const { edit, opened } = await allowed()
        const { frame } = await opened()
        const load = async () => (await fetch(frame, { headers: { 'Sec-Fetch-Dest': 'iframe' } })).status
        expect(await load()).toBe(200)
        await edit({ html: writing })
        expect(await load()).toBe(404)
      })
    })

    test('that anyone may make are anonymous, and those that need an account fail without a viewer', async () => {
      const { app } = await published()
      const { pass } = await openedBy(server(), app.slug)
      expect(await ask(server(), { pass }, { service: 'blog', method: 'list', args: {} })).toMatchObject({
        status: 200,
        result: { items: [] },
      })
      expect(await ask(server(), { pass }, note)).toMatchObject({ status: 401, code: 'unauthenticated' })
    })

    test.each([
      ['a withheld method', { service: 'notes', method: 'delete', args: { title: 'x' } }, 403],
      ['a method of apps', { service: 'apps', method: 'create', args: { name: 'x', html } }, 403],
      ['the agent', { service: 'agent', method: 'ask', args: { prompt: 'x' } }, 404],
      ['a path', { service: '../..', method: 'settings', args: {} }, 404],
      ['a wrong verb', { service: 'notes', method: 'add', verb: 'GET', args: {} }, 405],
      ['arguments that are not an object', { service: 'notes', method: 'list', args: 'x' }, 400],
      ['no names', { service: 1 }, 400],
    ])('are rejected: %s', async (_what, body, status) => {
      const { app } = await published()
      const bob = await server().account()
      const { cookie } = await bob.inBrowser()
      const { pass } = await openedBy(server(), app.slug, cookie)
      expect((await ask(server(), { pass, cookie }, body)).status).toBe(status)
    })

    test('need the pass of this app and this viewer, and the session of the viewer', async () => {
      const { app } = await published()
      const [bob, eve] = [await server().account(), await server().account()]
      const [bobs, eves] = [await bob.inBrowser(), await eve.inBrowser()]
      const { pass } = await openedBy(server(), app.slug, bobs.cookie)
      const call = { service: 'blog', method: 'list', args: {} }
      const codeOf = async (asked: Asked) => (await ask(server(), asked, call)).code
      expect(await codeOf({ pass, cookie: bobs.cookie })).toBeUndefined()
      expect(await codeOf({ pass, cookie: eves.cookie })).toBe('csrf')
      // Another browser of the same account has another session.
      expect(await codeOf({ pass, cookie: (await bob.inBrowser()).cookie })).toBe('csrf')
      expect(await codeOf({ pass })).toBe('csrf')
      expect(await codeOf({ cookie: bobs.cookie })).toBe('csrf')
      expect(await codeOf({ pass: `${pass.slice(0, -2)}AA`, cookie: bobs.cookie })).toBe('csrf')
      expect(
        await codeOf({ pass, cookie: bobs.cookie, headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' } }),
      ).toBe('csrf')
      expect(await codeOf({ pass, headers: { Authorization: `Bearer ${bob.token}` } })).toBe('unauthenticated')
      server().clock.advance(13 * 3_600_000)
      expect(await codeOf({ pass, cookie: bobs.cookie })).toBe('csrf')
    })
  })

  describe('the page of an app', () => {
    test('opens for those who may open it, and looks missing to others', async () => {
      const { app } = await published({ public: false })
      const { app: open } = await published()
      const bob = await server().account()
      const { cookie } = await bob.inBrowser()
      const theirs = await openedBy(server(), app.slug, cookie)
      const none = await openedBy(server(), 'no-such-app', cookie)
      expect([theirs.status, theirs.body]).toEqual([404, none.body])
      const page = await openedBy(server(), open.slug)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const embedded = await openedBy(server(), open.slug, undefined, '?embed=1')
      expect(embedded.headers.get('content-security-policy')).toContain('frame-ancestors *')
    })

    test('returns the source only to its frame, for a minute', async () => {
      const { app } = await published()
      const { frame } = await openedBy(server(), app.slug)
      const get = (destination: string) =>
        fetch(frame, { headers: { 'Sec-Fetch-Dest': destination }, redirect: 'manual' })
      const inFrame = await get('iframe')
      expect(inFrame.status).toBe(200)
      expect(inFrame.headers.get('content-security-policy')).toContain('sandbox allow-scripts allow-forms;')
      expect(await inFrame.text()).toContain(html)
      const alone = await get('document')
      expect([alone.status, alone.headers.get('location')]).toEqual([303, app.url])
      server().clock.advance(61_000)
      expect((await get('iframe')).status).toBe(404)
    })

    test('counts openings by others, and serves an icon that cannot run anything', async () => {
      const icon = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="8"/></svg>'
      const { ada, app } = await published({ icon })
      const { cookie } = await ada.inBrowser()
      await openedBy(server(), app.slug, cookie)
      await openedBy(server(), app.slug)
      await expect.poll(async () => (await ada.ok('apps.collection', {})).items[0]?.uses).toBe(1)
      const served = await fetch(`${server().url}/apps/${app.slug}/icon.svg`)
      expect(await served.text()).toBe(icon)
      expect(served.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'")
    })
  })

  describe('an app with a price', () => {
    const balanceOf = async ({ id }: TestAccount) => (await server().ledger.balance(id)).balance

    test('opens for an hour after the viewer has paid the owner, and then costs again', async () => {
      const { ada, app } = await published({ price: 2.5 })
      const bob = await server().account()
      const before = [await balanceOf(ada), await balanceOf(bob)] as const
      const visitor = await new TestVisitor(server().url).signIn(bob.username)
      expect((await visitor.get(`/apps/${app.slug}`)).status).toBe(402)
      expect((await openedBy(server(), app.slug)).status).toBe(402)
      expect((await openedBy(server(), app.slug, undefined, '?embed=1')).status).toBe(404)
      const place = `/settings/apps/${app.id}/open`
      expect((await visitor.get(place)).html).toContain('2.5 credits')
      const { location } = await visitor.submit(place, place, { price: '2500000' })
      expect((await visitor.get(location ?? '')).status).toBe(200)
      expect([await balanceOf(ada), await balanceOf(bob)]).toEqual([before[0] + 2_500_000, before[1] - 2_500_000])
      expect((await visitor.get(`/apps/${app.slug}`)).status).toBe(402)
      expect((await openedBy(server(), app.slug, undefined, new URL(location ?? '', server().url).search)).status).toBe(
        402,
      )
      server().clock.advance(3_600_001)
      expect((await visitor.get(location ?? '')).status).toBe(402)
      expect((await server().ledger.check()).mismatches).toEqual([])
      const [entry] = await server().ledger.entries(bob.id)
      expect(entry).toMatchObject({ kind: 'charge', microCredits: -2_500_000, note: 'Opening of "Heron watch"' })
    })

    test('is paid for once, even if the form is sent ten times at once or again after the hour', async () => {
      const { ada, app } = await published({ price: 2.5 })
      const bob = await server().account()
      const before = await balanceOf(bob)
      const visitor = await new TestVisitor(server().url).signIn(bob.username)
      const place = `/settings/apps/${app.id}/open`
      const { html: form } = await visitor.get(place)
      const fieldIn = (pattern: RegExp) => pattern.exec(form)?.[1] as string
      const sent = {
        csrf_token: fieldIn(/<meta name="csrf-token" content="([\w-]+)">/),
        price: fieldIn(/name="price" value="(\d+)"/),
        offer: fieldIn(/name="offer" value="([^"]+)"/),
      }
      const paid = await Promise.all(Array.from({ length: 10 }, () => visitor.post(place, sent)))
      expect(new Set(paid.map(({ location }) => location))).toEqual(new Set([expect.stringContaining('?use=use_')]))
      expect([await balanceOf(bob), await balanceOf(ada)]).toEqual([before - 2_500_000, before + 2_500_000])
      // Who comes back within the hour does not pay again.
      expect((await visitor.get(place)).location).toBe(paid[0]?.location)
      server().clock.advance(3_600_001)
      const late = await visitor.post(place, sent)
      expect([late.status, late.html]).toEqual([400, expect.stringContaining('out of date')])
      expect(await balanceOf(bob)).toBe(before - 2_500_000)
      await visitor.submit(place, place)
      expect(await balanceOf(bob)).toBe(before - 5_000_000)
    })

    test('does not open with what was paid for another app, or by a form for another app or viewer', async () => {
      const { app } = await published({ price: 2.5 })
      const { app: other } = await published({ price: 2.5 })
      const [bob, eve] = [await server().account(), await server().account()]
      const visitor = await new TestVisitor(server().url).signIn(bob.username)
      const places = [app, other].map(({ id }) => `/settings/apps/${id}/open`)
      const [place = '', elsewhere = ''] = places
      const offer = /name="offer" value="([^"]+)"/.exec((await visitor.get(place)).html)?.[1] as string
      const { location = '' } = await visitor.submit(place, place)
      expect((await visitor.get(location)).status).toBe(200)
      const { search } = new URL(location, server().url)
      expect((await visitor.get(`/apps/${other.slug}${search}`)).status).toBe(402)
      expect((await visitor.submit(elsewhere, elsewhere, { offer })).status).toBe(400)
      const eves = await new TestVisitor(server().url).signIn(eve.username)
      expect((await eves.submit(place, place, { offer })).status).toBe(400)
      expect((await eves.get(location)).status).toBe(402)
    })

    test('costs nothing if the price has changed in the meantime or the credits are insufficient', async () => {
      const { ada, app } = await published({ price: 1000 })
      const bob = await server().account()
      const visitor = await new TestVisitor(server().url).signIn(bob.username)
      const place = `/settings/apps/${app.id}/open`
      expect((await visitor.submit(place, place, { price: '1' })).status).toBe(400)
      await visitor.submit(place, place, { price: '1000000000' })
      expect(await balanceOf(bob)).toBe(0)
      server().clock.advance(3_600_001)
      expect((await visitor.submit(place, place, { price: '1000000000' })).status).toBe(402)
      expect([await balanceOf(bob), await balanceOf(ada)]).toEqual([0, 2_000_000_000])
    })

    test('is free for its owner', async () => {
      const { ada, app } = await published({ price: 3 })
      const { cookie } = await ada.inBrowser()
      expect((await openedBy(server(), app.slug, cookie)).status).toBe(200)
    })
  })
})
