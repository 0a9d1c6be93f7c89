import { describe, expect, test } from 'vitest'
import { withCapabilities } from '#testing/asking.ts'
import { forOneServer } from '#testing/server.ts'
import { propose } from '../fixtures/propose.ts'

forOneServer((server) => {
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
})
