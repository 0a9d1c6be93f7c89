import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { manualClock, systemClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { BudgetExhausted } from './budget-exhausted.ts'
import { setBudget } from './budget-limits.ts'
import { Budgets, type Plan } from './budgets.ts'
import type { Budget, Spender } from './types.ts'

const minute = 60_000

function budgetOf(rest: Partial<Budget>): Budget {
  const none = { maxTokens: undefined, maxMicroCredits: undefined, maxCalls: undefined }
  return { kind: 'account', subject: '', period: 'day', ...none, ...rest }
}

/** Plans to use this many tokens and micro-credits, and no less. */
function exactly(tokens: number, microCredits = 0): () => Plan {
  return () => ({ least: { tokens, microCredits, calls: 0 }, reserved: { tokens, microCredits, freeMicroCredits: 0 } })
}

function used(tokens: number, microCredits = 0, freeMicroCredits = 0) {
  const amounts = { tokens, microCredits, freeMicroCredits, estimatedTokens: 0, calls: 0 }
  return async () => ({ used: amounts, result: undefined })
}

async function stateOf(budgets: Budgets, accountId: string) {
  const [state] = (await budgets.booksOf(accountId)).states()
  return state
}

interface Planned {
  readonly agent: number
  readonly server: number
  readonly reserved: number
  /** The part of it that is used, in hundredths; undefined if the process dies, and the answer with it. */
  readonly share: number | undefined
  readonly waits: readonly [number, number]
}

const planned: fc.Arbitrary<Planned> = fc.record({
  agent: fc.nat(1),
  server: fc.nat(1),
  reserved: fc.integer({ min: 1, max: 60 }),
  share: fc.oneof({ weight: 9, arbitrary: fc.nat(100) }, { weight: 1, arbitrary: fc.constant(undefined) }),
  waits: fc.tuple(fc.nat(20), fc.nat(20)),
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Runs one answer. Resolves with the tokens it used; undefined if there was no room for it. */
async function run(budgets: Budgets, spender: Spender, { reserved, share, waits }: Planned) {
  await turns(waits[0])
  try {
    const held = await budgets.reserve(spender, minute, exactly(reserved))
    await turns(waits[1])
    if (share === undefined) return 0
    if (share === 0) await budgets.release(held)
    const tokens = Math.floor((reserved * share) / 100)
    if (share > 0) await budgets.settle(held, used(tokens))
    return tokens
  } catch (failure) {
    if (failure instanceof BudgetExhausted) return undefined
    throw failure
  }
}

async function hold(stores: readonly [Store, Store], answers: readonly Planned[]): Promise<void> {
  const [store] = stores
  const accountId = await fundedAccount(store, 1)
  const limits = { account: 700, agent: 400 }
  await setBudget(store, accountId, budgetOf({ maxTokens: limits.account }), 0)
  await setBudget(store, accountId, budgetOf({ kind: 'agent', subject: 'a0', maxTokens: limits.agent }), 0)
  const leaseClock = manualClock()
  const open = (of: Store, machine: string) =>
    new Budgets({ store: of, clock: systemClock, leaseClock, process: { machine, pid: process.pid } })
  const servers = [open(stores[0], 'one'), open(stores[1], 'two')] as const
  const agents = await Promise.all(
    answers.map(async (each) => {
      const tokens = await run(servers[each.server as 0 | 1], { accountId, agentId: `a${each.agent}` }, each)
      return { agent: each.agent, tokens: tokens ?? 0 }
    }),
  )
  const sumOf = (some: typeof agents) => some.reduce((sum, { tokens }) => sum + tokens, 0)
  const counted = await servers[0].booksOf(accountId)
  const [account, agent] = counted.states()
  expect(account?.used.tokens).toBe(sumOf(agents))
  expect(agent?.used.tokens).toBe(sumOf(agents.filter((each) => each.agent === 0)))
  expect(account?.used.tokens).toBeLessThanOrEqual(limits.account)
  expect(agent?.used.tokens).toBeLessThanOrEqual(limits.agent)

  // What died leaves no reservation behind.
  leaseClock.advance(minute)
  const left = (await servers[1].booksOf(accountId)).states().map(({ reserved }) => reserved.tokens)
  expect(left).toEqual([0, 0])
}

forEachDatabase((dialect, openTestStore, newDatabase) => {
  test('50 concurrent answers in two processes never use more than the budget of their account or agent', async () => {
    const settings = await newDatabase()
    const first = await openTestStore(settings)
    // A second process on one SQLite database is rejected.
    const second = dialect === 'sqlite' ? first : await openTestStore(settings)
    await fc.assert(
      fc.asyncProperty(fc.array(planned, { minLength: 50, maxLength: 50 }), (answers) =>
        hold([first, second], answers),
      ),
      { numRuns: dialect === 'sqlite' ? 2 : 1, endOnFailure: true },
    )
  }, 120_000)

  test('a budget that is lowered stops the next answer, and a second agent of the account goes on', async () => {
    const store = await openTestStore()
    const accountId = await fundedAccount(store, 1)
    const clock = manualClock('2026-11-26T10:00:00Z')
    const budgets = new Budgets({ store, clock })
    const one = { accountId, agentId: 'agent_1' }
    const budget = { kind: 'agent', subject: 'agent_1' } as const
    await setBudget(store, accountId, budgetOf({ ...budget, maxTokens: 1000 }), 0)
    const held = await budgets.reserve(one, minute, exactly(600))
    await setBudget(store, accountId, budgetOf({ ...budget, maxTokens: 500 }), 0)
    await budgets.settle(held, used(600))
    const refusal = await budgets.reserve(one, minute, exactly(1)).catch((failure: unknown) => failure)
    expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterS: 14 * 3600 })
    expect((refusal as Error).message).toContain('The daily budget of 500 tokens for this agent is used up')
    await budgets.release(await budgets.reserve({ accountId, agentId: 'agent_2' }, minute, exactly(600)))
    await budgets.release(await budgets.reserve({ accountId }, minute, exactly(600)))
  })

  test('days and months are those of the time zone, and moving it to the west does not repeat a day', async () => {
    const store = await openTestStore()
    const accountId = await fundedAccount(store, 1)
    const moveTo = (zone: string) =>
      store.run(store.sql('accounts').where({ id: accountId }).update({ time_zone: zone }))
    await moveTo('Pacific/Auckland')
    // The last hour of November there: midnight is at 11:00 UTC.
    const clock = manualClock('2026-11-30T10:00:00Z')
    const budgets = new Budgets({ store, clock, freeMicroCredits: 10 })
    for (const period of ['day', 'month'] as const)
      await setBudget(store, accountId, budgetOf({ period, maxTokens: 100 }), 0)
    const spend = async () =>
      budgets.settle(await budgets.reserve({ accountId }, minute, exactly(100)), used(100, 0, 10))
    await spend()
    await expect(spend()).rejects.toMatchObject({ retryAfterS: 3600 })
    clock.advance(3_600_000 - 1)
    await expect(spend()).rejects.toBeInstanceOf(BudgetExhausted)
    clock.advance(1)
    await spend()
    expect((await stateOf(budgets, accountId))?.endsMs).toBe(Date.parse('2026-12-01T11:00:00Z'))
    await moveTo('America/Los_Angeles')
    await expect(spend()).rejects.toBeInstanceOf(BudgetExhausted)
    let room: unknown
    await setBudget(store, accountId, budgetOf({ maxTokens: 1000 }), 0)
    await setBudget(store, accountId, budgetOf({ period: 'month', maxTokens: 1000 }), 0)
    const held = await budgets.reserve({ accountId }, minute, (left) => {
      room = left
      return exactly(1)()
    })
    expect(room).toEqual({ tokens: 900, microCredits: Number.POSITIVE_INFINITY, freeMicroCredits: 0 })
    await budgets.release(held)
  })

  test('the tokens of many accounts are those of the month that it is in the time zone of each', async () => {
    const store = await openTestStore()
    // Midnight in Auckland: there it is December, elsewhere November.
    const clock = manualClock('2026-11-30T10:59:59Z')
    const budgets = new Budgets({ store, clock })
    const spender = async (tokens: number, time_zone: string | null) => {
      const accountId = await fundedAccount(store, 1)
      await store.run(store.sql('accounts').where({ id: accountId }).update({ time_zone }))
      await budgets.settle(await budgets.reserve({ accountId }, minute, exactly(tokens)), used(tokens))
      return accountId
    }
    const [auckland, utc, other] = [
      await spender(1, 'Pacific/Auckland'),
      await spender(2, null),
      await spender(3, null),
    ]
    const none = await fundedAccount(store, 1)
    expect([...(await budgets.monthTokensOf([auckland, utc, none]))].sort()).toEqual(
      [
        [auckland, 1],
        [utc, 2],
      ].sort(),
    )
    clock.advance(1000)
    expect(await budgets.monthTokensOf([auckland, utc, other])).toEqual(
      new Map([
        [utc, 2],
        [other, 3],
      ]),
    )
  })

  test('the purge removes reservations that have expired, even of accounts that do nothing again', async () => {
    const store = await openTestStore()
    const leaseClock = manualClock()
    const budgets = new Budgets({ store, clock: systemClock, leaseClock })
    const accountId = await fundedAccount(store, 1)
    await budgets.reserve({ accountId }, minute, exactly(1))
    const { id } = await budgets.reserve({ accountId }, minute + 1, exactly(1))
    leaseClock.advance(minute)
    await budgets.purge()
    expect(await store.all(store.sql('budget_reservations').select('id'))).toEqual([{ id }])
  })

  test('calls are counted up to their limit, by token and account, and 50 at once are no more than that', async () => {
    const store = await openTestStore()
    const accountId = await fundedAccount(store, 1)
    const budgets = new Budgets({ store, clock: systemClock })
    await setBudget(store, accountId, budgetOf({ kind: 'token', subject: 't1', maxCalls: 20 }), 0)
    const made = await Promise.allSettled(
      Array.from({ length: 50 }, () => budgets.countCall({ accountId, tokenId: 't1' })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await budgets.countCall({ accountId, tokenId: 't2' })
    expect((await stateOf(budgets, accountId))?.used.calls).toBe(20)
  })
})
