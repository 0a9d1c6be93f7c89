import { describe, expect, test } from 'vitest'
import { withCapabilities } from '../../testing/asking.ts'
import { forOneServer, type TestServer } from '../../testing/server.ts'
import { TestVisitor } from '../../testing/visitor.ts'
import { propose } from './fixtures/propose.ts'

/** Delivers what is published, and what its subscribers publish. */
async function settleBus({ bus }: TestServer): Promise<void> {
  await bus.settle()
  await bus.settle()
}

forOneServer((server) => {
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
      expect([refused.status, refused.html.includes('the argument password')]).toEqual([400, true])
      const fields = { id, decision: 'once', password: 'correct horse battery' }
      expect((await visitor.submit('/approvals', '/approvals', fields)).status).toBe(303)
      const json = await visitor.postJson('/approvals', '/approvals/passkey', { id, response: {} })
      expect(json.status).toBe(400)
    })
  })
})
