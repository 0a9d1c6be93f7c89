import { describe, expect, test } from 'vitest'
import { calling, modelsOfAgent, withCapabilities } from '../../testing/asking.ts'
import { EventReader } from '../../testing/event-reader.ts'
import { forOneServer } from '../../testing/server.ts'
import { resumeDelayMs } from './approval-subscriber.ts'

const { provider, settings } = await modelsOfAgent()
const wait = { timeout: 20_000, interval: 20 }

forOneServer(
  (server) => {
    /** A run that waits for the approval of a call, and the stream of its client. */
    async function waitingRun(said = 'It is gone.') {
      const ada = await server().account()
      const caller = await withCapabilities(ada, ['agent', 'inbox'])
      await ada.ok('notes.add', { title: 'Tent', text: 'Green' })
      provider.script(calling(['notes.list', {}], ['notes.delete', { title: 'Tent' }]), { text: said })
      const headers = { Authorization: `Bearer ${caller.token}`, Accept: 'text/event-stream' }
      const body = { prompt: 'Tidy up my notes.' }
      const stream = await EventReader.open(
        `${server().url}/agent`,
        { ...headers, 'Content-Type': 'application/json' },
        body,
      )
      await expect.poll(() => stream.kinds, wait).toContain('approval')
      const [id] = stream.all('approval', 'approval') as [string]
      const decide = (decision: 'allow' | 'deny') => caller.ok('agent.decide', { id, decision })
      const [thread] = stream.all('thread', 'thread') as [string]
      const texts = async () => {
        await server().bus.settle()
        return (await caller.ok('inbox.read', { id: thread })).thread?.messages.map(({ text }) => text)
      }
      return { ada, caller, stream, id, thread, decide, texts }
    }

    const titles = async (ada: { ok: Awaited<ReturnType<typeof waitingRun>>['ada']['ok'] }) =>
      (await ada.ok('notes.list', {})).items.map(({ title }) => title)

    /** Delivers events and runs jobs, until a resumed run has ended. */
    async function settle() {
      await server().bus.settle()
      server().clock.advance(resumeDelayMs)
      await server().jobs.settle()
      await server().bus.settle()
    }

    describe('a run that waits for an approval', () => {
      test('makes the call as the person once it is allowed, and its stream goes on', async () => {
        const { ada, stream, id, decide } = await waitingRun()
        expect(await titles(ada)).toEqual(['Tent'])
        await decide('allow')
        await expect.poll(() => stream.isOver, wait).toBe(true)
        expect(stream.all('called', 'ok')).toEqual([true, true])
        expect(stream.all('answer', 'text')).toEqual(['It is gone.'])
        expect(await titles(ada)).toEqual([])
        expect((await server().approvals.find(ada.id, id)).state).toBe('used')
        const requests = provider.requests.length
        await settle()
        expect(provider.requests.length).toBe(requests)
      })

      test('sends its client the card: the question, the exact arguments and the price', async () => {
        const { caller, stream, id, decide } = await waitingRun()
        const [card] = stream.all('approval', 'card')
        expect(card).toEqual((await caller.ok('agent.approvals', {})).items[0])
        expect(card).toMatchObject({
          ...{ id, status: 'pending', method: 'notes.delete', title: 'Delete a note?', cost_credits: 0 },
          arguments: [{ name: 'title', kind: 'object', value: 'Tent' }],
        })
        await decide('deny')
        await expect.poll(() => stream.isOver, wait).toBe(true)
      })

      test('goes on without the call once it is denied', async () => {
        const { ada, stream, decide } = await waitingRun('I left it.')
        await decide('deny')
        await expect.poll(() => stream.isOver, wait).toBe(true)
        expect(stream.all('called', 'ok')).toEqual([true, false])
        expect(stream.all('answer', 'text')).toEqual(['I left it.'])
        expect(await titles(ada)).toEqual(['Tent'])
      })

      test('goes on after its client has disconnected, and replies in the thread', async () => {
        const { ada, caller, stream, decide, texts } = await waitingRun()
        stream.close()
        const waits = 'This waits for your approval at /approvals. The agent continues as soon as you have decided.'
        await expect.poll(texts, wait).toEqual(['Tidy up my notes.', waits])
        await decide('allow')
        await settle()
        expect(await texts()).toEqual(['Tidy up my notes.', waits, 'It is gone.'])
        expect(await titles(ada)).toEqual([])
        expect((await caller.ok('inbox.read', {})).items?.[0]?.is_unread).toBe(true)
        const [item] = (await caller.ok('agent.approvals', {})).items
        expect(item?.state).toBe('used')
      })

      test('whose client has disconnected goes on without the call when nobody decides', async () => {
        const { ada, stream, texts } = await waitingRun('Nobody decided.')
        stream.close()
        await expect.poll(texts, wait).toHaveLength(2)
        server().clock.advance(15 * 60_000)
        await server().jobs.settle()
        await settle()
        expect((await texts())?.at(-1)).toBe('Nobody decided.')
        expect(await titles(ada)).toEqual(['Tent'])
      })
    })
  },
  { settings },
)
