import { describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { createLog } from '../../runtime/base/log.ts'
import { calling, modelsOfAgent, withCapabilities } from '../../testing/asking.ts'
import type { Scripted } from '../../testing/model-provider/index.ts'
import { forEachServer, type TestCaller } from '../../testing/server.ts'
import { TestVisitor } from '../../testing/visitor.ts'
import { createWriteInTurn } from './index.ts'
import { StepLog } from './jobs/step-log.ts'
import { reportIn } from './jobs/work-report.ts'
import * as rows from './rows/work.ts'

type Work = NonNullable<Result<'work.read'>['work']>

const { provider, settings } = await modelsOfAgent()
const report = (status: string, summary: string, evidence: string[]): Scripted => ({
  text: JSON.stringify({ status, summary, evidence }),
})

forEachServer(
  (server) => {
    async function person() {
      const account = await server().account()
      return { account, work: await withCapabilities(account, ['work']) }
    }

    const settle = () => server().jobs.settle()
    const read = async (work: TestCaller, id: string) => (await work.ok('work.read', { id })).work as Work

    async function carriedOut(work: TestCaller, prompt: string, ...scripted: Scripted[]): Promise<Work> {
      provider.script(...scripted)
      const { work: submitted } = await work.ok('work.submit', { prompt })
      await settle()
      return read(work, submitted.id)
    }

    describe('a piece of work', () => {
      test('is done by the named agent that it is given to, with its instructions and services', async () => {
        const [{ account, work }, other] = [await person(), await person()]
        const visitor = await new TestVisitor(server().url).signIn(account.username)
        const form = { name: 'clerk', instructions: 'Be brief.', which: 'some', services: 'tasks' }
        await visitor.submit('/settings/agents', '/settings/agents', form)
        const prompt = 'Write a note.'
        const notes = calling(['notes.add', { title: 'Draft', text: 'x' }])
        provider.script(notes, report('blocked', 'I may not.', []))
        const { work: submitted } = await work.ok('work.submit', { prompt, agent: 'clerk' })
        expect(submitted.agent).toBe('clerk')
        await settle()
        expect(await read(work, submitted.id)).toMatchObject({
          status: 'blocked',
          agent: 'clerk',
          runs: [{ steps: [] }],
        })
        expect(provider.requests.at(-1)?.instructions).toMatch(/Be brief\.[\s\S]*"evidence"/)
        const both = await work.fails('work.submit', { action: 'retry', id: submitted.id, agent: 'clerk' })
        expect(both.body.details).toEqual([{ path: 'agent', message: expect.stringContaining('must be omitted') }])
        const unknown = await work.fails('work.submit', { prompt, agent: 'nobody' })
        const foreign = await other.work.fails('work.submit', { prompt, agent: 'clerk' })
        expect([unknown.status, unknown.body.code]).toEqual([400, 'not_found'])
        expect(foreign.body.error).toBe(unknown.body.error.replace('nobody', 'clerk'))
        const { store } = server()
        await store.run(store.sql('agents').where({ owner: account.id }).delete())
        await work.ok('work.submit', { action: 'retry', id: submitted.id })
        await settle()
        const { status, runs } = await read(work, submitted.id)
        expect([status, runs.at(-1)?.error]).toEqual([
          'failed',
          expect.stringContaining('clerk was deleted before it could do the work'),
        ])
      })

      test('whose model never fills a form as it should ends blocked, after 40 calls', async () => {
        const { work } = await person()
        const wrong = calling(...Array.from({ length: 10 }, () => ['notes.add', { titel: ['x'] }] as const))
        const unfit: Scripted = { text: JSON.stringify({ status: 'done', summary: 'All', evidence: [{}, 7] }) }
        const { status, runs } = await carriedOut(work, 'Write a note.', wrong, wrong, wrong, wrong, unfit)
        expect([status, runs[0]?.steps.length, runs[0]?.error]).toEqual([
          'blocked',
          40,
          expect.stringContaining('stopped after 40 calls'),
        ])
        expect(runs[0]?.steps.every(({ ok }) => !ok)).toBe(true)
        expect((await carriedOut(work, 'Write a note.', unfit)).runs[0]?.error).toContain('gives no evidence')
        const strange: Scripted = { text: JSON.stringify({ status: 'finished', summary: 1 }) }
        expect((await carriedOut(work, 'Write a note.', strange, strange)).status).toBe('blocked')
      })

      test('stores the beginning of long steps, results and evidence', async () => {
        const { account, work } = await person()
        const long = report('done', 'r'.repeat(1000), Array(30).fill('e'.repeat(600)))
        const found = await carriedOut(work, 'Write a note.', long)
        expect(reportIn(JSON.stringify({ status: 'done', summary: 'r'.repeat(100_001) }))?.summary.length).toBe(100_000)
        expect(found.evidence.map(({ length }) => length)).toEqual(Array(20).fill(500))
        const { store, clock } = server()
        const row = (await rows.find(store, { id: found.id, owner: account.id })) as rows.WorkRow
        const live = { publish: async () => undefined }
        const log = createLog({ logLevel: 'silent' })
        const steps = new StepLog({ store, clock, log, live, writeInTurn: createWriteInTurn() }, row, 1)
        const common = { number: 1, service: 'notes', method: 'notes.add' }
        await store.run(store.sql('work_runs').where({ work: found.id }).update({ status: 'doing' }))
        await steps.begin({ number: 1, operation: { id: 'notes.add', effects: ['creates own'] } })
        const facts = { ok: true, text: 's'.repeat(600), cost_credits: 0, startedAtMs: 0, durationMs: 1 }
        steps.record({ type: 'called', call: { ...common, ...facts } })
        await steps.written()
        expect((await read(work, found.id)).runs[0]?.steps[0]?.text.length).toBe(500)
      })
    })
  },
  { settings },
)
