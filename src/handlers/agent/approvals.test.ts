import { describe, expect, test } from 'vitest'
import type { Proposed } from '#runtime/approvals/types.ts'
import { withCapabilities } from '../../testing/asking.ts'
import { forOneServer, type TestAccount, type TestServer } from '../../testing/server.ts'
import { TestVisitor } from '../../testing/visitor.ts'

/** A call that needs approval, as the agent proposes it. */
function propose(server: TestServer, { id }: Pick<TestAccount, 'id'>, changes: Partial<Proposed> = {}) {
  return server.approvals.request({
    ...{ accountId: id, operation: 'notes.delete', args: { title: 'Tent <b>' }, actor: { kind: 'agent' } },
    ...{ run: 'run_1', reason: 'Text by others was read.', microCredits: 0 },
    ...changes,
  })
}

/** Delivers what is published, and what its subscribers publish. */
async function settleBus({ bus }: TestServer): Promise<void> {
  await bus.settle()
  await bus.settle()
}

forOneServer((server) => {
  describe('agent.approvals', () => {
    test('lists what was proposed for the caller only, newest first, with the exact arguments', async () => {
      const ada = await server().account()
      const eve = await withCapabilities(await server().account())
      const first = await propose(server(), ada)
      const { id } = await propose(server(), ada, { args: { title: 'x', when: { days: [1] } }, run: 'run_2' })
      const caller = await withCapabilities(ada)
      const listed = await caller.ok('agent.approvals', {})
      expect(listed).toMatchObject({
        total: 2,
        items: [
          {
            ...{
              id,
              status: 'pending',
              state: 'pending',
              method: 'notes.delete',
              caller: 'agent',
              run: 'run_2',
              cost_credits: 0,
            },
            arguments: [
              { name: 'title', value: 'x' },
              { name: 'when', value: '{"days":[1]}' },
            ],
            reason: 'The agent wants to call notes.delete. Text by others was read.',
          },
          { id: first.id },
        ],
      })
      expect(await caller.ok('agent.approvals', { status: 'denied' })).toMatchObject({ total: 0, items: [] })
      expect(await eve.ok('agent.approvals', {})).toMatchObject({ total: 0 })
      expect(await caller.ok('agent.approvals', { run: 'run_2' })).toMatchObject({ total: 1, items: [{ id }] })
      expect(await eve.ok('agent.approvals', { run: 'run_2' })).toMatchObject({ total: 0 })
      expect(await caller.ok('agent.approvals', { method: 'notes.delete' })).toMatchObject({ total: 2 })
      expect(await caller.ok('agent.approvals', { method: 'notes.add' })).toMatchObject({ total: 0, items: [] })
    })
  })

  describe('agent.decide', () => {
    test('decides once; repeating the decision changes nothing, and another one is a conflict', async () => {
      const ada = await server().account()
      const caller = await withCapabilities(ada)
      const { id } = await propose(server(), ada)
      const { approval } = await caller.ok('agent.decide', { id, decision: 'allow' })
      expect(approval).toMatchObject({ id, state: 'allowed', decided: expect.any(String) })
      expect(await caller.ok('agent.decide', { id, decision: 'allow' })).toEqual({ approval })
      expect((await caller.fails('agent.decide', { id, decision: 'deny' })).body.code).toBe('conflict')
    })

    test('needs a token for the agent with the right to act, or a signed-in person', async () => {
      const ada = await server().account()
      const { id } = await propose(server(), ada)
      const readOnly = await ada.withToken({ scope: { capabilities: ['agent'] }, actions: false })
      const callers = [ada, readOnly, await withCapabilities(ada, ['inbox', 'work'])]
      for (const caller of callers) {
        const { status, body } = await caller.fails('agent.decide', { id, decision: 'allow' })
        expect([status, body.code]).toEqual([403, 'permission_denied'])
      }
      expect((await server().anonymous.fails('agent.decide', { id, decision: 'allow' })).status).toBe(401)
      const withoutCsrf = await ada.inBrowser({ withoutCsrf: true })
      expect((await withoutCsrf.fails('agent.decide', { id, decision: 'allow' })).body.code).toBe('csrf')
      const browser = await ada.inBrowser()
      expect((await browser.ok('agent.decide', { id, decision: 'allow' })).approval.state).toBe('allowed')
    })

    test('of another account or an unknown approval returns the same', async () => {
      const ada = await server().account()
      const eve = await withCapabilities(await server().account())
      const { id } = await propose(server(), ada)
      const foreign = await eve.fails('agent.decide', { id, decision: 'allow' })
      const unknown = await eve.fails('agent.decide', { id: id.replace(/.$/, 'z'), decision: 'allow' })
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body])
      expect(foreign.body.code).toBe('not_found')
    })

    test('needs the password to allow what costs credits, ten times in a quarter of an hour; never to deny', async () => {
      const ada = await server().account()
      const caller = await withCapabilities(ada)
      const costly = { microCredits: 2_000_000, operation: 'images.generate' }
      const { id } = await propose(server(), ada, costly)
      const [item] = (await caller.ok('agent.approvals', {})).items
      expect(item).toMatchObject({ cost_credits: 2, is_password_required: true })
      const allow = { id, decision: 'allow' } as const
      expect((await caller.fails('agent.decide', allow)).body.code).toBe('failed_precondition')
      const wrong = await caller.fails('agent.decide', { ...allow, password: 'wrong' })
      expect(wrong.body).toEqual({ code: 'failed_precondition', error: 'The password is wrong. Nothing was decided.' })
      const right = { ...allow, password: 'correct horse battery' }
      expect((await caller.ok('agent.decide', right)).approval.state).toBe('allowed')
      const other = await propose(server(), ada, { ...costly, run: 'run_2' })
      for (let tried = 2; tried < 10; tried++)
        await caller.fails('agent.decide', { ...allow, id: other.id, password: 'wrong' })
      expect((await caller.fails('agent.decide', { ...right, id: other.id })).body.code).toBe('rate_limited')
      expect((await caller.ok('agent.decide', { id: other.id, decision: 'deny' })).approval.state).toBe('denied')
    })
  })

  describe('a pending approval', () => {
    test('is unread in the inbox until it is decided', async () => {
      const ada = await server().account()
      const caller = await withCapabilities(ada, ['agent', 'inbox'])
      const { id } = await propose(server(), ada)
      await settleBus(server())
      const item = { subject: 'Delete a note?', is_unread: true, link: '/approvals' }
      expect(await caller.ok('inbox.read', {})).toMatchObject({ items: [item], unread: 1 })
      await caller.ok('agent.decide', { id, decision: 'deny' })
      await settleBus(server())
      expect(await caller.ok('inbox.read', {})).toMatchObject({ items: [{ is_unread: false }], unread: 0 })
    })

    test('is a card on the page of approvals, counted in the header, and decided by a form', async () => {
      const ada = await server().account()
      const { id } = await propose(server(), ada)
      const visitor = await new TestVisitor(server().url).signIn(ada.username)
      const settings = await visitor.get('/settings')
      expect(settings.html).toContain('Approvals (1)')
      const page = await visitor.get('/approvals')
      expect(page.html).toContain('Tent &lt;b&gt;')
      expect(page.html).not.toContain('Tent <b>')
      const forged = await visitor.post('/approvals', { id, decision: 'once' })
      expect([forged.status, (await server().approvals.find(ada.id, id)).state]).toEqual([403, 'pending'])
      const { status, location } = await visitor.submit('/approvals', '/approvals', { id, decision: 'always' })
      expect([status, location]).toEqual([303, '/approvals?done=allow'])
      expect((await server().approvals.find(ada.id, id)).state).toBe('allowed')
      expect((await visitor.get('/settings')).html).not.toContain('Approvals (')
      const [rule] = await server().approvals.rules(ada.id)
      const revoked = await visitor.submit('/settings/rules', '/settings/rules/revoke', { rule: rule?.id ?? '' })
      expect([revoked.status, await server().approvals.rules(ada.id)]).toEqual([303, []])
    })

    test('that costs credits is not allowed by a form without the password', async () => {
      const ada = await server().account()
      const { id } = await propose(server(), ada, { microCredits: 1 })
      const visitor = await new TestVisitor(server().url).signIn(ada.username)
      const refused = await visitor.submit('/approvals', '/approvals', { id, decision: 'once' })
      expect([refused.status, refused.html.includes('Send the password')]).toEqual([400, true])
      const fields = { id, decision: 'once', password: 'correct horse battery' }
      expect((await visitor.submit('/approvals', '/approvals', fields)).status).toBe(303)
      const json = await visitor.postJson('/approvals', '/approvals/passkey', { id, response: {} })
      expect(json.status).toBe(400)
    })
  })
})
