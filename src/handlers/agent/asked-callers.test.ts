import { describe, expect, test } from 'vitest'
import type { Actor } from '#runtime/approvals/types.ts'
import type { Delegate } from '#runtime/calls/caller.ts'
import { createTaints } from '#runtime/policy/taints.ts'
import { withCapabilities } from '../../testing/asking.ts'
import { forOneServer, type TestAccount } from '../../testing/server.ts'

forOneServer((server) => {
  /** A program that has read text by others, and whose calls nobody can be asked about while they run. */
  function program({ id, username }: TestAccount, actorId = 'app_1') {
    const account = { id, username, isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' }
    const actor: Actor = { kind: 'app', id: actorId, name: 'Planner' }
    const caller: Delegate = {
      ...{ kind: 'delegated', origin: 'app', account, rights: undefined, credentialId: actorId },
      trust: { isTainted: true, chosen: [], spentMicroCredits: 0, actor },
    }
    return {
      share: (args: { id: string; public: boolean }, key?: string) =>
        server().calls.run({ operationId: 'files.share', args, caller, key, requestId: 'request_1' }),
    }
  }

  async function world() {
    const ada = await server().account()
    const person = await withCapabilities(ada)
    const { id } = await ada.ok('files.put', { name: 'plan.txt', content: 'x' })
    const before = await server().ledger.balance(ada.id)
    const isPublic = async () => (await ada.ok('files.list', {})).items.some((file) => file.id === id && file.public)
    return { ada, app: program(ada), person, args: { id, public: true }, before, isPublic }
  }

  describe('a program that cannot ask a person', () => {
    test('gets approval_required with the id, is not charged, and runs once with the same key after the decision', async () => {
      const { ada, app, person, args, before, isPublic } = await world()
      const first = await app.share(args, 'key-1')
      expect(first.error).toMatchObject({ code: 'approval_required', status: 403 })
      const id = first.error?.approval as string
      const again = await app.share(args, 'key-1')
      expect(again.error?.approval).toBe(id)
      expect([await isPublic(), (await server().ledger.balance(ada.id)).available]).toEqual([false, before.available])
      await person.ok('agent.decide', { id, decision: 'allow' })
      const done = await app.share(args, 'key-1')
      expect([done.error, await isPublic()]).toEqual([undefined, true])
      const repeated = await app.share(args, 'key-1')
      expect([repeated.error, repeated.error ? undefined : repeated.isReplay]).toEqual([undefined, true])
      expect((await server().approvals.find(ada.id, id)).state).toBe('used')
      const other = await app.share(args, 'key-2')
      expect(other.error?.approval).not.toBe(id)
    })

    test('without a key uses the approval once, by the same credential and with the same arguments only', async () => {
      const { ada, app, person, args, isPublic } = await world()
      const id = (await app.share(args)).error?.approval as string
      await person.ok('agent.decide', { id, decision: 'allow' })
      const changed = await app.share({ ...args, id: args.id.slice(0, -1) + (args.id.endsWith('z') ? 'y' : 'z') })
      const stranger = await program(ada, 'app_2').share(args)
      for (const { error } of [changed, stranger]) expect(error?.code).toBe('approval_required')
      expect(await isPublic()).toBe(false)
      const ends = await Promise.all([app.share(args), app.share(args), app.share(args)])
      expect(ends.filter(({ error }) => error === undefined)).toHaveLength(1)
      expect(await isPublic()).toBe(true)
    })

    test('is refused once a person has denied the call', async () => {
      const { app, person, args } = await world()
      const id = (await app.share(args)).error?.approval as string
      await person.ok('agent.decide', { id, decision: 'deny' })
      expect((await app.share(args)).error?.code).toBe('permission_denied')
    })

    test('can propose neither a decision nor a run of the agent', async () => {
      const { ada, args, app } = await world()
      const id = (await app.share(args)).error?.approval as string
      const proposals = ['agent.decide', 'agent.ask', 'work.submit'].map((operation) =>
        server().approvals.request({
          ...{ accountId: ada.id, operation, args: { id, decision: 'allow', prompt: 'x' }, actor: { kind: 'app' } },
          ...{ reason: 'Text by others was read.', microCredits: 0 },
        }),
      )
      const codes = (await Promise.allSettled(proposals)).map((end) => end.status === 'rejected' && end.reason.code)
      expect(codes).toEqual(['permission_denied', 'permission_denied', 'permission_denied'])
    })
  })
  describe('a token whose program has read text by others at the machine endpoint', () => {
    test('is asked about at every door, pays nothing unasked, and cannot decide about its own calls', async () => {
      const ada = await server().account()
      const client = await ada.withToken({
        scope: { services: 'all', capabilities: ['agent'] },
        ...{ name: 'Coding client', actions: true },
      })
      const { id } = await client.ok('files.put', { name: 'plan.txt', content: 'x' })
      expect(await client.ok('files.share', { id, public: false })).toBeDefined()
      const { store, clock } = server()
      const row = await store.get<{ id: string }>(store.sql('tokens').select('id').where({ name: 'Coding client' }))
      const { id: credentialId } = row as { id: string }
      await createTaints({ store, clock }).add({
        ...{ actor: { kind: 'mcp', id: credentialId }, accountId: ada.id, credentialId },
      })
      const asked = await client.fails('files.share', { id, public: true })
      expect([asked.status, asked.body.code]).toEqual([403, 'approval_required'])
      const priced = await client.fails('places.nearby', { near: 'Camden Town', query: 'cafe' })
      expect(priced.body.code).toBe('approval_required')
      const decided = await client.fails('agent.decide', {
        id: String(Reflect.get(asked.body, 'approval')),
        decision: 'allow',
      })
      expect([decided.status, decided.body.code]).toEqual([403, 'permission_denied'])
      // Another token of the same account is unaffected.
      expect(await ada.ok('files.share', { id, public: true })).toBeDefined()
    })
  })
})
