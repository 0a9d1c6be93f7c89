import { describe, expect, test, vi } from 'vitest'
import { forEachDatabase, forOneDatabase, type OpenTestStore } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { modelsForTests } from '../../testing/model-bench.ts'
import type { Scripted } from '../../testing/model-provider/index.ts'
import { systemClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { Ledger } from '../money/ledger.ts'
import { setBudget } from './budget-limits.ts'
import { Budgets } from './budgets.ts'
import { ModelSpending } from './model-spending.ts'

const { provider, bench } = await modelsForTests()
const funds = 1_000_000
const prices = { input: 2, output: 10 }

/** Models whose tokens an account pays for. */
async function paidModels(openTestStore: OpenTestStore, { freeMicroCredits = 0, env = {} } = {}) {
  const store = await openTestStore()
  const accountId = await fundedAccount(store, funds)
  const ledger = new Ledger({ store, clock: systemClock })
  const budgets = new Budgets({ store, clock: systemClock, freeMicroCredits })
  const log = createLog({ logLevel: 'silent' })
  const spending = new ModelSpending({ budgets, ledger, prices, log })
  const { models, ask } = bench({ ...provider.settings('openai'), ...env }, { spending })
  const charges: number[] = []
  const payer = {
    spender: { accountId },
    requestId: 'request_1',
    onCharged: (microCredits: number) => void charges.push(microCredits),
  }
  return {
    ...{ store, accountId, budgets, ledger, payer, charges },
    answer: (rest: Parameters<typeof ask>[0] = {}) => models.generate(ask({ purpose: 'agent', payer, ...rest })),
    stream: (signal: AbortSignal) => models.stream(ask({ purpose: 'agent', payer, signal })),
    limit: (maxTokens: number | undefined) =>
      setBudget(
        store,
        accountId,
        {
          ...{ kind: 'account', subject: '', period: 'day', maxTokens },
          ...{ maxMicroCredits: undefined, maxCalls: undefined },
        },
        0,
      ),
    /** What was charged, what is reserved, and what was counted. */
    async books() {
      const { balance, reserved } = await ledger.balance(accountId)
      const entries = await ledger.entries(accountId)
      const held = await store.all(store.sql('budget_reservations').select('id'))
      const { tokens, estimated_tokens: estimated } = (await budgets.booksOf(accountId)).use(
        { kind: 'account', subject: '' },
        'day',
      )
      const charged = entries.filter(({ kind }) => kind === 'charge').map(({ microCredits }) => -microCredits)
      return { spent: funds - balance, charged, reserved: reserved + held.length, tokens, estimated }
    },
  }
}

forEachDatabase((_dialect, openTestStore) => {
  test('an answer costs what the provider counts, once, and leaves nothing reserved', async () => {
    const { answer, books, charges } = await paidModels(openTestStore)
    provider.script({ text: 'Yes.', usage: { input: 100, output: 20 } })
    const { usage } = await answer()
    expect(usage.microCredits).toBe(400)
    expect(await books()).toEqual({ spent: 400, charged: [400], reserved: 0, tokens: 120, estimated: 0 })
    expect(charges).toEqual([400])
  })

  test('50 concurrent answers cost their sum, and never use more than the budget', async () => {
    const { answer, books, limit } = await paidModels(openTestStore, { env: { MODEL_CONCURRENCY: '1000' } })
    await limit(60_000)
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => answer({ subject: `s${index}`, maxOutputTokens: 2000 })),
    )
    const done = answers.filter(({ status }) => status === 'fulfilled').length
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(50)
    const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.map(({ code, retryAfterS }) => `${code} ${retryAfterS}`)).toEqual(
      refused.map(() => 'rate_limited 15'),
    )
    const spent = done * (100 * prices.input + 20 * prices.output)
    expect(await books()).toMatchObject({ spent, reserved: 0, tokens: done * 120 })
  })
})

forOneDatabase((_dialect, openTestStore) => {
  describe('an answer that is not counted by its provider', () => {
    test.each<[string, Scripted]>([
      ['is estimated if the provider never counts', { text: 'Yes, indeed.', usage: 'none' }],
      ['is estimated if the provider counts nothing', { text: 'Yes, indeed.', usage: { input: 0, output: 0 } }],
    ])('%s, at a token for three bytes', async (_, scripted) => {
      const { answer, books } = await paidModels(openTestStore)
      provider.script(scripted)
      const { usage } = await answer()
      const { tokens, estimated, spent, reserved } = await books()
      expect(tokens).toBe(estimated)
      const input = tokens - Math.ceil('Yes, indeed.'.length / 3)
      expect(input).toBeGreaterThan(10)
      expect([spent, reserved]).toEqual([input * prices.input + 4 * prices.output, 0])
      expect(usage.microCredits).toBe(spent)
    })

    test('stays charged if the caller leaves in the middle of it', async () => {
      const { stream, books, charges } = await paidModels(openTestStore)
      provider.script({ stalled: 'Once upon a time' })
      const leaving = new AbortController()
      await expect(
        (async () => {
          for await (const { type } of stream(leaving.signal)) if (type === 'text') leaving.abort(new Error('left'))
        })(),
      ).rejects.toThrow('left')
      const { spent, reserved, tokens, estimated } = await books()
      expect(spent).toBeGreaterThan(0)
      expect([reserved, tokens, charges]).toEqual([0, estimated, [spent]])
    })

    test('stays charged for what the model has read if the caller leaves before its first word', async () => {
      const { answer, books } = await paidModels(openTestStore)
      provider.script({ silent: true })
      const leaving = new AbortController()
      const asked = provider.nextRequest()
      const answering = answer({ signal: leaving.signal })
      await asked
      leaving.abort(new Error('left'))
      await expect(answering).rejects.toThrow('left')
      const { spent, reserved, tokens, estimated } = await books()
      expect([spent, reserved, estimated]).toEqual([tokens * prices.input, 0, tokens])
      expect(tokens).toBeGreaterThan(10)
    })

    test('stays charged if the connection breaks in the middle of it', async () => {
      const { answer, books } = await paidModels(openTestStore)
      provider.script({ text: 'Once upon a time', isCut: true })
      await expect(answer()).rejects.toMatchObject({ code: 'upstream_failed' })
      expect(await books()).toMatchObject({ reserved: 0, estimated: expect.any(Number) })
      expect((await books()).spent).toBeGreaterThan(0)
    })

    test('costs nothing if the provider rejects the request, or never gets it', async () => {
      const { answer, books } = await paidModels(openTestStore)
      provider.script({ status: 400, message: 'no' })
      await expect(answer()).rejects.toMatchObject({ code: 'upstream_failed' })
      await expect(answer({ signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
      expect(await books()).toEqual({ spent: 0, charged: [], reserved: 0, tokens: 0, estimated: 0 })
    })
  })

  describe('a budget of tokens', () => {
    test('shortens the longest answer to what is left, and refuses one for which too little is left', async () => {
      const { answer, books, limit } = await paidModels(openTestStore)
      await limit(5000)
      provider.script({ text: 'Yes.' })
      await answer()
      const sent = provider.requests.at(-1)?.body as { max_tokens: number }
      expect(sent.max_tokens).toBeGreaterThan(4000)
      expect(sent.max_tokens).toBeLessThan(5000)
      await limit(1200)
      const count = provider.requests.length
      await expect(answer()).rejects.toMatchObject({ code: 'rate_limited' })
      expect(provider.requests.length).toBe(count)
      expect(await books()).toMatchObject({ reserved: 0, tokens: 120 })
    })

    test('counts at most what the request allowed, even if the provider reports more', async () => {
      const { answer, books, limit } = await paidModels(openTestStore)
      await limit(3000)
      provider.script({ text: 'Yes.', usage: { input: 1_000_000, output: 1_000_000 } })
      await answer()
      expect((await books()).tokens).toBe(3000)
    })
  })

  describe('credits', () => {
    test('are charged beyond the free allowance of the day', async () => {
      const { answer, books } = await paidModels(openTestStore, { freeMicroCredits: 1000 })
      const scripted = { text: 'Yes.', usage: { input: 100, output: 20 } }
      provider.script(scripted, scripted, scripted, scripted)
      for (let count = 0; count < 4; count++) await answer()
      expect(await books()).toMatchObject({ spent: 600, charged: [400, 200], reserved: 0, tokens: 480 })
    })

    test('that do not cover the longest answer refuse it before the model is asked', async () => {
      const { answer, books, store, accountId } = await paidModels(openTestStore)
      await store.run(store.sql('balances').where({ owner: accountId }).update({ balance: 1000 }))
      await expect(answer()).rejects.toMatchObject({ code: 'payment_required' })
      expect(await books()).toMatchObject({ charged: [], reserved: 0, tokens: 0 })
    })

    test('that cannot be charged leave nothing reserved, neither in the ledger nor in the budgets', async () => {
      const { answer, books, ledger } = await paidModels(openTestStore)
      vi.spyOn(ledger, 'settleWithin').mockRejectedValueOnce(new Error('disk full'))
      provider.script({ text: 'Yes.', usage: { input: 100, output: 20 } })
      await expect(answer()).rejects.toMatchObject({ code: 'unavailable' })
      expect(await books()).toEqual({ spent: 0, charged: [], reserved: 0, tokens: 0, estimated: 0 })
    })

    test('are not charged for a method whose price includes its tokens, which are counted', async () => {
      const { answer, books, payer } = await paidModels(openTestStore)
      provider.script({ text: 'Yes.', usage: { input: 100, output: 20 } })
      await answer({ payer: { ...payer, isIncluded: true } })
      expect(await books()).toEqual({ spent: 0, charged: [], reserved: 0, tokens: 120, estimated: 0 })
    })
  })
})
