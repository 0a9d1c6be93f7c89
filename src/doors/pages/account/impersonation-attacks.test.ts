import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forOneServer } from '#testing/server.ts'
import {
  audited,
  begin,
  end,
  isBanner,
  password,
  people,
  reason,
  rowsOf,
  seeing,
  tokenIn,
} from './fixtures/impersonating.ts'

async function outcomeOf(socket: WebSocket): Promise<string> {
  const outcome = await Promise.race([
    once(socket, 'unexpected-response').then(([, { statusCode }]) => `refused ${statusCode}`),
    once(socket, 'open').then(() => 'open'),
  ])
  socket.on('error', () => undefined).terminate()
  return outcome
}

forOneServer(
  (server) => {
    describe('the cookies of an impersonation are refused', () => {
      test('by calls, the gateway, MCP, streams, files, consent and WebSockets, alone and together', async () => {
        const { ann, browser, copy, secret, own } = await seeing(server())
        const csrf = tokenIn(await copy().get('/settings'))
        const { id } = await ann.ok('files.put', { name: 'a.txt', content: 'private text' })
        const requests: [string, string, RequestInit][] = [
          ['a call', '/api/v1/notes/list', {}],
          ['a call with arguments', '/api/v1/calls/list?limit=5', {}],
          ['a write', '/api/v1/notes/add', { method: 'POST', body: '{"title":"a","text":"b"}' }],
          ['a stream', '/work/stream?id=work_1', {}],
          ['a file', `/files/${id}`, {}],
          [
            'the machine endpoint',
            '/mcp',
            {
              method: 'POST',
              body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"notes_list","arguments":{}}}',
            },
          ],
          ['consent', '/oauth/authorize?client_id=a&response_type=code', {}],
        ]
        const socketUrl = `${server().gatewayUrl.replace('http', 'ws')}/notes/list`
        const jars = [
          { onedoor_session: secret },
          { onedoor_own_session: secret },
          { onedoor_session: secret, onedoor_own_session: own },
        ]
        const headers = {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'X-CSRF-Token': csrf,
          'Sec-Fetch-Site': 'same-origin',
        }
        for (const jar of jars) {
          for (const [name, path, init] of requests) {
            const response = await copy(new Map(Object.entries(jar))).raw(path, { ...init, headers })
            const text = await response.text()
            expect([name, response.status, /"items"|private text/.test(text)]).toEqual([
              name,
              expect.toBeOneOf([401, 403, 404]),
              false,
            ])
          }
          const Cookie = Object.entries(jar)
            .map((pair) => pair.join('='))
            .join('; ')
          const atGateway = await fetch(`${server().gatewayUrl}/notes/list`, { headers: { ...headers, Cookie } })
          expect(atGateway.status).toBe(401)
          expect(await outcomeOf(new WebSocket(socketUrl, { headers: { Cookie } }))).toBe('refused 401')
        }
        expect((await ann.ok('notes.list', {})).items).toEqual([])
        // The same requests by the account itself.
        expect(await outcomeOf(new WebSocket(socketUrl, [ann.token as string]))).toBe('open')
        const csrfToken = tokenIn(await browser.get('/settings'))
        // The others take no session at all.
        for (const [name, path, init] of requests.slice(0, 5)) {
          const response = await browser.raw(path, { ...init, headers: { ...headers, 'X-CSRF-Token': csrfToken } })
          await response.body?.cancel()
          expect([name, response.status]).toEqual([name, expect.toBeOneOf([200, 400])])
        }
        expect((await ann.ok('notes.list', {})).items).toHaveLength(1)
      })

      test('by every other page, with a text that says who sees it', async () => {
        const { boss, admin } = await seeing(server())
        for (const path of [
          ...[
            '/settings/tokens',
            '/settings/security',
            '/settings/security/second-factor',
            '/settings/security/recovery',
          ],
          ...['/settings/programs', '/settings/connections', '/settings/data', '/settings/export/export_1'],
          ...['/settings/events', '/settings/mail', '/settings/notifications', '/settings/sms', '/settings/links/a'],
          ...['/oauth/authorize', '/admin', '/admin/audit/export', '/mail', '/chat', '/assistant', '/approvals'],
          ...['/signin', '/signup', '/reset', '/docs', '/settings/', '/Settings', '/settings/connections/callback'],
          ...['/settings/tokens/revoke?id=token_1', '/no/such/page', '/settings/%74okens'],
        ]) {
          const seen = await admin.get(path)
          expect([path, seen.status, isBanner(seen)]).toEqual([path, 403, true])
          expect(seen.html).toContain(`${boss.username} may neither see this page nor change anything`)
        }
        expect((await admin.get('/pages.css')).status).toBe(200)
        expect(isBanner(await admin.get('/settings'))).toBe(true)
      })

      test('by every form, with any token', async () => {
        const { ann, admin, browser } = await seeing(server())
        const tokens = [tokenIn(await admin.get('/settings')), tokenIn(await browser.get('/settings')), '']
        const { store } = server()
        const before = JSON.stringify([
          await store.all(store.sql('accounts').where({ id: ann.id })),
          await rowsOf(server(), ann.id),
        ])
        for (const csrf_token of tokens) {
          for (const path of [
            '/settings/profile',
            '/settings/tokens',
            '/settings/delete',
            '/signout',
            '/signin',
            begin,
          ]) {
            const fields = { csrf_token, display_name: 'Mallory', username: ann.username, password, reason }
            expect((await admin.post(path, fields)).status).toBe(403)
          }
        }
        for (const method of ['PUT', 'DELETE', 'PATCH'])
          expect((await admin.raw('/settings', { method })).status).toBe(403)
        expect(
          JSON.stringify([
            await store.all(store.sql('accounts').where({ id: ann.id })),
            await rowsOf(server(), ann.id),
          ]),
        ).toBe(before)
        expect((await ann.ok('calls.list', { caller: 'administrator' })).items).toEqual([])
      })

      test('if one is missing, or is of another browser or administrator', async () => {
        const { ann, secret, own, copy } = await seeing(server())
        const other = await seeing(server())
        const jars: Record<string, string>[] = [
          { onedoor_session: secret },
          { onedoor_own_session: own },
          { onedoor_session: secret, onedoor_own_session: other.own },
          { onedoor_session: other.secret, onedoor_own_session: own },
          { onedoor_session: secret, onedoor_own_session: secret },
          { onedoor_session: own, onedoor_own_session: secret },
          { onedoor_session: 'x'.repeat(43), onedoor_own_session: own },
        ]
        for (const jar of jars) {
          const seen = await copy(new Map(Object.entries(jar))).get('/settings')
          expect([isBanner(seen), seen.html.includes(ann.username), seen.html.includes(other.ann.username)]).toEqual([
            false,
            false,
            false,
          ])
        }
        expect(isBanner(await copy().get('/settings'))).toBe(true)
      })

      test('after the end, on every path', async () => {
        const { ann, admin, copy } = await seeing(server())
        const before = copy()
        await admin.submit('/settings', end)
        for (const path of ['/settings', '/', '/settings/calls', '/settings/links']) {
          const seen = await copy(before.cookies).get(path)
          expect([path, isBanner(seen), seen.html.includes(ann.username)]).toEqual([path, false, false])
        }
      })

      test('with an Authorization header beside them', async () => {
        const { ann, admin } = await seeing(server())
        const seen = await admin.get('/settings', { Authorization: `Bearer ${ann.token}` })
        expect([seen.status, isBanner(seen)]).toEqual([401, false])
      })
    })

    test('a secret that was planted before is never used', async () => {
      const { ann, admin, ask } = await people(server())
      const planted = 'p'.repeat(43)
      admin.cookies.set('onedoor_own_session', planted)
      // A page of the administrator removes it.
      expect((await admin.get('/admin')).status).toBe(200)
      expect(admin.cookies.has('onedoor_own_session')).toBe(false)
      admin.cookies.set('onedoor_own_session', planted)
      await ask()
      expect([...admin.cookies.values()]).not.toContain(planted)
      const { store } = server()
      expect(JSON.stringify(await store.all(store.sql('impersonations')))).not.toContain(planted)
      expect((await admin.get('/settings')).html).toContain(`as <b>${ann.username}</b>`)
    })

    test('another site can neither begin nor end it', async () => {
      const { ann, admin, browser } = await seeing(server())
      const own = tokenIn(await admin.get('/settings'))
      const foreign = tokenIn(await browser.get('/settings'))
      const refusals = [
        await admin.post(end, {}),
        await admin.post(end, { csrf_token: foreign }),
        await admin.post(end, { csrf_token: own }, { 'Sec-Fetch-Site': 'cross-site' }),
        await admin.post(end, { csrf_token: own }, { Origin: 'https://elsewhere.example' }),
        await admin.get(end),
      ]
      expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
      expect(await rowsOf(server(), ann.id)).toHaveLength(1)
      const { account: ben, visitor: bens } = await signedInVisitor(server())
      const csrf_token = tokenIn(await bens.get('/settings'))
      const row = (await rowsOf(server(), ann.id))[0] as { id: string }
      await bens.post('/settings/security/impersonations/end', { csrf_token, impersonation: row.id })
      expect([await rowsOf(server(), ann.id), await audited(server(), ben.username)]).toEqual([[expect.anything()], []])
    })

    test('cookies are out of reach of scripts and other sites', async () => {
      const { ann, admin } = await people(server())
      const csrf_token = tokenIn(await admin.get('/admin'))
      const response = await admin.raw(begin, {
        method: 'POST',
        body: new URLSearchParams({ csrf_token, username: ann.username, reason, password }),
      })
      const cookies = response.headers.getSetCookie().filter((line) => /^onedoor_(own_)?session=[\w-]{43};/.test(line))
      expect(cookies).toHaveLength(2)
      for (const line of cookies) expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
    })
  },
  { settings: { IMPERSONATION: 'on', GATEWAY_PORT: '0' } },
)
