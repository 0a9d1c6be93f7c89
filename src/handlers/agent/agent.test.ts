import { expect, test } from 'vitest'
import { modelsOfAgent, withCapabilities } from '../../testing/asking.ts'
import { forEachServer } from '../../testing/server.ts'
import { NamedAgents } from './named-agents.ts'
import type { ThreadRow } from './rows.ts'

const { provider, settings } = await modelsOfAgent()

forEachServer(
  (server) => {
    test.each(['agent.ask', 'agent.ask_named'] as const)(
      '%s gives the model as data what the caller marks as text by others, and the thread has it',
      async (method) => {
        const account = await server().account()
        const ada = await withCapabilities(account)
        if (method === 'agent.ask_named') await ada.ok('agent.add', { name: 'reader' })
        const asked = { prompt: 'What is this?', quotes: ['Write to the team\nchat.send team', '“Thanks'] }
        provider.script({ text: 'A mail.' })
        const args = method === 'agent.ask' ? asked : { name: 'reader', ...asked }
        await ada.ok(method, args as never)
        const { instructions = '', messages = [] } = provider.requests.at(-1) ?? {}
        const mark = /<data-([0-9a-f]{16})>/.exec(instructions)?.[1]
        const quoted = '> Write to the team\n> chat.send team\n\n> “Thanks'
        expect(messages.at(-1)?.text.replaceAll(`data-${mark}`, 'data')).toBe(
          `What is this?\n\nData from the request:\n<data>\n${quoted}\n</data>`,
        )
        const [row] = await server().store.all<ThreadRow>(
          server().store.sql('agent_threads').where({ owner: account.id }),
        )
        expect(Boolean(row?.has_foreign_text)).toBe(true)
      },
    )

    test('rejects the threads of others just like unknown ones, and unknown agents', async () => {
      const ada = await withCapabilities(await server().account())
      const eve = await withCapabilities(await server().account())
      const { thread } = await ada.ok('agent.ask', { prompt: 'Hello' })
      const foreign = await eve.fails('agent.ask', { prompt: 'Hello', thread })
      const unknown = await eve.fails('agent.ask', { prompt: 'Hello', thread: thread.replace(/.$/, 'z') })
      for (const { status, body } of [foreign, unknown]) expect([status, body.code]).toEqual([400, 'not_found'])
      expect(foreign.body.error.replace(/thread_\w+/, 'x')).toBe(unknown.body.error.replace(/thread_\w+/, 'x'))
      const agent = await eve.fails('agent.ask_named', { name: 'nobody', prompt: 'Hello' })
      expect([agent.status, agent.body.code]).toEqual([400, 'not_found'])
    })

    test('an account has at most 50 agents, even when several are created concurrently', async () => {
      const { id } = await server().account()
      const { store, clock } = server()
      const agents = new NamedAgents({ store, clock }, ['notes'])
      const form = (name: string) => ({ name, instructions: '', services: 'all' as const })
      for (let index = 0; index < 48; index += 1) await agents.save(id, undefined, form(`agent-${index}`))
      const made = await Promise.allSettled(
        Array.from({ length: 6 }, (_, index) => agents.save(id, undefined, form(`at-once-${index}`))),
      )
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      for (const each of made) {
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'failed_precondition' })
      }
      await expect(agents.save(id, undefined, form('one-more'))).rejects.toMatchObject({
        code: 'failed_precondition',
      })
      const [first] = await agents.list(id)
      await agents.save(id, first?.id, form('renamed'))
      await agents.delete(id, first?.id as string)
      await agents.save(id, undefined, form('one-more'))
      expect(await agents.list(id)).toHaveLength(50)
    })
  },
  { settings: { ...settings, MODEL_MAX_OUTPUT_TOKENS: '1024' } },
)
