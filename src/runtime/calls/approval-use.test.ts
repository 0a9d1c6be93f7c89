import { beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { grant, pipeline } from '#testing/pipeline.ts'
import { exampleArguments, standIns } from '#testing/stand-ins.ts'
import { type Desk, openDesk } from '../approvals/fixtures/approvals-desk.ts'
import { ApiError } from '../base/errors.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'

const refused = new ApiError('failed_precondition', 'The note is open elsewhere.')

forEachDatabase((_dialect, openTestStore) => {
  let desk: Desk
  let changes: number
  let handler: (ctx: Context) => Promise<unknown>
  beforeEach(async () => {
    desk = await openDesk(openTestStore)
    changes = 0
    handler = (ctx) => change(ctx)
  })

  async function change(ctx: Context, failure?: Error) {
    await ctx.store.write(async (tx) => {
      await tx.run(tx.sql('accounts').where({ id: desk.account }).update({ updated_at: 1 }))
      tx.afterCommit(() => {
        changes += 1
      })
      if (failure) throw failure
    })
    return {}
  }

  function createCalls() {
    const handle = (_args: unknown, ctx: Context) => handler(ctx)
    const { calls } = pipeline(standIns({ 'notes.delete': handle, 'sms.send': handle } as never), operations, {
      consent: {
        taints: { has: async () => false, add: async () => undefined },
        approvals: desk.approvals,
        changesElsewhere: new Set(['sms.send']),
      },
      services: { ...desk, search: {} as never, log: {} as never },
      usesCredits: false,
    })
    const account = { ...grant.account, id: desk.account }
    const trust = {
      isTainted: false,
      chosen: [],
      spentMicroCredits: 0,
      run: 'run_1',
      actor: { kind: 'agent' },
    } as const
    const caller: Caller = {
      ...{ kind: 'delegated', origin: 'agent', account, rights: undefined, credentialId: undefined, trust },
    }
    const args = { 'notes.delete': { title: 'Rent' }, 'sms.send': exampleArguments('sms.send') }
    return async (operationId: keyof typeof args) => {
      const call = { operationId, args: args[operationId], requestId: 'request-1', caller }
      const { error } = await calls.run(call as never)
      return error?.code ?? 'done'
    }
  }

  async function state(): Promise<string | undefined> {
    const { approvals } = await desk.approvals.list(desk.account, undefined, { offset: 0, limit: 1 })
    return approvals[0]?.state
  }

  /** A call that a person has allowed. */
  async function allowed(operationId: 'notes.delete' | 'sms.send') {
    const make = createCalls()
    expect(await make(operationId)).toBe('approval_required')
    const [approval] = (await desk.approvals.list(desk.account, 'pending', { offset: 0, limit: 1 })).approvals
    await desk.approvals.decide({ accountId: desk.account, id: `${approval?.id}`, decision: 'allow', scope: 'once' })
    return () => make(operationId)
  }

  describe('an approval', () => {
    test('is used with the change that it allows, and can be used again after that was undone', async () => {
      const make = await allowed('notes.delete')
      handler = (ctx) => change(ctx, refused)
      expect(await make()).toBe('failed_precondition')
      expect(await state()).toBe('allowed')
      handler = () => Promise.reject(refused)
      expect(await make()).toBe('failed_precondition')
      expect(await state()).toBe('allowed')
      handler = change
      expect(await make()).toBe('done')
      expect(await state()).toBe('used')
      expect(await make()).toBe('approval_required')
      expect(changes).toBe(1)
    })

    test('allows one of several concurrent calls, and what the others changed is undone', async () => {
      const make = await allowed('notes.delete')
      const outcomes = await Promise.all([make(), make(), make()])
      expect(outcomes.sort()).toEqual(['approval_required', 'approval_required', 'done'])
      expect(changes).toBe(1)
    })

    test('is used by a call that had nothing to change', async () => {
      const make = await allowed('notes.delete')
      handler = async () => ({})
      expect(await make()).toBe('done')
      expect(await state()).toBe('used')
    })

    test('is used before a call that acts outside the database, even if that fails', async () => {
      const make = await allowed('sms.send')
      let seen: string | undefined
      handler = async () => {
        seen = await state()
        throw refused
      }
      expect(await make()).toBe('failed_precondition')
      expect([seen, await state()]).toEqual(['used', 'used'])
    })
  })
})
