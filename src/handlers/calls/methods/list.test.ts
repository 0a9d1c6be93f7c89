import { describe, expect, test } from 'vitest'
import type { CallArgs } from '#generated/server/handlers.ts'
import type { OperationId } from '#generated/server/operations.ts'
import type { Delegate } from '#runtime/calls/caller.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const place = '/settings/calls'

forEachServer((server) => {
  describe('the log of calls', () => {
    test('has each call of an account with its request, object and outcome, and none of other accounts', async () => {
      const [ann, bob] = [await server().account(), await server().account()]
      await bob.ok('notes.list', {})
      const added = await ann.call('notes.add', { title: 'Groceries', text: 'Oats' })
      const missing = await ann.fails('notes.get', { title: 'Lemons' })
      const rejected = await ann.fails('notes.add', { title: 'Groceries' })
      const { items, next_cursor } = await ann.ok('calls.list', {})
      expect(next_cursor).toBeUndefined()
      const byToken = {
        caller: 'token',
        credential_id: expect.stringMatching(/^token_/),
        ended: '2026-11-21T09:30:00.000Z',
      }
      expect(items).toMatchObject([
        { ...byToken, number: 3, operation: 'notes.add', ok: false, code: 'invalid_argument' },
        { ...byToken, number: 2, operation: 'notes.get', ok: false, code: 'not_found', object: 'Lemons' },
        { ...byToken, number: 1, operation: 'notes.add', ok: true, object: 'Groceries', cost_credits: 0 },
      ])
      expect(items.map(({ request_id }) => request_id)).toEqual(
        [rejected, missing, added].map(({ headers }) => headers.get('X-Request-Id')),
      )
      expect(items[0]?.arguments_hash).toBeUndefined()
      expect(items[1]?.arguments_hash).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(items)).not.toContain('Oats')
    })

    test('is paged by cursor, filtered, and finds the call of an error by its request', async () => {
      const ann = await server().account()
      for (const title of ['a', 'b', 'c']) await ann.fails('notes.get', { title })
      const failed = await ann.fails('notes.get', { title: 'd' })
      const first = await ann.ok('calls.list', { limit: 3, family: 'notes' })
      expect(first.items.map(({ object }) => object)).toEqual(['d', 'c', 'b'])
      const rest = await ann.ok('calls.list', { limit: 3, family: 'notes', cursor: first.next_cursor as string })
      expect(rest).toMatchObject({ items: [{ object: 'a' }] })
      const request_id = failed.headers.get('X-Request-Id') as string
      expect((await ann.ok('calls.list', { request_id })).items).toMatchObject([{ object: 'd', code: 'not_found' }])
      expect((await ann.ok('calls.list', { operation: 'calls.list', ok: true })).items).toHaveLength(3)
      expect((await ann.ok('calls.list', { from: '2026-11-21T09:30:00.001Z' })).items).toEqual([])
      expect((await ann.fails('calls.list', { cursor: 'x' })).body.details).toMatchObject([{ path: 'cursor' }])
    })

    test('finds the calls of a run, an agent, an approval or an object, and none that only look like them', async () => {
      const ann = await server().account()
      const account = {
        id: ann.id,
        username: ann.username,
        isAdmin: false,
        isNamespaceAdmin: false,
        namespace: 'onedoor',
      }
      const runBy = async (agent: string, run: string, operationId: OperationId, args: object) => {
        const actor = { kind: 'agent' as const, id: agent, name: 'helper' }
        const trust = { isTainted: true, chosen: [], spentMicroCredits: 0, run, actor }
        const caller: Delegate = {
          kind: 'delegated',
          origin: 'agent',
          account,
          rights: undefined,
          credentialId: 'token_1',
          trust,
        }
        return (await server().calls.run({ operationId, args, caller, requestId: 'request_1' })).error?.approval
      }
      const { id } = await ann.ok('files.put', { name: 'plan.txt', content: 'x' })
      await runBy('agent_a', 'run_1', 'notes.get', { title: 'Tent' })
      await runBy('agent_b', 'run_1', 'notes.get', { title: 'Tents' })
      await runBy('agent_b', 'run_11', 'notes.get', { title: '%' })
      const approval = await runBy('agent_a', 'run_2', 'files.share', { id, public: true })
      const objects = async (args: CallArgs<'calls.list'>) =>
        (await ann.ok('calls.list', args)).items.map(({ object }) => object)
      expect(await objects({ run_id: 'run_1' })).toEqual(['Tents', 'Tent'])
      expect(await objects({ run_id: 'run%' })).toEqual([])
      expect(await objects({ caller_id: 'agent_a' })).toEqual([id, 'Tent'])
      expect(await objects({ approval_id: approval as string })).toEqual([id])
      expect(await objects({ object: 'Tent' })).toEqual(['Tent'])
      expect(await objects({ object: '%' })).toEqual(['%'])
      expect((await ann.ok('calls.list', { object: 'Tent' })).items[0]).toMatchObject({
        ...{ caller: 'agent', caller_name: 'helper', caller_id: 'agent_a', run_id: 'run_1', credential_id: 'token_1' },
      })
      const visitor = await new TestVisitor(server().url).signIn(ann.username)
      const { html } = await visitor.get(`${place}?approval_id=${approval}&caller_id=agent_a`)
      expect(html).toContain(`(<a href="${place}?caller_id=agent_a">helper</a>)`)
      expect(html.match(/\?object=[^"]*/g)).toEqual([`?object=${id}`])
    })

    test('says through what a call came, and which call takes it back, which works as it is recorded', async () => {
      const ann = await server().account()
      await ann.ok('notes.add', { title: 'Tent', text: 'Green' })
      await ann.ok('notes.add', { title: 'Tent', text: 'Red' })
      const asCommand = { Authorization: `Bearer ${ann.token}`, 'User-Agent': 'onedoor-cli' }
      await fetch(`${server().url}/api/v1/notes/list`, { headers: asCommand })
      const { items } = await ann.ok('calls.list', {})
      expect(items.map(({ operation, door }) => [operation, door])).toEqual([
        ['notes.list', 'cli'],
        ['notes.add', 'http'],
        ['notes.add', 'http'],
      ])
      expect(items.map(({ undo }) => undo)).toEqual([
        undefined,
        undefined,
        { operation: 'notes.delete', arguments: '{"title":"Tent"}' },
      ])
      expect((await ann.ok('calls.list', { door: 'cli' })).items).toHaveLength(1)
      await ann.ok('notes.delete', JSON.parse(items[2]?.undo?.arguments ?? '{}'))
      expect((await ann.ok('notes.list', {})).items).toEqual([])
      const visitor = await new TestVisitor(server().url).signIn(ann.username)
      const { html } = await visitor.get(`${place}?method=notes.add`)
      expect(html).toContain(
        'To take it back: notes.delete <code class="long">{&quot;title&quot;:&quot;Tent&quot;}</code>',
      )
      expect((await visitor.get(`${place}?door=mcp`)).html).toContain('No calls match.')
    })

    test('is a page with filters for the signed-in person, in which others see nothing', async () => {
      const [ann, bob] = [await server().account(), await server().account()]
      const failed = await ann.fails('notes.get', { title: '<b>Lemons</b>' })
      const request = failed.headers.get('X-Request-Id') as string
      const visitor = await new TestVisitor(server().url).signIn(ann.username)
      const page = await visitor.get(`${place}?${new URLSearchParams({ request_id: request })}`)
      expect(page.status).toBe(200)
      expect(page.html).toContain(`value="${request}"`)
      expect(page.html).toContain('&lt;b&gt;Lemons&lt;/b&gt;')
      expect(page.html).toContain('not_found')
      expect((await visitor.get(`${place}?method=notes.add`)).html).toContain('No calls match.')
      expect((await visitor.get(`${place}?method=notes&outcome=failed&caller=token`)).html).toContain(request)
      expect((await visitor.get(`${place}?outcome=failed`)).html).toContain('<details>\n<summary>More filters')
      expect((await visitor.get(`${place}?run_id=run_1`)).html).toContain('<details open>\n<summary>More filters')
      const wrong = await visitor.get(`${place}?from=yesterday`)
      expect([wrong.status, wrong.html.includes('role="alert"')]).toEqual([400, true])
      const other = await new TestVisitor(server().url).signIn(bob.username)
      expect((await other.get(`${place}?request_id=${request}`)).html).toContain('No calls match.')
    })
  })
})
