import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { openDesk as openApprovalsDesk, use } from './fixtures/approvals-desk.ts'

forEachDatabase((_dialect, openTestStore) => {
  const openDesk = () => openApprovalsDesk(openTestStore)

  describe('a rule', () => {
    test('for this run allows the same object in this run only', async () => {
      const desk = await openDesk()
      const { approvals, account, proposed } = desk
      const { id } = await approvals.request(proposed())
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'run' })
      for (const _ of [1, 2, 3]) {
        const allowed = await approvals.request(proposed())
        expect(allowed.state).toBe('allowed')
        expect(await use(desk, allowed)).toBe(true)
      }
      expect((await approvals.request(proposed({ args: { title: 'Other' } }))).state).toBe('pending')
      expect((await approvals.request(proposed({ run: 'run_2' }))).state).toBe('pending')
    })

    test('that always counts is for one caller, until it is revoked', async () => {
      const desk = await openDesk()
      const { approvals, account, proposed } = desk
      const { id } = await approvals.request(proposed())
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'always' })
      const allowed = await approvals.request(proposed({ run: 'run_7' }))
      expect(allowed.state).toBe('allowed')
      expect((await approvals.request(proposed({ actor: { kind: 'work' } }))).state).toBe('pending')
      const [rule] = await approvals.rules(account)
      expect(rule).toMatchObject({ operation: 'notes.delete', object: '{"title":"Tent"}', run: undefined })
      await expect(approvals.revokeRule('account_other', rule?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
      await approvals.revokeRule(account, rule?.id ?? '')
      expect(await use(desk, allowed)).toBe(false)
      expect((await approvals.request(proposed({ run: 'run_8' }))).state).toBe('pending')
    })

    test.each(['run', 'always'] as const)(
      'for %s is never made of a call that costs credits or grants rights',
      async (scope) => {
        const desk = await openDesk()
        const { approvals, account, proposed } = desk
        const costly = [
          proposed({ operation: 'mail.send', args: { to: ['eve@example.org'], subject: 'a', body: 'b' } }),
          proposed({ microCredits: 1 }),
          proposed({ operation: 'groups.update', args: { id: 'group_1', action: 'add', account: 'eve' } }),
        ]
        for (const each of costly) {
          const { id } = await approvals.request(each)
          const decision = { accountId: account, id, decision: 'allow', scope } as const
          await expect(approvals.decide(decision)).rejects.toMatchObject({ code: 'invalid_argument' })
          expect((await approvals.find(account, id)).state).toBe('pending')
        }
      },
    )

    test('of a free call does not allow the same call at a price', async () => {
      const { approvals, account, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'always' })
      const args = { ...proposed(), run: 'run_2' }
      expect((await approvals.request(args)).state).toBe('allowed')
      expect((await approvals.request({ ...args, microCredits: 1 })).state).toBe('pending')
    })

    test('for a run needs a run', async () => {
      const { approvals, account, proposed } = await openDesk()
      const { id } = await approvals.request(proposed({ run: undefined }))
      const decision = { accountId: account, id, decision: 'allow', scope: 'run' } as const
      await expect(approvals.decide(decision)).rejects.toMatchObject({ code: 'invalid_argument' })
      expect((await approvals.find(account, id)).state).toBe('pending')
    })
  })
})
