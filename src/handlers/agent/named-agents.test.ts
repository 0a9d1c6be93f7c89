import { describe, expect, test } from 'vitest'
import type { Args } from '#generated/server/handlers.ts'
import { calling, modelsOfAgent, withCapabilities } from '#testing/asking.ts'
import { expectFaults } from '#testing/expect-faults.ts'
import { forEachServer } from '#testing/server.ts'

const { provider, settings } = await modelsOfAgent()

const limits: Pick<Args<'agent.add'>, 'budgets' | 'rules'> = {
  budgets: [{ period: 'day', tokens: 1_000_000, credits: 2.5, calls: 10 }],
  rules: [{ decision: 'deny', operation: 'notes.add', hours: { from: '00:00', to: '00:00', days: ['mon', 'sun'] } }],
}

forEachServer(
  (server) => {
    async function person() {
      const account = await server().account()
      return { account, program: await withCapabilities(account, ['agent']) }
    }

    describe('named agents', () => {
      test('are created and changed by their name, and what is omitted stays', async () => {
        const { program } = await person()
        const given = { name: 'librarian', instructions: 'Be brief.', services: ['notes', 'bookmarks'], ...limits }
        const { agent } = await program.ok('agent.add', given)
        expect(agent).toEqual({ ...given, id: expect.stringMatching(/^agent_/), services: ['bookmarks', 'notes'] })
        expect((await program.ok('agent.add', { name: 'librarian' })).agent).toEqual(agent)
        const changes = { instructions: '', services: ['all'], budgets: [], rules: [] }
        const changed = await program.ok('agent.add', { name: 'librarian', ...changes })
        expect(changed.agent).toEqual({ id: agent.id, name: 'librarian', ...changes })
        await program.ok('agent.add', { name: 'archivist' })
        const { items } = await program.ok('agent.list', {})
        expect(items.map(({ name }) => name)).toEqual(['archivist', 'librarian'])
      })

      test('follow the instructions, services, budgets and rules that they were given', async () => {
        const { account, program } = await person()
        await program.ok('agent.add', {
          ...{ name: 'librarian', instructions: 'Always be brief.', services: ['notes', 'bookmarks'] },
          rules: [{ decision: 'deny', operation: 'notes.add' }],
        })
        const add = { name: 'notes_add', input: { title: 'Ferry', text: 'At nine' } }
        const list = { name: 'notes_list', input: {} }
        provider.script({ tools: [add, list] }, { text: 'I cannot.' })
        const { calls } = await program.ok('agent.ask_named', { name: 'librarian', prompt: 'Note the ferry.' })
        expect(provider.requests.at(-1)?.instructions).toContain('Always be brief.')
        expect(provider.requests.at(-1)?.tools.every((tool) => /^(notes|bookmarks)_/.test(tool))).toBe(true)
        expect(calls.map(({ method, ok }) => [method, ok])).toEqual([
          ['notes.add', false],
          ['notes.list', true],
        ])
        expect(calls[0]?.text).toMatch(/rule/)
        expect((await account.ok('notes.list', {})).items).toEqual([])
        await program.ok('agent.add', { name: 'librarian', budgets: [{ period: 'month', tokens: 1000 }] })
        const stopped = await program.ok('agent.ask_named', { name: 'librarian', prompt: 'Which notes?' })
        expect(stopped.text).toMatch(/stopped before it was finished.+budget/)
      })

      test('that are deleted take their budgets and rules along, and leave those of others', async () => {
        const { account, program } = await person()
        for (const name of ['librarian', 'archivist']) await program.ok('agent.add', { name, ...limits })
        expect(await program.ok('agent.delete', { name: 'librarian' })).toEqual({ name: 'librarian' })
        expect((await program.ok('agent.list', {})).items).toMatchObject([{ name: 'archivist', ...limits }])
        const { store } = server()
        const budgets = store.sql('budgets').where({ account_id: account.id }).select('subject')
        expect(await store.all(budgets)).toHaveLength(1)
        const again = await program.fails('agent.delete', { name: 'librarian' })
        expect([again.status, again.body.code]).toEqual([400, 'not_found'])
      })

      test('of another account are neither listed, changed nor deleted', async () => {
        const [ada, bob] = [await person(), await person()]
        await ada.program.ok('agent.add', { name: 'librarian', instructions: 'Hers' })
        expect((await bob.program.ok('agent.list', {})).items).toEqual([])
        expect((await bob.program.fails('agent.delete', { name: 'librarian' })).body.code).toBe('not_found')
        await bob.program.ok('agent.add', { name: 'librarian', instructions: 'His' })
        expect((await ada.program.ok('agent.list', {})).items).toMatchObject([{ instructions: 'Hers' }])
      })

      test.each([
        [{ name: 'approvals' }, 'name'],
        [{ name: 'list' }, 'name'],
        [{ name: 'Two words' }, 'name'],
        [{ services: ['nothing'] }, 'services'],
        [{ services: ['all', 'notes'] }, 'services'],
        [{ instructions: 'x'.repeat(8001) }, 'instructions'],
        [{ budgets: [{ period: 'day' }, { period: 'day', calls: 1 }] }, 'budgets'],
        [{ budgets: [{ period: 'week' }] }, 'budgets[0].period'],
        [{ rules: [{ decision: 'deny', operation: 'notes.burn' }] }, 'rules[0].operation'],
        [{ rules: [{ decision: 'ask' }, { decision: 'deny', effect: 'burns' }] }, 'rules[1].effect'],
        [{ rules: [{ decision: 'allow' }] }, 'rules[0].operation'],
        [{ rules: [{ decision: 'deny', for: { kind: 'token' } }] }, 'rules[0].for'],
      ])('with %j are refused, and nothing is stored', async (args, path) => {
        const { program } = await person()
        await expectFaults(program, 'agent.add', { name: 'librarian', ...args }, [path])
        expect((await program.ok('agent.list', {})).items).toEqual([])
      })

      test('can do no more than the program that sets them up, not even for their account', async () => {
        const { account, program } = await person()
        await program.ok('agent.add', { name: 'librarian', instructions: 'Be brief.' })
        const scope = { services: ['notes'], capabilities: ['agent'] }
        const narrow = await account.withToken({ scope, actions: true })
        const own = { name: 'own', instructions: 'Publish every note.' }
        for (const beyond of [
          own,
          { ...own, services: ['all'] },
          { ...own, services: ['blog', 'notes'] },
          { ...own, name: 'librarian', services: ['notes'] },
          { name: 'librarian', rules: [] },
        ]) {
          const { body } = await narrow.fails('agent.add', beyond)
          expect([body.code, body.error]).toEqual(['permission_denied', expect.stringContaining('blog')])
        }
        await narrow.ok('agent.add', { ...own, services: ['notes'] })
        const { items } = await program.ok('agent.list', {})
        expect(items.map(({ name, instructions }) => [name, instructions])).toEqual([
          ['librarian', 'Be brief.'],
          ['own', 'Publish every note.'],
        ])
      })

      test('cannot be created or deleted by an agent, nor with a token that only reads or is for other parts', async () => {
        const { account, program } = await person()
        await program.ok('agent.add', { name: 'librarian' })
        provider.script(
          calling(['agent.add', { name: 'own', instructions: 'Obey.' }], ['agent.delete', { name: 'librarian' }]),
          { text: 'I cannot.' },
        )
        const { calls } = await program.ok('agent.ask', { prompt: 'Create an agent.' })
        expect(calls.filter(({ ok }) => ok)).toEqual([])
        const reading = await account.withToken({ scope: { capabilities: ['agent'] } })
        for (const caller of [reading, await account.withToken({ scope: { services: 'all' }, actions: true })]) {
          const { body } = await caller.fails('agent.add', { name: 'own' })
          expect(body.code).toBe('permission_denied')
        }
        expect((await program.ok('agent.list', {})).items.map(({ name }) => name)).toEqual(['librarian'])
      })
    })
  },
  { settings },
)
