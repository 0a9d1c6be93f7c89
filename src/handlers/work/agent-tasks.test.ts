import { describe, expect, test } from 'vitest'
import { modelsOfAgent, withCapabilities } from '../../testing/asking.ts'
import type { Scripted } from '../../testing/model-provider/index.ts'
import { forEachServer } from '../../testing/server.ts'

const { provider, settings } = await modelsOfAgent()
const report = (status: string, summary: string, evidence: string[]): Scripted => ({
  text: JSON.stringify({ status, summary, evidence }),
})
const done = report('done', 'It is in your notes.', ['the note "Libraries"'])

forEachServer(
  (server) => {
    async function person() {
      const account = await server().account()
      return { account, work: await withCapabilities(account, ['work']) }
    }

    async function settle(): Promise<void> {
      await server().bus.settle()
      await server().jobs.settle()
      await server().bus.settle()
    }

    describe('a task for the agent', () => {
      test('is begun at once, with the rights of its token, and reports the outcome', async () => {
        const { account, work } = await person()
        const scope = { services: ['tasks', 'notes'] } as const
        const narrow = await account.withToken({ scope, actions: true })
        provider.script({ tools: [{ name: 'notes_add', input: { title: 'Trains', text: '9:42' } }] }, done)
        const task = await narrow.ok('tasks.create', {
          title: 'Add a note on trains',
          detail: 'To Whitby',
          assignee: 'agent',
        })
        await settle()
        expect(provider.requests.at(-1)?.tools).not.toContain('contacts_add')
        expect(await account.ok('tasks.read', { id: task.id })).toMatchObject({
          status: 'done',
          result: 'It is in your notes.',
        })
        const [item] = (await work.ok('work.read', {})).items ?? []
        expect(item).toMatchObject({ task: task.id, status: 'done', prompt: 'Add a note on trains\n\nTo Whitby' })
      })

      test('that is blocked says so, and is taken up again with its work', async () => {
        const { account, work } = await person()
        provider.script(report('blocked', 'From where?', []))
        const task = await account.ok('tasks.create', { title: 'Compare trains', assignee: 'agent' })
        await settle()
        expect(await account.ok('tasks.read', { id: task.id })).toMatchObject({
          status: 'blocked',
          result: expect.stringContaining('From where?'),
        })
        provider.script(done)
        const [item] = (await work.ok('work.read', {})).items ?? []
        await work.ok('work.submit', { action: 'retry', id: item?.id as string })
        await settle()
        expect(await account.ok('tasks.read', { id: task.id })).toMatchObject({ status: 'done' })
      })

      test('that somebody else has taken or deleted is left alone', async () => {
        const { account, work } = await person()
        const requests = provider.requests.length
        const { store } = server()
        for (const change of ['doing', 'deleted']) {
          const task = await account.ok('tasks.create', { title: 'Mine', assignee: 'agent' })
          if (change === 'deleted') await store.run(store.sql('tasks').where({ id: task.id }).delete())
          else await store.run(store.sql('tasks').where({ id: task.id }).update({ status: 'doing' }))
        }
        await settle()
        expect((await work.ok('work.read', {})).items).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
        expect(provider.requests.length).toBe(requests)
      })

      test('cannot be created by the agent itself, which would order its own runs', async () => {
        const { account } = await person()
        const browser = await account.inBrowser()
        provider.script(
          {
            tools: [
              {
                name: 'call_tool',
                input: { name: 'tasks_create', arguments: { title: 'Create a task for the agent', assignee: 'agent' } },
              },
            ],
          },
          done,
        )
        await browser.ok('work.submit', { prompt: 'Create a task for the agent' })
        await settle()
        expect(await account.ok('tasks.next', {})).toEqual({ waiting: 0 })
        expect((await browser.ok('work.read', {})).total).toBe(1)
      })

      test('is claimed by one of many outside agents', async () => {
        const { account } = await person()
        const { store } = server()
        const titles = ['a', 'b', 'c']
        for (const title of titles) await account.ok('tasks.create', { title })
        await store.run(store.sql('tasks').where({ owner: account.id }).update({ assignee: 'agent' }))
        const claim = async (): Promise<string | undefined> => {
          for (;;) {
            const { task } = await account.ok('tasks.next', {})
            if (!task) return undefined
            const args = { id: task.id, status: 'doing', if_status: 'todo' }
            const { status } = await account.call('tasks.update', args)
            if (status === 200) return task.title
            expect(status).toBe(409)
          }
        }
        const claimed = await Promise.all(Array.from({ length: 8 }, claim))
        expect(claimed.filter((title) => title !== undefined).toSorted()).toEqual(titles)
      })
    })
  },
  { settings },
)
