import { describe, expect, test } from 'vitest'
import type { AgentRun } from '#runtime/agent/types.ts'
import { calling, modelsOfAgent, withCapabilities } from '#testing/asking.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'
import { carryOutPrompt, promptJobs } from './carry-out-prompt.ts'

const hourMs = 3_600_000
const { provider, settings } = await modelsOfAgent()

forEachServer(
  (server) => {
    const inMs = (ms: number) => new Date(server().clock.now() + ms).toISOString()
    async function settle(ms: number) {
      server().clock.advance(ms)
      await server().jobs.settle()
      await server().bus.settle()
    }
    /** The messages of the only event thread in an inbox, latest last. */
    async function inboxOf(account: TestAccount) {
      const reader = await withCapabilities(account, ['inbox'])
      const { items = [] } = await reader.ok('inbox.read', {})
      const [thread] = items.filter(({ kind }) => kind === 'reminder')
      if (!thread) return []
      const { thread: open } = await reader.ok('inbox.read', { id: thread.id })
      return (open as unknown as { messages: { text: string }[] }).messages.map(({ text }) => text)
    }

    describe('the prompt of an event', () => {
      test('is carried out when it fires, and the result is in the inbox of its owner', async () => {
        const ada = await server().account()
        const event = { title: 'Plan', when: inMs(hourMs), prompt: 'Add a note about today' }
        const { id } = await ada.ok('events.create', event)
        provider.script(calling(['notes.add', { title: 'Today', text: 'Rain' }]), { text: 'The note is there.' })
        await settle(hourMs)
        expect(provider.requests.at(-1)?.messages[0]?.text).toBe('Add a note about today')
        expect(await ada.ok('notes.get', { title: 'Today' })).toMatchObject({ text: 'Rain' })
        expect(await inboxOf(ada)).toContain('The note is there.')
        expect((await ada.ok('events.read', { id })).last_error).toBeUndefined()
      })

      test('has the rights of the token that wrote it, and no more', async () => {
        const ada = await server().account()
        const narrow = await ada.withToken({ scope: { services: ['events'] }, actions: true })
        await narrow.ok('events.create', { title: 'a', when: inMs(hourMs), prompt: 'Add a note' })
        provider.script({ tools: [{ name: 'notes_add', input: { title: 'x', text: 'y' } }] }, { text: 'I cannot.' })
        await settle(hourMs)
        expect(provider.requests.at(-1)?.tools).toEqual([
          'events_create',
          'events_delete',
          'events_free',
          'events_list',
          'events_read',
          'events_update',
        ])
        expect((await ada.ok('notes.list', {})).items).toEqual([])
        expect(await inboxOf(ada)).toContain('I cannot.')
      })

      test.each([
        ['has been revoked', { revoked_at: 1 }, 'The token has been revoked.'],
        ['has expired', { expires_at: 5 }, 'The token has expired.'],
      ])('is not carried out if that token %s, which the inbox says', async (_what, change, why) => {
        const ada = await server().account()
        const other = await ada.withToken({ scope: { services: 'all' }, actions: true })
        const { id } = await other.ok('events.create', { title: 'a', when: inMs(hourMs), prompt: 'Add a note' })
        const { store } = server()
        const written = store.sql('calendar_events').select('token_id').where({ id })
        await store.run(store.sql('tokens').whereIn('id', written).update(change))
        const before = provider.requests.length
        await settle(hourMs)
        expect(provider.requests.length).toBe(before)
        const report = `The prompt failed: ${why}`
        expect((await ada.ok('events.read', { id })).last_error).toBe(report)
        expect(await inboxOf(ada)).toContain(report)
      })

      test('whose model fails is reported, and is not retried', async () => {
        const ada = await server().account()
        const { id } = await ada.ok('events.create', { title: 'a', when: inMs(hourMs), prompt: 'Add a note' })
        provider.script({ text: 'Half', isCut: true })
        await settle(hourMs)
        await settle(hourMs)
        expect((await ada.ok('events.read', { id })).last_error).toContain('The prompt failed: The language')
        expect((await inboxOf(ada)).filter((text) => text.includes('The prompt failed'))).toHaveLength(1)
      })

      test('that was interrupted is not repeated: the inbox asks its owner to check', async () => {
        const ada = await server().account()
        const { id } = await ada.ok('events.create', { title: 'a', when: inMs(hourMs), prompt: 'Add a note' })
        provider.script({ text: 'Done.' })
        await settle(hourMs)
        // The process was killed after the agent had finished and before that was recorded: the job runs again.
        const { store } = server()
        const done = store.sql('jobs').where({ kind: carryOutPrompt.name, owner: ada.id })
        const payload = JSON.stringify({ id, owner: ada.id, due: server().clock.now() })
        await store.run(done.update({ state: 'ready', attempt: 0, key: null, payload }))
        const before = provider.requests.length
        await settle(60_000)
        expect(provider.requests.length).toBe(before)
        expect((await ada.ok('events.read', { id })).last_error).toContain('will not be run again')
      })

      test.each([[false], [true]])(
        'taints its run and chooses nothing if a model wrote it after text by others: %s',
        async (by_others) => {
          const ada = await server().account()
          const { id } = await ada.ok('events.create', { title: 'a', when: inMs(9000 * hourMs), prompt: 'Add a note' })
          const { store, bus, clock } = server()
          await store.run(store.sql('calendar_events').where({ id }).update({ by_others }))
          const runs: object[] = []
          const agent = {
            callerOf: async () => undefined,
            run: async ({ isPromptOfOthers, actor }: Pick<AgentRun, 'isPromptOfOthers' | 'actor'>) => {
              runs.push({ isPromptOfOthers, actor })
              return { text: 'Done.' }
            },
          }
          const payload = { id, owner: ada.id, due: clock.now() }
          const job = { payload, signal: new AbortController().signal }
          const approvals = { forget: async () => undefined }
          await promptJobs({ store, bus, clock, agent, approvals } as never).run(job as never)
          expect(runs).toEqual([{ isPromptOfOthers: by_others, actor: { id, name: 'a' } }])
        },
      )

      test.each([[false], [true]])(
        'goes on after an approval only with the prompt, and the rights, that it waited with; changed: %s',
        async (isChanged) => {
          const ada = await server().account()
          const narrow = await ada.withToken({ scope: { services: ['events'] }, actions: true })
          const event = { title: 'a', when: inMs(9000 * hourMs), prompt: 'Publish my notes' }
          const { id } = await narrow.ok('events.create', event)
          const { store, bus, clock } = server()
          const begun: AgentRun[] = []
          const agent = {
            callerOf: async () => undefined,
            run: async (run: AgentRun) => {
              begun.push(run)
              return { text: 'Done.', endedBecause: begun.length === 1 ? 'waiting' : 'answered' }
            },
          }
          const approvals = {
            waiting: async () => ({ data: JSON.parse(JSON.stringify(begun[0]?.resumption?.data)), run: {} }),
            resume: async () => true,
            forget: async () => undefined,
          }
          const { run } = promptJobs({ store, bus, clock, agent, approvals } as never)
          const job = { payload: { id, owner: ada.id, due: clock.now() }, signal: new AbortController().signal }
          await run(job as never)
          if (isChanged) await ada.ok('events.update', { id, prompt: 'List my notes' })
          const resumed = { approval: 'approval_1', decision: 'allowed' }
          await run({ ...job, payload: { ...job.payload, resumed } } as never)
          expect(begun).toHaveLength(isChanged ? 1 : 2)
          const { last_error: error } = await ada.ok('events.read', { id })
          expect(error).toBe(
            isChanged ? 'The prompt failed: it was changed while it waited for an approval.' : undefined,
          )
        },
      )

      test('cannot schedule another run of the agent', async () => {
        const ada = await server().account()
        await ada.ok('events.create', { title: 'a', when: inMs(hourMs), prompt: 'Go on for ever' })
        const again = { title: 'b', when: inMs(2 * hourMs), prompt: 'Go on for ever' }
        provider.script(calling(['events.create', again]), { text: 'I was not let.' })
        await settle(hourMs)
        expect((await ada.ok('events.list', {})).items).toEqual([])
        expect(await inboxOf(ada)).toContain('I was not let.')
      })
    })
  },
  { settings },
)
