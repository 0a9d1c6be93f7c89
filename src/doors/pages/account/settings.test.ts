import { describe, expect, test } from 'vitest'
import { servedFamilies } from '#app/families.ts'
import { operations } from '#generated/server/operations.ts'
import { createSessions } from '#runtime/accounts/sessions.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { durationText } from './admin.ts'
import { barsOf } from './chart.ts'
import { deviceName } from './security.ts'

const password = 'correct horse battery'
const other = 'quite another password'

forEachServer((server) => {
  async function signedIn() {
    const account = await server().account()
    return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
  }

  async function administrator() {
    const { account, visitor } = await signedIn()
    await server().store.run(server().store.sql('accounts').where({ id: account.id }).update({ is_admin: true }))
    return { account, visitor }
  }

  describe('the profile', () => {
    test('keeps a display name and a time zone, in which times are shown from then on', async () => {
      const { visitor } = await signedIn()
      const fields = { display_name: ' Ann <b>O’Neill</b> ', time_zone: 'Asia/Kolkata' }
      const { location } = await visitor.submit('/settings', '/settings/profile', fields)
      const { html } = await visitor.get(location as string)
      expect(html).toContain('The profile was saved.')
      expect(html).toContain('value="Ann &lt;b&gt;O’Neill&lt;/b&gt;"')
      expect(html).toContain('<option value="Asia/Kolkata" selected>')
      expect(html).toMatch(/<time datetime="2026-11-21T09:30:00.000Z">21 Nov 2026, 15:00<\/time>/)
      await visitor.submit('/settings', '/settings/profile', { display_name: '', time_zone: 'UTC' })
      expect((await visitor.get('/settings')).html).not.toContain('O’Neill')
    })

    test('refuses unknown zones and misleading names, keeping what was typed', async () => {
      const { visitor } = await signedIn()
      for (const [display_name, time_zone] of [
        ['Ann', 'Mars/Olympus'],
        ['Ann', ''],
        ['x'.repeat(61), 'UTC'],
        ['a\u202eb', 'UTC'],
        ['two\nlines', 'UTC'],
      ] as const) {
        const answer = await visitor.submit('/settings', '/settings/profile', { display_name, time_zone })
        expect([time_zone, answer.status]).toEqual([time_zone, 400])
        expect(answer.html).toMatch(/id="(display_name|time_zone)-fault"/)
      }
    })
  })

  describe('the password', () => {
    const change = (visitor: TestVisitor, fields: Record<string, string>) =>
      visitor.submit('/settings/security', '/settings/security/password', {
        password,
        new_password: other,
        repeated: other,
        ...fields,
      })

    test('can be changed by those who know it, which signs out every other browser but not this one', async () => {
      const { account, visitor } = await signedIn()
      const elsewhere = await new TestVisitor(server().url).signIn(account.username)
      expect((await change(visitor, {})).location).toBe('/settings/security?done=password')
      expect((await visitor.get('/settings')).status).toBe(200)
      expect((await elsewhere.get('/settings')).status).toBe(303)
      expect((await elsewhere.submit('/signin', '/signin', { username: account.username, password })).status).toBe(400)
      await elsewhere.signIn(account.username, other)
      await account.ok('notes.list', {})
    })

    test('stays where the present one is wrong, the new one is short, or it was typed in two ways', async () => {
      const { account, visitor } = await signedIn()
      const elsewhere = await new TestVisitor(server().url).signIn(account.username)
      for (const [fields, fault] of [
        [{ password: 'wrong' }, 'password-fault'],
        [{ new_password: 'short', repeated: 'short' }, 'new_password-fault'],
        [{ repeated: 'other password x' }, 'repeated-fault'],
      ] as const) {
        const answer = await change(visitor, fields)
        expect([answer.status, answer.html.includes(`id="${fault}"`)]).toEqual([400, true])
      }
      expect((await elsewhere.get('/settings')).status).toBe(200)
      await new TestVisitor(server().url).signIn(account.username)
    })
  })

  describe('sessions', () => {
    test('are listed and ended one by one or all others at once, only by their owner', async () => {
      const { account, visitor } = await signedIn()
      // The newest is listed first.
      const [third, second] = [
        await new TestVisitor(server().url).signIn(account.username),
        await new TestVisitor(server().url).signIn(account.username),
      ]
      const idOf = async () =>
        /name="session" value="(session_\w+)"/.exec((await visitor.get('/settings/security')).html)?.[1]
      const id = (await idOf()) as string
      const { visitor: stranger } = await signedIn()
      await stranger.submit('/settings/security', '/signout')
      const ben = await signedIn()
      await new TestVisitor(server().url).signIn(ben.account.username)
      await ben.visitor.submit('/settings/security', '/settings/security/sessions/end', { session: id })
      expect((await second.get('/settings')).status).toBe(200)
      await visitor.submit('/settings/security', '/settings/security/sessions/end', { session: id })
      expect((await second.get('/settings')).status).toBe(303)
      expect((await third.get('/settings')).status).toBe(200)
      await visitor.submit('/settings/security', '/settings/security/sessions/end-others')
      expect((await third.get('/settings')).status).toBe(303)
      expect((await visitor.get('/settings')).status).toBe(200)
      expect(await idOf()).toBeUndefined()
    })
  })

  test('signed-in browsers are shown in pages of 50, newest first', async () => {
    const { account, visitor } = await signedIn()
    const sessions = createSessions(server())
    for (let each = 0; each < 60; each++) {
      server().clock.advance(1)
      await sessions.start(account.id, `browser ${each}`)
    }
    const pageOf = async (path: string) => (await visitor.get(path)).html
    const names = (html: string) => [...html.matchAll(/title="browser (\d+)"/g)].map(([, index]) => Number(index))
    const first = await pageOf('/settings/security')
    expect(names(first)).toEqual(Array.from({ length: 50 }, (_, index) => 59 - index))
    expect(first).toContain('Sign out all others')
    const next = /href="([^"]+)" rel="next">Older browsers/.exec(first)?.[1] as string
    const second = await pageOf(next)
    expect(names(second)).toEqual(Array.from({ length: 10 }, (_, index) => 9 - index))
    expect(second).toContain('this browser')
    expect(second).toContain('Newer browsers')
    expect(second).not.toContain('Older browsers')
  })

  describe('tokens', () => {
    const tokenIn = (html: string) => /od_[0-9A-Za-z]{43}/.exec(html)?.[0] as string
    const make = (visitor: TestVisitor, fields: Record<string, string | string[]>) =>
      visitor.submit('/settings/tokens', '/settings/tokens', { name: 'laptop', kind: 'all', days: '30', ...fields })

    /** What a token is answered for a read and a write of notes, and a read of contacts. */
    async function statuses(token: string) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const call = async (path: string, body?: string) =>
        (await fetch(`${server().url}/api/v1/${path}`, { headers, ...(body ? { method: 'POST', body } : {}) })).status
      return [
        await call('notes/list'),
        await call('notes/add', '{"title":"a","text":"b"}'),
        await call('contacts/list'),
      ]
    }

    test('can be for services of the framework; the example is a call that such a token may make', async () => {
      const { visitor } = await signedIn()
      const core = await make(visitor, { kind: 'services', service: ['config', 'store'], actions: 'yes' })
      expect(tokenIn(core.html)).toBeDefined()
      expect(core.html).not.toContain('curl')
      expect((await visitor.get('/settings/tokens')).html).toContain('config, store')
      const mixed = await make(visitor, { kind: 'services', service: ['config', 'notes'] })
      expect(mixed.html).toContain('/api/v1/notes/list')
    })

    test.each([...servedFamilies])(
      'for only %s are shown with a call that works, if any of its methods only reads',
      async (family) => {
        const { visitor } = await signedIn()
        const { html } = await make(visitor, { kind: 'services', service: [family] })
        const [, command] = /<code>export ONEDOOR_TOKEN=[^<]*\n(curl[^<]*)<\/code>/.exec(html) ?? []
        const reads = operations.filter((operation) => operation.family === family && operation.kind === 'read')
        if (reads.length === 0) return expect(command).toBeUndefined()
        const [, path] = /^curl http:\/\/[^/]+(\S+)/.exec(command as string) ?? []
        const [, body] = /-d &#39;(.*)&#39;$/s.exec(command as string) ?? []
        const operation = reads.find((each) => each.path === path)
        expect(operation, command).toBeDefined()
        const answer = await fetch(`${server().url}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { Authorization: `Bearer ${tokenIn(html)}`, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body }),
        })
        expect([family, answer.status]).toEqual([family, 200])
      },
    )

    test('are made for what was chosen, and can do just that', async () => {
      const { visitor } = await signedIn()
      const made = async (fields: Record<string, string | string[]>) =>
        statuses(tokenIn((await make(visitor, fields)).html))
      expect(await made({ actions: 'yes' })).toEqual([200, 200, 200])
      expect(await made({})).toEqual([200, 403, 200])
      expect(await made({ kind: 'services', service: ['notes', 'tasks'], actions: 'yes' })).toEqual([200, 200, 403])
      expect(await made({ kind: 'product', capability: ['agent', 'inbox'], actions: 'yes' })).toEqual([403, 403, 403])
      expect(await made({ kind: 'services', service: 'contacts' })).toEqual([403, 403, 200])
    })

    test('are refused where something is ticked under another kind than the chosen one', async () => {
      const { visitor } = await signedIn()
      for (const [fields, what] of [
        [{ kind: 'all', service: 'notes' }, 'You ticked services'],
        [{ kind: 'product', capability: 'agent', service: 'notes' }, 'You ticked services'],
        [{ kind: 'services', service: 'contacts', capability: 'agent' }, 'You ticked areas'],
        [{ kind: 'all', capability: 'agent' }, 'You ticked areas'],
      ] as [Record<string, string>, string][]) {
        const { status, html } = await make(visitor, { name: 'too wide', ...fields })
        expect([fields, status]).toEqual([fields, 400])
        expect(html).toContain(`${what} without choosing`)
        expect(tokenIn(html)).toBeUndefined()
      }
      expect((await visitor.get('/settings/tokens')).html).not.toContain('too wide')
    })

    test('offer the services of the framework, and only families that are served', async () => {
      const { visitor } = await signedIn()
      const { html } = await visitor.get('/settings/tokens')
      const offered = [...html.matchAll(/name="service" value="(\w+)"/g)].map(([, name]) => name as string)
      const described = new Set<string>(operations.map(({ family }) => family))
      expect(offered.filter((name) => described.has(name)).toSorted()).toEqual([...servedFamilies].toSorted())
      expect(offered).toEqual(expect.arrayContaining(['config', 'store']))
    })

    test('are revoked only after a question', async () => {
      const { visitor } = await signedIn()
      const token = tokenIn((await make(visitor, { name: 'old <laptop>' })).html)
      const { html } = await visitor.get('/settings/tokens')
      const form = /<form method="get" action="(\S+)"><input type="hidden" name="token" value="(token_\w+)">/
      const [, address, id] = form.exec(html) ?? []
      const question = await visitor.get(`${address}?token=${id}`)
      expect(question.html).toContain('Revoke the token <b>old &lt;laptop&gt;</b>?')
      expect((await statuses(token))[0]).toBe(200)
      const { visitor: ben } = await signedIn()
      expect((await ben.get(`${address}?token=${id}`)).status).toBe(400)
      expect((await visitor.submit(`${address}?token=${id}`, address as string, { token: id as string })).status).toBe(
        303,
      )
      expect((await statuses(token))[0]).toBe(401)
    })

    test('are shown in pages of 50, newest first, and so are the ended ones', async () => {
      const { account, visitor } = await signedIn()
      const { clock, store } = server()
      await make(visitor, {})
      const [row] = await store.all<Record<string, unknown>>(store.sql('tokens').where({ account_id: account.id }))
      await store.run(store.sql('tokens').where({ account_id: account.id }).delete())
      const rows = Array.from({ length: 220 }, (_, index) => ({
        ...row,
        id: `token_${account.id.slice(-20)}${String(index).padStart(3, '0')}`,
        name: `paged ${index}`,
        secret_sha256: `${account.id.slice(-20)}${String(index).padStart(3, '0')}`.padEnd(64, '0'),
        created_at: clock.now() + Math.floor(index / 3),
        revoked_at: index < 110 ? null : clock.now(),
      }))
      for (let at = 0; at < rows.length; at += 20) await store.run(store.sql('tokens').insert(rows.slice(at, at + 20)))
      async function seen(next: RegExp) {
        const pages: string[][] = []
        for (let page: string | undefined = '/settings/tokens'; page; ) {
          const { html } = await visitor.get(page)
          const part = html.split('aria-label="Revoked and expired tokens"')[
            next.source.includes('ended') ? 1 : 0
          ] as string
          pages.push([...part.matchAll(/rowheader">paged (\d+)</g)].map(([, index]) => index as string))
          page = next.exec(html)?.[1]?.replaceAll('&amp;', '&')
        }
        return pages
      }
      const working = await seen(/href="([^"]+)" rel="next">Older tokens/)
      expect(working.map(({ length }) => length)).toEqual([50, 50, 10])
      expect(working.flat().map(Number)).toEqual(Array.from({ length: 110 }, (_, index) => 109 - index))
      const ended = await seen(/href="([^"]+)" rel="next">Older ended tokens/)
      expect(ended.flat().map(Number)).toEqual(Array.from({ length: 110 }, (_, index) => 219 - index))
    })

    test('are shown once', async () => {
      const { visitor } = await signedIn()
      const { html, headers } = await make(visitor, {})
      expect(html).toContain('only this once')
      expect(headers.get('cache-control')).toBe('no-store')
      const page = await visitor.get('/settings/tokens')
      expect(page.html).toContain('laptop')
      expect(page.html).not.toContain(tokenIn(html))
      expect(page.html).not.toMatch(/od_[0-9A-Za-z]{10}/)
    })

    test('are refused where nothing is chosen or something is wrong, and the form keeps what was chosen', async () => {
      const { visitor } = await signedIn()
      const before = (await visitor.get('/settings/tokens')).html.match(/Revoke laptop/g)
      for (const fields of [
        { kind: 'services' },
        { kind: 'product' },
        { kind: 'services', service: ['notes', 'gold'] },
        { name: '' },
        { name: 'two\nlines' },
        { days: '0' },
        { days: 'x' },
        { days: '99999' },
      ] as Record<string, string | string[]>[]) {
        const answer = await make(visitor, { actions: 'yes', ...fields })
        expect([fields, answer.status]).toEqual([fields, 400])
        expect(answer.html).toMatch(/name="actions" value="yes" checked/)
      }
      expect((await visitor.get('/settings/tokens')).html.match(/Revoke laptop/g)).toEqual(before)
    })

    test('are revoked at once, only by their owner, and then stand among the ended ones', async () => {
      const { visitor } = await signedIn()
      const token = tokenIn((await make(visitor, {})).html)
      const { html } = await visitor.get('/settings/tokens')
      const id = /name="token" value="(token_\w+)">\s*<button[^>]*aria-label="Revoke laptop"/.exec(html)?.[1] as string
      const { visitor: ben } = await signedIn()
      expect((await ben.submit('/settings/tokens', '/settings/tokens/revoke', { token: id })).status).toBe(400)
      expect((await statuses(token))[0]).toBe(200)
      expect((await visitor.submit('/settings/tokens', '/settings/tokens/revoke', { token: id })).status).toBe(303)
      expect(await statuses(token)).toEqual([401, 401, 401])
      expect((await visitor.get('/settings/tokens')).html).toContain('Revoked and expired tokens: 1')
    })

    test('say when they were last used, and that they have expired', async () => {
      const { visitor } = await signedIn()
      const { html } = await make(visitor, { days: '7' })
      expect((await visitor.get('/settings/tokens')).html).toMatch(/data-label="Last used">never<\/td>/)
      await statuses(tokenIn(html))
      server().clock.advance(8 * 86_400_000)
      expect(await statuses(tokenIn(html))).toEqual([401, 401, 401])
      expect((await visitor.get('/settings/tokens')).html).toContain('<summary>Revoked and expired tokens: 1</summary>')
    })
  })

  describe('credits', () => {
    test('are shown with every entry, in pages, and what they were spent on', async () => {
      const { account, visitor } = await signedIn()
      const { ledger } = server()
      for (let each = 0; each < 60; each++) {
        const call = {
          accountId: account.id,
          microCredits: 500_000,
          operationId: 'text.classify',
          requestId: `r${each}`,
        }
        await ledger.settle(await ledger.reserve(call))
      }
      await ledger.grant(account.id, 2_500_000, 'for <you>')
      const { html } = await visitor.get('/settings/credits')
      expect(html).toContain('<b>972.5 credits</b> can be spent.')
      expect(html).toMatch(/<svg class="chart"[^>]*role="img" aria-label="Bar chart[^"]*"/)
      expect(html).toMatch(/<th[^>]*>text\.classify<\/th><td[^>]*>60<\/td><td[^>]*>30<\/td>/)
      expect(html).toContain('Given by an administrator (for &lt;you&gt;)')
      expect(html).toMatch(/>\+2\.5<\/td><td[^>]*>972\.5<\/td>/)
      expect(html.match(/Charged: text\.classify/g)).toHaveLength(49)
      const older = /href="(\/settings\/credits\?before=\d+)"/.exec(html)?.[1] as string
      const second = await visitor.get(older)
      expect(second.html.match(/Charged: text\.classify/g)).toHaveLength(11)
      expect(second.html).toContain('Welcome credits')
      expect(second.html).not.toContain('Older entries')
      expect((await visitor.get('/settings/credits?before=x')).status).toBe(200)
    })

    test('that were spent before the period of the chart are only in the ledger', async () => {
      const { account, visitor } = await signedIn()
      const { ledger } = server()
      const call = { accountId: account.id, microCredits: 500_000, operationId: 'text.classify', requestId: 'r' }
      await ledger.settle(await ledger.reserve(call))
      server().clock.advance(29 * 86_400_000)
      expect((await visitor.get('/settings/credits')).html).toContain('<svg')
      server().clock.advance(2 * 86_400_000)
      await visitor.signIn(account.username)
      const { html } = await visitor.get('/settings/credits')
      expect([html.includes('<svg'), html.includes('Nothing was spent.'), html.includes('Charged')]).toEqual([
        false,
        true,
        true,
      ])
    })
  })

  describe('administration', () => {
    test('shows the accounts, gives credits, and tells how the instance is', async () => {
      const { visitor } = await administrator()
      const { account: ben, visitor: bens } = await signedIn()
      const grant = { username: ben.username, amount: '12.5', grant_note: 'a prize' }
      expect((await visitor.submit('/admin', '/admin/credits', grant)).location).toBe('/admin?done=granted')
      const { html } = await visitor.get('/admin')
      expect(html).toMatch(
        new RegExp(`${ben.username}</th><td[^>]*>user</td><td[^>]*>onedoor</td><td[^>]*>1012.5</td>`),
      )
      expect(html).toMatch(/(SQLite|PostgreSQL), answers in \d+ ms/)
      expect((await bens.get('/settings/credits')).html).toContain('Given by an administrator (a prize)')
    })

    test('shows many accounts in pages', async () => {
      const { visitor } = await administrator()
      const { store } = server()
      const rows = Array.from({ length: 150 }, (_, index) => {
        const id = `zz_many_${String(index).padStart(3, '0')}`
        return { id, username: id, created_at: 1, updated_at: 1 }
      })
      await store.run(store.sql('accounts').insert(rows))
      const seen: string[] = []
      for (let page: string | undefined = '/admin'; page; ) {
        const { html } = await visitor.get(page)
        seen.push(...[...html.matchAll(/rowheader">(zz_many_\d+)</g)].map(([, name]) => name as string))
        page = /href="(\/admin\?after=\w+)"/.exec(html)?.[1]
      }
      expect(seen).toEqual(rows.map(({ id }) => id))
      await store.run(store.sql('accounts').where('username', 'like', 'zz_many_%').delete())
    })

    test('refuses invalid amounts and unknown accounts', async () => {
      const { account, visitor } = await administrator()
      for (const amount of ['', '0', '-5', '1e3', '0.0000001', 'many', '1000000001'])
        expect((await visitor.submit('/admin', '/admin/credits', { username: account.username, amount })).status).toBe(
          400,
        )
      expect((await visitor.submit('/admin', '/admin/credits', { username: 'nobody_here', amount: '5' })).status).toBe(
        400,
      )
      expect((await server().ledger.balance(account.id)).balance).toBe(1_000_000_000)
    })
  })
})

test('a browser is called by its name and its system', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0'
  expect([firefox, iphone, edge, 'curl/8.5.0'].map(deviceName)).toEqual([
    'Firefox, Linux',
    'Safari, iOS',
    'Edge, Windows',
    'curl/8.5.0',
  ])
})

test('the chart has at most eight bars, which add up to everything', () => {
  const spending = Array.from({ length: 12 }, (_, index) => ({
    operationId: `a.b${index}`,
    calls: 1,
    microCredits: 100 - index,
  }))
  const bars = barsOf(spending)
  expect(bars).toHaveLength(8)
  expect(bars[7]?.name).toBe('5 others')
  const sum = (values: readonly { microCredits: number }[]) =>
    values.reduce((total, { microCredits }) => total + microCredits, 0)
  expect(sum(bars)).toBe(sum(spending))
  expect(barsOf(spending.slice(0, 8)).map(({ name }) => name)).toEqual(
    spending.slice(0, 8).map(({ operationId }) => operationId),
  )
})

test('a duration is shown in its largest unit', () => {
  expect([0, 1, 59, 60, 7200, 90_000, 180_000].map(durationText)).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '2 hours',
    '1 day',
    '2 days',
  ])
})
