import { expect, test } from 'vitest'
import { NamedAgents } from '../handlers/agent/named-agents.ts'
import { Budgets } from '../runtime/budgets/budgets.ts'
import { calling, modelsOfAgent, withCapabilities } from '../testing/asking.ts'
import { forOneServer } from '../testing/server.ts'

const { provider, settings } = await modelsOfAgent()
/** The stand-in counts 100 tokens in and 20 out: 0.0003 credits an answer. */
const prices = { MODEL_INPUT_CREDITS: '1', MODEL_OUTPUT_CREDITS: '10' }
const report = '```json\n{"status":"done","summary":"Noted.","evidence":["the note"]}\n```'

forOneServer(
  (server) => {
    async function funded() {
      const account = await server().account()
      await server().ledger.grant(account.id, 100_000_000)
      return account
    }

    async function spending(account: { id: string }) {
      const { balance, reserved } = await server().ledger.balance(account.id)
      const entries = await server().ledger.spendingByMethod(account.id, 0)
      const of = (id: string) => entries.find(({ operationId }) => operationId === id)?.microCredits ?? 0
      return { balance, reserved, tokens: of('model.agent'), summaries: of('text.summarise') }
    }

    test('the agent charges its tokens besides its calls, and tokens of a method with a price not at all', async () => {
      const account = await funded()
      const ada = await withCapabilities(account)
      const before = await spending(account)
      provider.script(
        calling(['text.summarise', { text: 'Long ago.' }]),
        { text: '{"text":"Short."}' },
        { text: 'Summed up.' },
      )
      const { cost_credits, calls } = await ada.ok('agent.ask', { prompt: 'Sum this up.' })
      expect([cost_credits, calls[0]?.cost_credits]).toEqual([3.0006, 3])
      const after = await spending(account)
      expect(after).toEqual({ balance: before.balance - 3_000_600, reserved: 0, tokens: 600, summaries: 3_000_000 })
      const budgets = new Budgets({ store: server().store, clock: server().clock })
      const used = (await budgets.booksOf(account.id)).use({ kind: 'account', subject: '' }, 'day')
      expect(used).toMatchObject({ tokens: 360, micro_credits: 600 })
    })

    test('background work costs its tokens, as its result says', async () => {
      const account = await funded()
      const ada = await withCapabilities(account, ['work'])
      provider.script(calling(['notes.add', { title: 'Ferries', text: '21:15' }]), { text: report })
      const { work: submitted } = await ada.ok('work.submit', { prompt: 'Note the ferry.' })
      const { bus, jobs } = server()
      await bus.settle()
      await jobs.settle()
      const { work } = await ada.ok('work.read', { id: submitted.id })
      expect(work).toMatchObject({ status: 'done', cost_credits: 0.0006 })
      expect(await spending(account)).toMatchObject({ reserved: 0, tokens: 600 })
    })

    test('an account without credits gets a reply that says so, and the model is not asked', async () => {
      const account = await server().account()
      const poor = await withCapabilities(account)
      const agents = new NamedAgents({ store: server().store, clock: server().clock }, ['notes'])
      await agents.save(account.id, undefined, { name: 'librarian', instructions: '', services: 'all' })
      const asked = provider.requests.length
      for (const reply of [
        await poor.ok('agent.ask', { prompt: 'Hello' }),
        await poor.ok('agent.ask_named', { name: 'librarian', prompt: 'Hello' }),
      ]) {
        expect(reply.cost_credits).toBe(0)
        expect(reply.text).toContain('only 0 credits can be spent')
      }
      expect(provider.requests.length).toBe(asked)
    })
  },
  { settings: { ...settings, ...prices, WELCOME_CREDITS: '0' } },
)
