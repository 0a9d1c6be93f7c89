import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { createLog } from '#runtime/base/log.ts'
import { calling, withCapabilities } from '#testing/asking.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { forEachServer, type TestCaller } from '#testing/server.ts'
import { createWriteInTurn } from './index.ts'
import { StepLog } from './jobs/step-log.ts'
import * as rows from './rows/work.ts'
import { RunOver } from './run-watch.ts'

const wait = { timeout: 20_000, interval: 20 }
const stalled: Scripted = { stalled: 'Let me' }
// Without a script, the model says nothing more.
const provider = await startModelProvider(() => stalled)
afterEach(() => provider.idle())
afterAll(() => provider.stop())
const done: Scripted = { text: JSON.stringify({ status: 'done', summary: 'Done.', evidence: ['it'] }) }
const note = calling(['notes.add', { title: 'Ferry', text: 'At nine' }])

forEachServer(
  (server) => {
    async function person() {
      const account = await server().account()
      const all = await withCapabilities(account, ['work', 'inbox', 'agent'])
      const read = async (id: string) => (await all.ok('work.read', { id })).work
      return {
        ...{ account, all, read },
        submit: async (prompt: string) => (await all.ok('work.submit', { prompt })).work.id,
        cancel: async (id: string) => (await all.ok('work.submit', { action: 'cancel', id })).work,
        messages: async (id: string) => {
          const thread = (await read(id))?.thread as string
          return (await all.ok('inbox.read', { id: thread })).thread?.messages.map(({ text }) => text)
        },
      }
    }

    /** Submits work whose model calls methods and then says nothing more. */
    async function stalling(submit: (prompt: string) => Promise<string>, ...before: Scripted[]): Promise<string> {
      provider.script(...before, stalled)
      const from = provider.requests.length
      const id = await submit('Write about ferries.')
      await expect.poll(() => provider.requests.length - from, wait).toBe(before.length + 1)
      return id
    }

    async function settle(): Promise<void> {
      await server().bus.settle()
      await server().jobs.settle()
      await server().bus.settle()
    }

    const approvals = async (caller: TestCaller): Promise<Result<'agent.approvals'>['items']> =>
      (await caller.ok('agent.approvals', {})).items

    describe('cancelling work', () => {
      test('in progress stops its model, reports what was done, once, and leaves other work alone', async () => {
        const { account, submit, cancel, read, messages, all } = await person()
        const id = await stalling(submit, note)
        const cancelled = await cancel(id)
        expect(cancelled).toMatchObject({
          status: 'cancelled',
          runs: [{ status: 'cancelled', steps: [{ method: 'notes.add', ok: true }], finished: expect.any(String) }],
        })
        // The stand-in is idle once the connection on which it says nothing is closed.
        await provider.idle()
        expect(await cancel(id)).toEqual(cancelled)
        provider.script(done)
        const other = await submit('Something else')
        await settle()
        expect((await read(other))?.status).toBe('done')
        expect(await read(id)).toEqual(cancelled)
        expect(await messages(id)).toEqual([expect.stringMatching(/^Cancelled: .+\n\nCalled:\n- notes.add succeeded/)])
        expect((await account.ok('notes.get', { title: 'Ferry' })).text).toBe('At nine')
        expect((await all.ok('work.read', { status: 'cancelled' })).total).toBe(1)
        const again = await all.fails('work.submit', { action: 'retry', id })
        expect([again.status, again.body.code]).toEqual([409, 'conflict'])
      })

      test('that is queued never starts it, and the work before it goes on', async () => {
        const { account, cancel, submit, read, messages } = await person()
        const { store } = server()
        const first = await stalling(submit)
        const ids: string[] = []
        // As many as run at once may start.
        for (let index = 0; index < 8; index += 1) ids.push(await submit(`Number ${index}`))
        const last = ids.at(-1) as string
        expect((await read(last))?.status).toBe('todo')
        expect(await cancel(last)).toMatchObject({ status: 'cancelled', runs: [], run_count: 0 })
        expect(await store.all(store.sql('jobs').where({ owner: account.id, key: `${last}/1` }))).toEqual([])
        expect((await read(first))?.status).toBe('doing')
        for (const id of [first, ...ids]) await cancel(id)
        await settle()
        expect(await messages(last)).toEqual([
          'Cancelled: The work was cancelled before it started.\n\nNothing was called.',
        ])
      })

      test('that waits for an approval ends the approval, and that of other work still counts', async () => {
        const { account, all, submit, cancel, read } = await person()
        const ids: string[] = []
        for (const count of [1, 2]) {
          await account.ok('notes.add', { title: `Ferry ${count}`, text: 'At nine' })
          provider.script(calling(['notes.delete', { title: `Ferry ${count}` }]))
          ids.push(await submit(`Delete note ${count}.`))
          await expect.poll(async () => (await approvals(all)).length, wait).toBe(count)
        }
        const [first = '', second = ''] = ids
        expect((await cancel(first)).status).toBe('cancelled')
        expect((await approvals(all)).map(({ state }) => state)).toEqual(['pending', 'expired'])
        const [kept, ended] = (await approvals(all)).map(({ id }) => id)
        const late = await all.fails('agent.decide', { id: ended, decision: 'allow' })
        expect([late.status, late.body.code]).toEqual([409, 'conflict'])
        provider.script(done)
        await all.ok('agent.decide', { id: kept as string, decision: 'allow' })
        await expect.poll(async () => (await read(second))?.status, wait).toBe('done')
        await settle()
        expect((await account.ok('notes.list', {})).items.map(({ title }) => title)).toEqual(['Ferry 1'])
        expect((await read(first))?.status).toBe('cancelled')
      })

      test('keeps a process that has not noticed it from calling', async () => {
        const { account, submit, cancel } = await person()
        const id = await stalling(submit)
        const { store, clock } = server()
        const row = (await rows.find(store, { id, owner: account.id })) as rows.WorkRow
        const log = createLog({ logLevel: 'silent' })
        const live = { publish: async () => undefined }
        const steps = new StepLog({ store, clock, log, live, writeInTurn: createWriteInTurn() }, row, 1)
        const call = { number: 1, operation: { id: 'notes.add', effects: ['creates own'] } } as const
        await steps.begin(call)
        await cancel(id)
        await expect(steps.begin({ ...call, number: 2 })).rejects.toThrow(RunOver)
      })

      test('of a task fails the task', async () => {
        const { account, all, cancel } = await person()
        provider.script(stalled)
        const from = provider.requests.length
        const task = await account.ok('tasks.create', { title: 'Compare ferries', assignee: 'agent' })
        await expect.poll(() => provider.requests.length - from, wait).toBe(1)
        const [item] = (await all.ok('work.read', {})).items ?? []
        await cancel(item?.id as string)
        await settle()
        const found = await account.ok('tasks.read', { id: task.id })
        expect([found.status, found.result]).toEqual(['failed', expect.stringContaining('Cancelled')])
      })

      test('that has ended fails, and work of others is the same as work that does not exist', async () => {
        const [ada, bob] = [await person(), await person()]
        provider.script(done)
        const id = await ada.submit('Hello')
        await settle()
        const late = await ada.all.fails('work.submit', { action: 'cancel', id })
        expect([late.status, late.body.code, late.body.error]).toEqual([
          409,
          'conflict',
          expect.stringContaining('done'),
        ])
        const foreign = await bob.all.fails('work.submit', { action: 'cancel', id })
        expect([foreign.status, foreign.body.code]).toEqual([400, 'not_found'])
      })

      test('with a revoked token changes nothing', async () => {
        const { account, submit, cancel, read } = await person()
        const id = await stalling(submit)
        const other = await withCapabilities(account, ['work', 'inbox'])
        const { store } = server()
        const newest = await store.get<{ id: string }>(
          store.sql('tokens').where({ account_id: account.id }).orderBy('id', 'desc').limit(1).select('id'),
        )
        await store.run(store.sql('tokens').where({ id: newest?.id }).update({ revoked_at: 1 }))
        expect((await other.fails('work.submit', { action: 'cancel', id })).status).toBe(401)
        expect((await read(id))?.status).toBe('doing')
        await cancel(id)
        await settle()
      })
    })
  },
  { settings: provider.settings('openai') },
)
