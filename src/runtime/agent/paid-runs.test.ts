import { expect, test } from 'vitest'
import { agentWith, session } from '../../testing/agent-bench.ts'
import { forOneDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { modelsForTests } from '../../testing/model-bench.ts'
import { systemClock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { createLog } from '../base/log.ts'
import { setBudget } from '../budgets/budget-limits.ts'
import { Budgets } from '../budgets/budgets.ts'
import { ModelSpending } from '../budgets/model-spending.ts'
import { Ledger } from '../money/ledger.ts'

const { provider, bench } = await modelsForTests()
const funds = 1_000_000
const call = { name: 'call_tool', input: { name: 'notes_list', arguments: {} } }
const clerk = { id: 'agent_1', name: 'clerk', instructions: '', services: 'all' } as const

forOneDatabase((_dialect, openTestStore) => {
  /** An agent whose model costs a micro-credit for a token. */
  async function paidAgent({ charged = 0 } = {}) {
    const store = await openTestStore()
    const id = await fundedAccount(store, funds)
    const ledger = new Ledger({ store, clock: systemClock })
    const budgets = new Budgets({ store, clock: systemClock })
    const log = createLog({ logLevel: 'silent' })
    const spending = new ModelSpending({ budgets, ledger, prices: { input: 1, output: 1 }, log })
    const { models } = bench(provider.settings('openai'), { spending })
    const answered = { result: {}, charge: { charged, available: 0 } }
    const { ask, agent, events } = agentWith(models, () => answered)
    const caller = { ...session, account: { ...session.account, id } }
    const none = { maxMicroCredits: undefined, maxCalls: undefined }
    return {
      ...{ agent, events, ledger, accountId: id },
      ask: (prompt: string, rest: Parameters<typeof ask>[1] = {}) => ask(prompt, { caller, ...rest }),
      limit: (kind: 'account' | 'agent', subject: string, maxTokens: number) =>
        setBudget(store, id, { ...none, kind, subject, period: 'day', maxTokens }, 0),
      spent: async () => funds - (await ledger.balance(id)).balance,
    }
  }

  test('a run costs what its calls and the tokens of all its answers cost', async () => {
    const { ask, spent } = await paidAgent({ charged: 2000 })
    provider.script({ tools: [call] }, { text: 'Done.' })
    const { costCredits, calls } = await ask('List')
    // What the calls cost is not charged by this bench.
    expect([await spent(), costCredits * 1_000_000, calls[0]?.cost_credits]).toEqual([240, 2240, 0.002])
  })

  test('a run that reaches a budget ends with what it has, and says which budget it was', async () => {
    const { ask, limit } = await paidAgent()
    provider.script(() => {
      void limit('account', '', 100)
      return { text: 'Let me see.', tools: [call] }
    })
    const { text, calls, endedBecause } = await ask('List')
    expect([endedBecause, calls.length]).toEqual(['budget', 1])
    expect(text).toMatch(
      /^The run was stopped before it was finished\. The daily budget of 100 tokens for your account/,
    )
    expect(text).toContain('Its calls so far have been made')
  })

  test('a named agent that has used up its budget does not stop the others of the account', async () => {
    const { ask, limit } = await paidAgent()
    await limit('agent', clerk.id, 100)
    await expect(ask('Go', { agent: clerk })).resolves.toMatchObject({
      endedBecause: 'budget',
      text: expect.stringContaining('for this agent'),
    })
    await expect(ask('Go')).resolves.toMatchObject({ endedBecause: 'answered' })
    await expect(ask('Go', { agent: { ...clerk, id: 'agent_2' } })).resolves.toMatchObject({ endedBecause: 'answered' })
  })

  test('a run without the credits for an answer says so', async () => {
    const { ask, ledger, accountId } = await paidAgent()
    const rest = { accountId, operationId: 'notes.add', requestId: 'request_1' }
    await ledger.settle(await ledger.reserve({ ...rest, microCredits: funds - 10 }))
    await expect(ask('Go')).resolves.toMatchObject({
      endedBecause: 'budget',
      text: expect.stringContaining('can be spent'),
    })
  })

  test('a run that fails stays charged, and its error says how much', async () => {
    const { ask, agent, spent } = await paidAgent()
    provider.script({ tools: [call] }, { status: 400 }, { status: 400 })
    const failure = await ask('Go').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect((failure as ApiError).message).toContain('its cost of 0.00012 credits remains charged')
    expect(agent.doneBefore(failure).costCredits).toBe(0.00012)
    expect(await spent()).toBe(120)
  })
})
