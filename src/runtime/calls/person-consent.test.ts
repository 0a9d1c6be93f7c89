import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { grant, pipeline } from '#testing/pipeline.ts'
import { exampleArguments, standIns } from '#testing/stand-ins.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { createTokens } from '../accounts/tokens.ts'
import type { Approval, Proposed } from '../approvals/types.ts'
import { manualClock } from '../base/clock.ts'
import { createTaints } from '../policy/taints.ts'
import type { Program, Rule } from '../policy/types.ts'
import type { Store } from '../store/types.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { KnownCall } from './incoming.ts'
import { Consent, type ConsentOptions } from './person-consent.ts'
import type { CallsOptions } from './pipeline.ts'

const { account } = grant
const token: Caller = { kind: 'account', via: 'token', account, grant }
/** A token of an account that has set rules. */
const ruled: Caller = { ...token, grant: { ...grant, hasRules: true } }
const client: Program = { actor: { kind: 'mcp', id: 'token_1' }, accountId: account.id, credentialId: 'token_1' }
const agent: Caller = {
  ...{ kind: 'delegated', origin: 'agent', account, rights: undefined, credentialId: undefined },
  trust: { isTainted: false, chosen: [], spentMicroCredits: 0, run: 'run_1', actor: { kind: 'agent' } },
}

/** A pipeline whose handlers are seen, with a person who decides by changing `state`. */
function desk(rules?: readonly Rule[], others: Partial<CallsOptions> = {}) {
  const ran: [id: string, origin: string][] = []
  const tainted = new Set<string>()
  const proposed: Proposed[] = []
  const person = { state: 'pending' as Approval['state'], exists: false }
  const seen = Object.fromEntries(
    operations.map(({ id }) => [
      id,
      async (_args: unknown, ctx: Context) => {
        if (id === 'notes.add') await ctx.overwriting(async () => person.exists)
        if (id === 'images.update' && person.exists) await ctx.publishes()
        ran.push([id, ctx.origin])
        return {}
      },
    ]),
  )
  const consent: ConsentOptions = {
    taints: {
      has: async ({ credentialId }) => tainted.has(credentialId),
      add: async ({ credentialId }) => void tainted.add(credentialId),
    },
    approvals: {
      async request(wanted) {
        proposed.push(wanted)
        const { state } = person
        const isUsed = state === 'allowed'
        if (isUsed) person.state = 'expired'
        return { id: 'approval_1', digest: 'digest', state: isUsed ? 'used' : state } as Approval
      },
      use: async () => false,
    },
    ...(rules && { rulesOf: async () => rules }),
  }
  const store = { write: (work: (tx: never) => unknown) => work({} as never) } as unknown as Store
  const { calls } = pipeline(standIns(seen as never), operations, {
    consent,
    services: { store, clock: manualClock(), search: {} as never, log: {} as never },
    ...others,
  })
  const make = async (operationId: KnownCall['operationId'], by: Pick<KnownCall, 'program'> & { caller: Caller }) => {
    const args = exampleArguments(operationId)
    let { caller } = by
    // As the token is read with the request.
    if (caller.kind === 'account' && caller.via === 'token' && by.program && tainted.has(caller.grant.tokenId)) {
      caller = { ...caller, grant: { ...caller.grant, isTainted: true } }
    }
    const { error } = await calls.run({ operationId, args, requestId: 'request-1', ...by, caller } as KnownCall)
    return error?.code ?? 'done'
  }
  return { ran, tainted, proposed, person, make, calls }
}

describe('a call that needs approval', () => {
  test('is not made until a person allows it, then once, as their own', async () => {
    const { make, ran, person, proposed, calls } = desk()
    const asked = {
      operationId: 'notes.delete',
      args: { title: 'Rent' },
      requestId: 'request-1',
      caller: agent,
    } as const
    const { error } = await calls.run(asked)
    expect(error).toMatchObject({ code: 'approval_required', status: 403, approval: 'approval_1' })
    expect(proposed[0]).toMatchObject({ operation: 'notes.delete', args: { title: 'Rent' }, run: 'run_1' })
    expect(ran).toEqual([])
    person.state = 'allowed'
    expect(await make('notes.delete', { caller: agent })).toBe('done')
    expect(await make('notes.delete', { caller: agent })).toBe('approval_required')
    expect(ran).toEqual([['notes.delete', 'client']])
  })

  test('is refused once a person has denied it', async () => {
    const { make, person, ran } = desk()
    person.state = 'denied'
    expect(await make('notes.delete', { caller: agent })).toBe('permission_denied')
    expect(ran).toEqual([])
  })

  test('is one that replaces a record, after text by others was read, and none that makes a new one', async () => {
    const { make, tainted, person, ran } = desk()
    tainted.add(client.credentialId)
    expect(await make('notes.add', { caller: token, program: client })).toBe('done')
    person.exists = true
    expect(await make('notes.add', { caller: token, program: client })).toBe('approval_required')
    expect(await make('notes.add', { caller: token })).toBe('done')
    expect(ran).toHaveLength(2)
  })

  test('and may replace a record says so, so that it replaces one without another question', async () => {
    const { make, tainted, person, ran, proposed } = desk([{ decision: 'ask', operation: 'notes.add' }])
    tainted.add(client.credentialId)
    person.exists = true
    const by = { caller: ruled, program: client }
    expect(await make('notes.add', by)).toBe('approval_required')
    expect(proposed[0]?.reason).toContain('replaces the existing record')
    person.state = 'allowed'
    expect(await make('notes.add', by)).toBe('done')
    expect(ran).toHaveLength(1)
  })

  test.each(['agent.ask', 'work.submit', 'agent.decide'] as const)(
    'is never %s: a run neither starts runs nor decides',
    async (id) => {
      const { make, proposed } = desk()
      expect(await make(id, { caller: agent })).toBe('permission_denied')
      expect(proposed).toEqual([])
    },
  )
})

describe('a program that obeys what it reads', () => {
  test('needs approval to act once its credential has got text by others, and not before', async () => {
    const { make, tainted } = desk()
    const by = { caller: token, program: client }
    expect(await make('tasks.list', by)).toBe('done')
    expect(await make('chat.send', by)).toBe('done')
    expect(tainted.size).toBe(0)
    expect(await make('news.headlines', by)).toBe('done')
    expect([...tainted]).toEqual(['token_1'])
    expect(await make('chat.send', by)).toBe('approval_required')
    expect(await make('tasks.create', by)).toBe('done')
    expect(await make('chat.send', { caller: token })).toBe('done')
  })

  test('is also tainted by what it reads anonymously', async () => {
    const { make, tainted } = desk()
    await make('news.headlines', { caller: { kind: 'anonymous' }, program: { ...client, credentialId: 'app_1' } })
    expect([...tainted]).toEqual(['app_1'])
  })

  test('is tainted by a result that its payment has paid for before, and learns whose text it is', async () => {
    const x402 = {
      read: async () => ({}),
      begin: async () => ({ answer: '{"text":"By a stranger"}', receipt: {} }),
    } as unknown as CallsOptions['x402']
    const { calls, tainted, ran } = desk(undefined, { x402 })
    const outcome = await calls.run({
      ...{ operationId: 'browser.read', args: { url: 'https://shop.example/' }, requestId: 'request-1' },
      ...{ caller: { kind: 'anonymous' }, program: client, payment: {} as never },
    })
    expect(outcome).toMatchObject({ result: { text: 'By a stranger' }, isReplay: true, hasForeignText: true })
    expect([...tainted]).toEqual(['token_1'])
    expect(ran).toEqual([])
  })
})

test('a rule about publishing counts for a change of a record that is public, and not for a private one', async () => {
  const { make, person, ran } = desk([{ decision: 'deny', effect: 'publishes' }])
  expect(await make('images.update', { caller: ruled })).toBe('done')
  person.exists = true
  expect(await make('images.update', { caller: ruled })).toBe('permission_denied')
  expect(ran).toHaveLength(1)
})

test('a rule about replacing records counts for all callers with rules, where there is one to replace', async () => {
  const asking = desk([{ decision: 'ask', effect: 'overwrites own' }])
  expect(await asking.make('notes.add', { caller: agent })).toBe('done')
  asking.person.exists = true
  expect(await asking.make('notes.add', { caller: agent })).toBe('approval_required')
  expect(asking.ran).toHaveLength(1)
  const denying = desk([{ decision: 'deny', effect: 'overwrites own' }])
  denying.person.exists = true
  expect(await denying.make('notes.add', { caller: ruled })).toBe('permission_denied')
  expect(await denying.make('notes.add', { caller: token })).toBe('done')
})

test('a rule of the account limits an ordinary token, and without rules its rights decide', async () => {
  const { make } = desk([{ decision: 'deny', operation: 'chat.send' }])
  expect(await make('chat.send', { caller: ruled })).toBe('permission_denied')
  expect(await make('tasks.create', { caller: ruled })).toBe('done')
  expect(await desk().make('chat.send', { caller: token })).toBe('done')
})

forEachDatabase((_dialect, openTestStore) => {
  test('a taint lasts until a person clears it or the token is revoked, for one account', async () => {
    const store = await openTestStore()
    const clock = manualClock()
    const accounts = createAccounts({ store, clock, namespacedTables: [], hash: async () => 'none' })
    const tokens = createTokens({ store, clock, services: ['notes'] })
    const taints = createTaints({ store, clock })
    const [ada, eve] = [
      (await accounts.create({ username: 'adal', password: 'correct horse battery' })).id,
      (await accounts.create({ username: 'evel', password: 'correct horse battery' })).id,
    ]
    const { token: made } = await tokens.create(ada, { scope: { services: ['notes'] } })
    const program = (credentialId: string, accountId = ada): Program => ({
      actor: { kind: 'mcp' },
      accountId,
      credentialId,
    })
    for (const id of [made.id, 'app_1', 'app_1']) await taints.add(program(id))
    expect(await taints.has(program(made.id))).toBe(true)
    expect(await taints.has(program('app_1', eve))).toBe(false)
    await taints.clear(eve, 'app_1')
    expect((await taints.list(ada)).map(({ credentialId }) => credentialId).sort()).toEqual(['app_1', made.id].sort())
    await taints.clear(ada, 'app_1')
    await tokens.revoke(made.id)
    expect(await taints.list(ada)).toEqual([])
  })
})

test('a call that nobody can be asked about says who can make it', async () => {
  const consent = new Consent({ taints: {} as never })
  const operation = operations.find(({ id }) => id === 'notes.delete') as (typeof operations)[number]
  const call = { operation, caller: agent, credentialId: undefined, approved: () => {} }
  const refused = consent.approve(call, { title: 'Tent' }, { kind: 'ask', reason: 'It deletes a note.' })
  await expect(refused).rejects.toThrow('Let the owner of the account make the call')
})
