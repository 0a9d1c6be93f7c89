import { describe, expect, test } from 'vitest'
import { createSessions } from '#runtime/accounts/sessions.ts'
import { deviceName } from '#runtime/base/text/device-name.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { durationText } from './admin.ts'

const password = 'correct horse battery'
const other = 'quite another password'

forEachServer((server) => {
  const signedIn = () => signedInVisitor(server())
  const administrator = () => signedInVisitor(server(), { isAdmin: true })

  describe('the profile', () => {
    test('stores a display name and a time zone, in which times are shown from then on', async () => {
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

    test('rejects unknown zones and misleading names, keeping the typed values', async () => {
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

    test('can be changed by anyone who knows it, which signs out every other browser but not this one', async () => {
      const { account, visitor } = await signedIn()
      const elsewhere = await new TestVisitor(server().url).signIn(account.username)
      expect((await change(visitor, {})).location).toBe('/settings/security?done=password')
      expect((await visitor.get('/settings')).status).toBe(200)
      expect((await elsewhere.get('/settings')).status).toBe(303)
      expect((await elsewhere.submit('/signin', '/signin', { username: account.username, password })).status).toBe(400)
      await elsewhere.signIn(account.username, other)
      await account.ok('notes.list', {})
    })

    test('stays unchanged if the current one is wrong, the new one is short, or the two do not match', async () => {
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
    test('are listed, and ended one by one or all others at once, only by their owner', async () => {
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

  describe('credits', () => {
    test('are shown with every entry, in pages, and the spending by method', async () => {
      const { account, visitor } = await signedIn()
      const { ledger } = server()
      for (let each = 0; each < 60; each++) {
        if (each === 40) server().clock.advance(86_400_000)
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
      expect(html).toContain('Granted by an administrator (for &lt;you&gt;)')
      expect(html).toMatch(/>\+2\.5<\/td><td[^>]*>972\.5<\/td>/)
      // The charges of each day are one row.
      expect(html).toMatch(/Charged: text\.classify \(20 calls\)<\/td><td[^>]*>-10<\/td><td[^>]*>970<\/td>/)
      expect(html).toMatch(/Charged: text\.classify \(40 calls\)<\/td><td[^>]*>-20<\/td><td[^>]*>980<\/td>/)
      expect(html.match(/Charged: /g)).toHaveLength(2)
      expect(html).toContain('Welcome credits')
      for (let each = 0; each < 50; each++) await ledger.grant(account.id, 1_000_000)
      const first = await visitor.get('/settings/credits')
      const older = /href="(\/settings\/credits\?before=\d+)"/.exec(first.html)?.[1] as string
      const second = await visitor.get(older)
      expect([first.html.includes('Welcome credits'), second.html.includes('Welcome credits')]).toEqual([false, true])
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
    test('shows the accounts, grants credits, and reports the health of the instance', async () => {
      const { visitor } = await administrator()
      const { account: ben, visitor: bens } = await signedIn()
      const grant = { username: ben.username, amount: '12.5', grant_note: 'a prize' }
      expect((await visitor.submit('/admin', '/admin/credits', grant)).location).toBe('/admin?done=granted')
      const { html } = await visitor.get('/admin')
      expect(html).toMatch(
        new RegExp(`${ben.username}</a></th><td[^>]*>user</td><td[^>]*>onedoor</td><td[^>]*>1012.5</td>`),
      )
      expect(html).toMatch(/(SQLite|PostgreSQL), responds in \d+ ms/)
      expect((await bens.get('/settings/credits')).html).toContain('Granted by an administrator (a prize)')
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
        seen.push(...[...html.matchAll(/rowheader"><a [^>]*>(zz_many_\d+)</g)].map(([, name]) => name as string))
        page = /href="(\/admin\?after=\w+)"/.exec(html)?.[1]
      }
      expect(seen).toEqual(rows.map(({ id }) => id))
      await store.run(store.sql('accounts').where('username', 'like', 'zz_many_%').delete())
    })

    test('rejects invalid amounts and unknown accounts', async () => {
      const { account, visitor } = await administrator()
      for (const amount of ['', '0', '-5', '1e3', '0.0000001', 'many', '1000000001'])
        expect((await visitor.submit('/admin', '/admin/credits', { username: account.username, amount })).status).toBe(
          400,
        )
      const typed = { username: 'nobody_here', amount: '5', grant_note: 'a prize' }
      const refused = await visitor.submit('/admin', '/admin/credits', typed)
      expect(refused.status).toBe(400)
      for (const text of Object.values(typed)) expect(refused.html).toContain(`value="${text}"`)
      expect((await server().ledger.balance(account.id)).balance).toBe(1_000_000_000)
    })
  })
})

test('a browser is named by its name and its system', () => {
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
