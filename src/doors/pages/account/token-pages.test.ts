import { describe, expect, test } from 'vitest'
import { servedFamilies } from '#app/families.ts'
import { operations } from '#generated/server/operations.ts'
import { rawMcp } from '#testing/mcp.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

/** Tokens of services: the agent, the inbox and work need capabilities. */
const offeredFamilies = [...servedFamilies].filter((name) => !['agent', 'inbox', 'work'].includes(name))

forEachServer(
  (server) => {
    async function signedIn() {
      const account = await server().account()
      return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
    }

    describe('tokens', () => {
      const tokenIn = (html: string) => /od_[0-9A-Za-z]{43}/.exec(html)?.[0] as string
      const make = (visitor: TestVisitor, fields: Record<string, string | string[]>) =>
        visitor.submit('/settings/tokens', '/settings/tokens', { name: 'laptop', kind: 'all', days: '30', ...fields })

      /** The status of a read and a write of notes, and of a read of contacts, with a token. */
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

      test.each(offeredFamilies)(
        'for only %s are shown with a call that works, if any of its methods only reads',
        async (family) => {
          const { visitor } = await signedIn()
          const { html } = await make(visitor, { kind: 'services', service: [family] })
          const [, command] = /<code>export ONEDOOR_TOKEN=[^<]*\n(curl[^<]*)<\/code>/.exec(html) ?? []
          const reads = operations.filter((operation) => operation.family === family && operation.kind === 'read')
          if (reads.length === 0) return expect(command).toBeUndefined()
          const [, path] = /^curl (?:--get )?http:\/\/[^/]+(\S+)/.exec(command as string) ?? []
          const query = [...(command ?? '').matchAll(/--data-urlencode (?:&#39;(.*?)&#39;|(\S+))(?: \\|$)/gs)]
          const search = new URLSearchParams(
            query.map(
              ([, quoted, plain]) =>
                (quoted?.replaceAll('&#39;\\&#39;&#39;', "'") ?? plain ?? '').split('=', 2) as [string, string],
            ),
          )
          const [, body] = /-d &#39;(.*)&#39;$/s.exec(command as string) ?? []
          const operation = reads.find((each) => each.path === path)
          expect(operation, command).toBeDefined()
          const answer = await fetch(`${server().url}${path}${search.size > 0 ? `?${search}` : ''}`, {
            method: body === undefined ? 'GET' : 'POST',
            headers: { Authorization: `Bearer ${tokenIn(html)}`, 'Content-Type': 'application/json' },
            ...(body !== undefined && { body }),
          })
          // This server has neither a model nor feeds.
          const isConfigured = family !== 'text' && family !== 'news'
          // The example names an address that this server cannot resolve.
          expect([family, answer.status]).toEqual([family, family === 'browser' ? 400 : isConfigured ? 200 : 503])
        },
      )

      test('are created for the chosen scope, and can do only that', async () => {
        const { visitor } = await signedIn()
        const made = async (fields: Record<string, string | string[]>) =>
          statuses(tokenIn((await make(visitor, fields)).html))
        expect(await made({ actions: 'yes' })).toEqual([200, 200, 200])
        expect(await made({})).toEqual([200, 403, 200])
        expect(await made({ kind: 'services', service: ['notes', 'tasks'], actions: 'yes' })).toEqual([200, 200, 403])
        expect(await made({ kind: 'none', capability: ['agent', 'inbox'], actions: 'yes' })).toEqual([403, 403, 403])
        expect(await made({ kind: 'services', service: 'contacts' })).toEqual([403, 403, 200])
        const mixed = tokenIn(
          (await make(visitor, { kind: 'services', service: 'contacts', capability: 'inbox' })).html,
        )
        expect(await statuses(mixed)).toEqual([403, 403, 200])
        const read = (path: string) =>
          fetch(`${server().url}/${path}`, { headers: { Authorization: `Bearer ${mixed}` } })
        expect([(await read('inbox')).status, (await read('work')).status]).toEqual([200, 403])
        expect((await visitor.get('/settings/tokens')).html).toContain('contacts, inbox')
      })

      test('can be allowed to do only what is ticked, and nothing is ticked at first', async () => {
        const { visitor } = await signedIn()
        const { html } = await visitor.get('/settings/tokens')
        expect(
          [...html.matchAll(/name="(?:class|actions)" value="(\w*)"( checked)?/g)].map((each) => each.slice(1)),
        ).toEqual([
          ...[
            ['', ' checked'],
            ['some', undefined],
          ],
          ...['read', 'write', 'send', 'pay'].map((value) => [value, undefined]),
          ['yes', undefined],
        ])
        const made = async (fields: Record<string, string | string[]>) =>
          tokenIn((await make(visitor, { actions: 'some', ...fields })).html)
        expect(await statuses(await made({ class: 'read' }))).toEqual([200, 403, 200])
        expect(await statuses(await made({ class: 'write' }))).toEqual([403, 200, 403])
        const notes = await made({ kind: 'services', service: 'notes', class: ['read', 'write'], capability: 'inbox' })
        expect(await statuses(notes)).toEqual([200, 200, 403])
        const call = async (token: string, path: string, body?: object) => {
          const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
          const answer = await fetch(`${server().url}/${path}`, {
            headers,
            ...(body && { method: 'POST', body: JSON.stringify(body) }),
          })
          return { status: answer.status, ...((await answer.json()) as { error?: string }) }
        }
        expect((await call(notes, 'inbox')).status).toBe(200)
        const hello = { room: 'topic_general', message: 'Hello' }
        const refused = await call(await made({ class: ['read', 'write', 'pay'] }), 'api/v1/chat/send', hello)
        expect([refused.status, refused.error]).toEqual([
          403,
          expect.stringContaining('--services all --classes read,write,send,pay'),
        ])
        expect((await call(await made({ class: 'send' }), 'api/v1/chat/send', hello)).status).toBe(200)
        const page = (await visitor.get('/settings/tokens')).html
        expect(page).toMatch(/data-label="For">inbox, notes<\/td><td role="cell" data-label="Actions">read, write</)
        expect(page).toMatch(
          /data-label="For">all services<\/td><td role="cell" data-label="Actions">read, write, pay</,
        )
      })

      test.each<[Record<string, string | string[]>]>([
        [{ actions: 'some' }],
        [{ actions: 'yes', class: 'read' }],
        [{ actions: '', class: 'pay' }],
        [{ actions: 'some', class: ['read', 'everything'] }],
      ])('are rejected if what they may do is not clear: %o', async (fields) => {
        const { visitor } = await signedIn()
        const { status, html } = await make(visitor, { name: 'unclear', ...fields })
        expect([status, tokenIn(html)]).toEqual([400, undefined])
        expect((await visitor.get('/settings/tokens')).html).not.toContain('unclear')
      })

      test('are rejected if services are ticked under a choice that has none', async () => {
        const { visitor } = await signedIn()
        for (const [fields, what] of [
          [{ kind: 'all', service: 'notes' }, 'You ticked services'],
          [{ kind: 'none', capability: 'agent', service: 'notes' }, 'You ticked services'],
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
        expect(offered.filter((name) => described.has(name)).toSorted()).toEqual(offeredFamilies.toSorted())
        expect(offered).toEqual(expect.arrayContaining(['config', 'store']))
      })

      test('whose program has read text by others act over MCP only with approval, until their owner trusts it again', async () => {
        const { visitor } = await signedIn()
        const token = tokenIn((await make(visitor, { name: 'helper', actions: 'yes' })).html)
        const mcp = rawMcp(server().url, token)
        const send = () => mcp.call('chat_send', { room: 'topic_general', message: 'Hello' })
        expect((await send()).isError).not.toBe(true)
        expect((await visitor.get('/settings/tokens')).html).not.toContain('Trust again')
        expect((await mcp.call('chat_messages', { room: 'topic_general' })).isError).not.toBe(true)
        const refused = await send()
        expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({
          code: 'approval_required',
          approval: expect.stringMatching(/^approval_/),
        })
        expect((await mcp.call('notes_add', { title: 'a', text: 'b' })).isError).not.toBe(true)
        // What its program has read counts at every door.
        expect(await statuses(token)).toEqual([200, 403, 200])
        const { html } = await visitor.get('/settings/tokens')
        expect(html).toContain('Trust helper again')
        const [, credential = ''] = /name="credential" value="([^"]+)"/.exec(html) ?? []
        expect((await send()).isError).toBe(true)
        await visitor.submit('/settings/tokens', '/settings/tokens/trust', { credential })
        expect((await visitor.get('/settings/tokens')).html).not.toContain('Trust helper again')
        expect((await send()).isError).not.toBe(true)
        expect(await statuses(token)).toEqual([200, 200, 200])
      })

      test('are revoked only after a confirmation', async () => {
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
        expect(
          (await visitor.submit(`${address}?token=${id}`, address as string, { token: id as string })).status,
        ).toBe(303)
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
        for (let at = 0; at < rows.length; at += 20)
          await store.run(store.sql('tokens').insert(rows.slice(at, at + 20)))
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
        expect(html).toContain('It will not be shown again')
        expect(headers.get('cache-control')).toBe('no-store')
        const page = await visitor.get('/settings/tokens')
        expect(page.html).toContain('laptop')
        expect(page.html).not.toContain(tokenIn(html))
        expect(page.html).not.toMatch(/od_[0-9A-Za-z]{10}/)
      })

      test('are rejected if nothing is chosen or something is wrong, and the form keeps the choices', async () => {
        const { visitor } = await signedIn()
        const before = (await visitor.get('/settings/tokens')).html.match(/Revoke laptop/g)
        for (const fields of [
          { kind: 'services' },
          { kind: 'none' },
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

      test('are revoked at once, only by their owner, and then are listed among the ended ones', async () => {
        const { visitor } = await signedIn()
        const token = tokenIn((await make(visitor, {})).html)
        const { html } = await visitor.get('/settings/tokens')
        const id = /name="token" value="(token_\w+)">\s*<button[^>]*aria-label="Revoke laptop"/.exec(
          html,
        )?.[1] as string
        const { visitor: ben } = await signedIn()
        expect((await ben.submit('/settings/tokens', '/settings/tokens/revoke', { token: id })).status).toBe(400)
        expect((await statuses(token))[0]).toBe(200)
        expect((await visitor.submit('/settings/tokens', '/settings/tokens/revoke', { token: id })).status).toBe(303)
        expect(await statuses(token)).toEqual([401, 401, 401])
        expect((await visitor.get('/settings/tokens')).html).toContain('Revoked and expired tokens: 1')
      })

      test('show when they were last used, and that they have expired', async () => {
        const { visitor } = await signedIn()
        const { html } = await make(visitor, { days: '7' })
        expect((await visitor.get('/settings/tokens')).html).toMatch(/data-label="Last used">never<\/td>/)
        await statuses(tokenIn(html))
        server().clock.advance(8 * 86_400_000)
        expect(await statuses(tokenIn(html))).toEqual([401, 401, 401])
        expect((await visitor.get('/settings/tokens')).html).toContain(
          '<summary>Revoked and expired tokens: 1</summary>',
        )
      })
    })
  },
  { settings: { PROVIDERS: 'examples' } },
)
