import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { approvalMs, maxEnded, maxPendingPerRun, type StoreApprovals } from './approvals.ts'
import { openDesk as openApprovalsDesk, use } from './fixtures/approvals-desk.ts'
import type { ApprovalState } from './types.ts'

forEachDatabase((_dialect, openTestStore) => {
  const openDesk = () => openApprovalsDesk(openTestStore)

  describe('an approval', () => {
    test('is one card for repeated requests, in any order of the arguments and in any process', async () => {
      const desk = await openDesk()
      const { approvals, other, proposed } = desk
      const args = { a: 1, b: { c: 'x', d: [1, 2] } }
      const first = await approvals.request(proposed({ args }))
      const again = await other.request(proposed({ args: { b: { d: [1, 2], c: 'x' }, a: 1 } }))
      expect(again).toEqual(first)
      const both = await Promise.all([
        approvals.request(proposed({ run: 'run_2' })),
        other.request(proposed({ run: 'run_2' })),
      ])
      expect(both[0]).toEqual(both[1])
      expect(await desk.topics()).toEqual(['approvals.requested', 'approvals.requested'])
    })

    test('is another one for other arguments, another run, another caller and another operation', async () => {
      const { approvals, proposed } = await openDesk()
      const base = await approvals.request(proposed())
      const others = [
        proposed({ args: { title: 'Tents' } }),
        proposed({ run: 'run_2' }),
        proposed({ actor: { kind: 'agent', id: 'agent_2' } }),
        proposed({ actor: { kind: 'work' } }),
        proposed({ operation: 'docs.delete' }),
      ]
      const digests = new Set([base.digest])
      for (const each of others) digests.add((await approvals.request(each)).digest)
      expect(digests.size).toBe(1 + others.length)
    })

    test('is used once, only for its arguments and only after it was allowed', async () => {
      const desk = await openDesk()
      const { approvals, account, proposed } = desk
      const { id, digest } = await approvals.request(proposed())
      expect(await use(desk, { id, digest })).toBe(false)
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'once' })
      expect((await approvals.request(proposed())).state).toBe('allowed')
      const changed = await approvals.request(proposed({ args: { title: 'Other' } }))
      expect(await use(desk, { id, digest: changed.digest })).toBe(false)
      const uses = await Promise.all([use(desk, { id, digest }), use(desk, { id, digest })])
      expect(uses.filter(Boolean)).toEqual([true])
      expect(await use(desk, { id, digest })).toBe(false)
      expect((await approvals.find(account, id)).state).toBe('used')
      expect((await approvals.request(proposed())).id).not.toBe(id)
    })

    test('is not used by a call whose transaction is undone', async () => {
      const desk = await openDesk()
      const { store, approvals, account, proposed } = desk
      const { id, digest } = await approvals.request(proposed())
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'once' })
      const undone = store.write(async (tx) => {
        expect(await approvals.use(tx, id, digest)).toBe(true)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await use(desk, { id, digest })).toBe(true)
    })

    test('is decided once: of concurrent decisions the first counts', async () => {
      const { approvals, other, account, proposed, topics } = await openDesk()
      const { id } = await approvals.request(proposed())
      const decide = (from: StoreApprovals, decision: 'allow' | 'deny') =>
        from.decide({ accountId: account, id, decision, scope: 'once' })
      const ends = await Promise.allSettled([decide(approvals, 'allow'), decide(other, 'deny')])
      const failed = ends.filter((end) => end.status === 'rejected')
      expect(failed.map(({ reason }) => reason.code)).toEqual(['conflict'])
      expect(await topics()).toEqual(['approvals.requested', 'approvals.ended'])
    })

    test('of another account does not exist', async () => {
      const { approvals, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      const decision = { accountId: 'account_other', id, decision: 'allow', scope: 'once' } as const
      await expect(approvals.decide(decision)).rejects.toMatchObject({ code: 'not_found' })
      await expect(approvals.find('account_other', id)).rejects.toMatchObject({ code: 'not_found' })
      expect((await approvals.list('account_other', undefined, { offset: 0, limit: 9 })).total).toBe(0)
    })

    test('expires by its job, and can then neither be decided nor used', async () => {
      const desk = await openDesk()
      const { approvals, account, clock, proposed } = desk
      const { id } = await approvals.request(proposed())
      clock.advance(approvalMs - 1)
      await desk.settle()
      expect((await approvals.find(account, id)).state).toBe('pending')
      clock.advance(1)
      const decision = { accountId: account, id, decision: 'allow', scope: 'once' } as const
      await expect(approvals.decide(decision)).rejects.toMatchObject({ code: 'conflict' })
      await desk.settle()
      expect(await desk.topics()).toEqual(['approvals.requested', 'approvals.ended'])
      expect((await approvals.request(proposed())).id).not.toBe(id)
    })

    test('is asked about again when nobody decided, even before its job has run', async () => {
      const { approvals, clock, proposed, topics } = await openDesk()
      const { id } = await approvals.request(proposed())
      clock.advance(approvalMs)
      const again = await approvals.request(proposed())
      expect([again.state, again.id === id]).toEqual(['pending', false])
      expect(await topics()).toEqual(['approvals.requested', 'approvals.ended', 'approvals.requested'])
    })

    test('that was allowed counts for 15 minutes', async () => {
      const desk = await openDesk()
      const { approvals, account, clock, proposed } = desk
      const { id, digest } = await approvals.request(proposed())
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'once' })
      clock.advance(approvalMs)
      expect(await use(desk, { id, digest })).toBe(false)
      expect((await approvals.request(proposed())).state).toBe('pending')
    })

    test('that was allowed and not used in time is listed as expired', async () => {
      const { approvals, account, clock, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'once' })
      const listed = async (state: ApprovalState) =>
        (await approvals.list(account, state, { offset: 0, limit: 9 })).approvals.map((each) => [each.id, each.state])
      expect([await listed('allowed'), await listed('expired')]).toEqual([[[id, 'allowed']], []])
      clock.advance(approvalMs)
      expect([await listed('allowed'), await listed('expired')]).toEqual([[], [[id, 'expired']]])
    })

    test('that was denied is not asked about again for 15 minutes', async () => {
      const { approvals, account, clock, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      await approvals.decide({ accountId: account, id, decision: 'deny', scope: 'once' })
      expect(await approvals.request(proposed())).toMatchObject({ id, state: 'denied' })
      clock.advance(approvalMs)
      expect((await approvals.request(proposed())).state).toBe('pending')
    })

    test('is waited for across processes, until it is decided or has expired', async () => {
      const desk = await openDesk()
      const { approvals, other, account, clock, proposed } = desk
      const { signal } = new AbortController()
      const ends = []
      for (const decision of ['allow', 'deny'] as const) {
        const { id } = await approvals.request(proposed({ args: { title: decision } }))
        ends.push(approvals.decided(id, signal))
        await other.decide({ accountId: account, id, decision, scope: 'once' })
      }
      const { id } = await approvals.request(proposed())
      ends.push(approvals.decided(id, signal))
      clock.advance(approvalMs)
      await desk.settle()
      expect(await Promise.all(ends)).toEqual(['allowed', 'denied', 'expired'])
      // Without a signal, those who wait would notice only when they look again.
      expect(desk.sent).toEqual(['approvals', 'approvals', 'approvals'])
    })

    test('is no longer waited for when the signal aborts', async () => {
      const { approvals, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      const controller = new AbortController()
      const waiting = approvals.decided(id, controller.signal)
      controller.abort(new Error('client gone'))
      await expect(waiting).rejects.toThrow('client gone')
    })

    test('has arguments of at most 64 KiB', async () => {
      const { approvals, proposed } = await openDesk()
      const most = 'x'.repeat(65_536 - '{"text":""}'.length)
      expect((await approvals.request(proposed({ args: { text: most } }))).state).toBe('pending')
      const more = approvals.request(proposed({ args: { text: `${most}x` } }))
      await expect(more).rejects.toMatchObject({ code: 'too_large' })
    })

    test('is deleted with its account, and then counts as expired for those who wait', async () => {
      const { store, approvals, account, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      await store.run(store.sql('accounts').where({ id: account }).delete())
      expect(await store.all(store.sql('approvals').select('id'))).toEqual([])
      expect(await approvals.decided(id, new AbortController().signal)).toBe('expired')
    })

    test('that has ended keeps no arguments, and of a run that nothing went on with no state after a day', async () => {
      const desk = await openDesk()
      const { store, approvals, account, clock, proposed } = desk
      const decision = { accountId: account, scope: 'once' } as const
      const ids: string[] = []
      for (const title of ['used', 'denied', 'expired', 'allowed']) {
        const { id, digest } = await approvals.request(proposed({ args: { title } }))
        await approvals.park(id, 'tests 1', { messages: [] })
        if (title === 'denied') await approvals.decide({ ...decision, id, decision: 'deny' })
        if (title === 'used' || title === 'allowed') await approvals.decide({ ...decision, id, decision: 'allow' })
        if (title === 'used') await use(desk, { id, digest })
        ids.push(id)
      }
      clock.advance(approvalMs)
      await desk.settle()
      const given = async () => Promise.all(ids.map(async (id) => (await approvals.find(account, id)).args))
      expect(await given()).toEqual([{}, {}, {}, { title: 'allowed' }])
      clock.advance(86_400_000)
      await approvals.purge(new AbortController().signal)
      expect((await given()).at(-1)).toEqual({})
      for (const id of ids) expect(await approvals.waiting(id)).toBeUndefined()
      expect(await store.all(store.sql('approvals').select('id'))).toHaveLength(ids.length)
    })

    test('that has ended is deleted once there are a thousand newer ones', async () => {
      const { store, approvals, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      const [row] = await store.all<Record<string, unknown>>(store.sql('approvals').select('*'))
      await store.run(store.sql('approvals').where({ id }).delete())
      const idOf = (n: number) => `approval_${String(n).padStart(26, '0')}`
      await store.write(async (tx) => {
        for (let n = 0; n <= maxEnded + 1; n++) {
          const copy = { ...row, id: idOf(n), digest: `${n}`, state: n === 0 ? 'pending' : 'used' }
          await tx.run(tx.sql('approvals').insert(copy))
        }
      })
      await approvals.request(proposed({ run: 'run_2' }))
      const left = await store.all<{ id: string }>(store.sql('approvals').select('id').orderBy('id').limit(2))
      expect(left.map((each) => each.id)).toEqual([idOf(0), idOf(2)])
    })

    test('of a run ends with it, and no other', async () => {
      const desk = await openDesk()
      const { approvals, account, proposed } = desk
      const pending = await approvals.request(proposed())
      const other = await approvals.request(proposed({ run: 'run_2' }))
      await approvals.endRun(account, 'run_1')
      await approvals.endRun(account, 'run_1')
      const states = [pending, other].map(async ({ id }) => (await approvals.find(account, id)).state)
      expect(await Promise.all(states)).toEqual(['expired', 'pending'])
      expect(await desk.topics()).toEqual(['approvals.requested', 'approvals.requested', 'approvals.ended'])
    })

    test('of a run ends with it although it was allowed, and so do the rules of that run', async () => {
      const { approvals, account, proposed } = await openDesk()
      const decision = { accountId: account, decision: 'allow' } as const
      const [first, second] = [await approvals.request(proposed()), await approvals.request(proposed({ run: 'run_2' }))]
      await approvals.decide({ ...decision, id: first.id, scope: 'run' })
      await approvals.decide({ ...decision, id: second.id, scope: 'run' })
      await approvals.endRun(account, 'run_1')
      const states = [first, second].map(async ({ id }) => (await approvals.find(account, id)).state)
      expect(await Promise.all(states)).toEqual(['expired', 'allowed'])
      expect((await approvals.rules(account)).map(({ run }) => run)).toEqual(['run_2'])
    })

    test('says who asks by the name of the token', async () => {
      const { store, approvals, account, proposed } = await openDesk()
      const token = {
        id: `token_${account}`,
        account_id: account,
        name: 'Laptop',
        secret_sha256: account,
        created_at: 1,
      }
      await store.run(store.sql('tokens').insert(token))
      const actor = { kind: 'mcp', id: token.id } as const
      expect((await approvals.request(proposed({ actor }))).actor).toEqual({ ...actor, name: 'Laptop' })
    })

    test('is deleted after 30 days', async () => {
      const { store, approvals, clock, proposed } = await openDesk()
      await approvals.request(proposed())
      clock.advance(30 * 86_400_000)
      await approvals.purge(new AbortController().signal)
      expect(await store.all(store.sql('approvals').select('id'))).toHaveLength(1)
      clock.advance(1)
      await approvals.purge(new AbortController().signal)
      expect(await store.all(store.sql('approvals').select('id'))).toEqual([])
    })
  })

  describe('pending approvals', () => {
    test('are at most five for a run, also for concurrent requests; repeated asking does not count', async () => {
      const { approvals, other, account, proposed } = await openDesk()
      const requests = Array.from({ length: maxPendingPerRun + 3 }, (_, n) =>
        (n % 2 === 0 ? approvals : other).request(proposed({ args: { title: `${n}` } })),
      )
      const ends = await Promise.allSettled(requests)
      const failed = ends.filter((end) => end.status === 'rejected')
      expect(failed.map(({ reason }) => reason.code)).toEqual(Array(3).fill('rate_limited'))
      expect(await approvals.countPending(account)).toBe(maxPendingPerRun)
      const [made] = ends.filter((end) => end.status === 'fulfilled')
      expect((await approvals.request(proposed({ args: made?.value.args ?? {} }))).id).toBe(made?.value.id)
      expect((await approvals.request(proposed({ run: 'run_2' }))).state).toBe('pending')
    })

    test('are at most five for a caller without a run', async () => {
      const { approvals, proposed } = await openDesk()
      const by = (id: string, n: number) =>
        proposed({ actor: { kind: 'token', id }, run: undefined, args: { title: `${n}` } })
      for (let n = 0; n < maxPendingPerRun; n++) await approvals.request(by('token_1', n))
      // A program cannot decide, and gets an error that says who can.
      const message = expect.stringContaining('The owner of the account can decide them at /approvals')
      await expect(approvals.request(by('token_1', 9))).rejects.toMatchObject({ code: 'rate_limited', message })
      expect((await approvals.request(by('token_2', 9))).state).toBe('pending')
    })
  })

  describe('a run that waits', () => {
    test('is resumed by one process, with its state', async () => {
      const { approvals, other, account, proposed, store } = await openDesk()
      const { id } = await approvals.request(proposed())
      expect(await approvals.park(id, 'tests 1', { messages: ['so far'] })).toBe(true)
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'once' })
      const rows = await store.all<{ payload: string }>(
        store.sql('bus_announcements').select('payload').where({ topic: 'approvals.ended' }),
      )
      expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({ id, state: 'allowed', waiting: 'tests 1' })
      expect(await other.waiting(id)).toEqual({ messages: ['so far'] })
      expect(await other.isWaiting(account, 'tests 1')).toBe(true)
      expect(await other.isWaiting('account_other', 'tests 1')).toBe(false)
      const resumed = await Promise.all([approvals.resume(id), other.resume(id)])
      expect(resumed.filter(Boolean)).toEqual([true])
      expect(await other.waiting(id)).toBeUndefined()
      expect(await other.isWaiting(account, 'tests 1')).toBe(false)
      expect(await approvals.park(id, 'tests 1', {})).toBe(false)
    })

    test.each(['allow', 'deny'] as const)(
      'is not stored after the decision to %s, which resumes it',
      async (decision) => {
        const { approvals, account, proposed } = await openDesk()
        const { id } = await approvals.request(proposed())
        await approvals.decide({ accountId: account, id, decision, scope: 'once' })
        expect(await approvals.park(id, 'tests 1', {})).toBe(false)
        expect(await approvals.isWaiting(account, 'tests 1')).toBe(false)
      },
    )

    test('is not stored beyond a megabyte', async () => {
      const { approvals, proposed } = await openDesk()
      const { id } = await approvals.request(proposed())
      expect(await approvals.park(id, 'tests 1', 'x'.repeat(1_048_576))).toBe(false)
      expect(await approvals.waiting(id)).toBeUndefined()
    })
  })
})
