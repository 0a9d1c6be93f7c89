import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { expectFaults } from '#testing/expect-faults.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { type Scripted, startModelProvider } from '../../testing/model-provider/index.ts'
import { grant } from '../../testing/pipeline.ts'
import { forEachServer, type TestAccount, type TestCaller } from '../../testing/server.ts'
import { keptMs } from './jobs/purge.ts'
import { maxEnded, maxRuns, maxWaiting } from './work-queue.ts'

/** What the model answers next. */
let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? { text: 'Yes.' })
beforeEach(() => {
  answers = []
})
afterAll(() => provider.stop())
afterEach(() => provider.idle())

type Work = NonNullable<Result<'work.read'>['work']>

const call = (name: string, args: object) => ({ name: 'call_tool', input: { name, arguments: args } })
const report = (status: string, summary: string, evidence: string[]): Scripted => ({
  text: `\`\`\`json\n${JSON.stringify({ status, summary, evidence })}\n\`\`\``,
})
const done = report('done', 'It is in your notes.', ['the note "Libraries"'])

forEachServer(
  (server) => {
    interface Person {
      readonly account: TestAccount
      readonly work: TestCaller
      readonly inbox: TestCaller
    }

    async function person(): Promise<Person> {
      const account = await server().account()
      const product = (capability: 'work' | 'inbox') =>
        account.withToken({ scope: { capabilities: [capability] }, actions: true })
      return { account, work: await product('work'), inbox: await product('inbox') }
    }

    async function settle(): Promise<void> {
      const { bus, jobs } = server()
      await bus.settle()
      await jobs.settle()
      await bus.settle()
    }

    const read = async (work: TestCaller, id: string) => (await work.ok('work.read', { id })).work as Work

    async function carriedOut(work: TestCaller, prompt: string, ...scripted: Scripted[]): Promise<Work> {
      answers.push(...scripted)
      const { work: submitted } = await work.ok('work.submit', { prompt })
      await settle()
      return read(work, submitted.id)
    }

    describe('work', () => {
      test('is done by the agent: its steps, its evidence and its cost are reported, and the result is in the inbox', async () => {
        const { account, work, inbox } = await person()
        answers.push(
          { tools: [call('notes_add', { title: 'Libraries', text: 'Nine to five' })] },
          { tools: [call('text_classify', { text: 'Nine to five', labels: 'hours,other' })] },
          { text: JSON.stringify({ label: 'hours', confidence: 1 }) },
          done,
        )
        const { work: submitted } = await work.ok('work.submit', { prompt: 'Write a note and classify it.' })
        expect(submitted).toMatchObject({ status: 'todo', position: 1, run_count: 0, runs: [], evidence: [] })
        await settle()
        const found = await read(work, submitted.id)
        expect(found).toMatchObject({
          ...{ status: 'done', result: 'It is in your notes.', evidence: ['the note "Libraries"'] },
          ...{ run_count: 1, cost_credits: 1, thread: submitted.thread },
        })
        expect(found).not.toHaveProperty('position')
        expect(found.runs).toMatchObject([{ number: 1, status: 'done', finished: expect.any(String) }])
        expect(found.runs[0]?.steps.map(({ method, ok, cost_credits }) => [method, ok, cost_credits])).toEqual([
          ['notes.add', true, 0],
          ['text.classify', true, 1],
        ])
        expect((await account.ok('notes.get', { title: 'Libraries' })).text).toBe('Nine to five')
        const { store } = server()
        const spent = await store.get<{ total: number | string }>(
          store.sql('ledger_entries').where({ owner: account.id }).where('amount', '<', 0).sum({ total: 'amount' }),
        )
        expect(-Number(spent?.total)).toBe(found.cost_credits * 1_000_000)
        const { thread } = await inbox.ok('inbox.read', { id: submitted.thread })
        expect(thread).toMatchObject({ kind: 'work', subject: 'Write a note and classify it.', is_unread: true })
        expect(thread?.messages.map(({ text }) => text)).toEqual(['It is in your notes.'])
        expect(await work.ok('work.read', { status: 'done' })).toMatchObject({ items: [{ id: found.id }], total: 1 })
        expect(await work.ok('work.read', { status: 'failed' })).toEqual({ items: [], total: 0, offset: 0 })
      })

      test.each([
        ['no evidence', [report('done', 'All done.', [])], 'blocked', 'gives no evidence'],
        ['a question', [report('blocked', 'Which library?', [])], 'blocked', 'Which library?'],
        [
          'prose, twice',
          [{ text: 'I did it.' }, { text: 'Really.' }],
          'blocked',
          'did not report whether the work is done',
        ],
        ['a refusal', [{ text: 'I', finish: 'refusal' }], 'failed', 'refused'],
        ['an error', [{ status: 500 }, { status: 500 }, { status: 500 }], 'failed', 'model'],
        ['429', Array.from({ length: 6 }, () => ({ status: 429, headers: { 'retry-after': '1' } })), 'failed', 'model'],
      ] as const)('with %s from the model is not done, and says why', async (_case, scripted, status, reason) => {
        const { work, inbox } = await person()
        const found = await carriedOut(work, 'Find the opening hours.', ...(scripted as readonly Scripted[]))
        expect(found).toMatchObject({ status, runs: [{ status, error: expect.stringContaining(reason) }] })
        expect(found).not.toHaveProperty('result')
        const { thread } = await inbox.ok('inbox.read', { id: found.thread })
        expect(thread?.messages).toMatchObject([{ text: expect.stringContaining(reason) }])
        server().clock.advance(60_000)
      })

      test('whose agent answers in prose is asked once for its report, without tools', async () => {
        const { work } = await person()
        const found = await carriedOut(work, 'What is the capital of France?', { text: 'It is Paris.' }, done)
        expect(found.status).toBe('done')
        expect(provider.requests.at(-1)?.tools).toEqual([])
      })

      test('is marked if its agent has read text by others, and so is the task that it was for', async () => {
        const { account, work } = await person()
        const plain = await carriedOut(work, 'What is the capital of France?', done)
        expect(plain).not.toHaveProperty('origin')
        await account.ok('bookmarks.add', { url: 'https://ferries.example/', title: 'Ferries' })
        for (const reading of [false, true]) {
          const steps = reading ? [{ tools: [call('bookmarks_list', {})] }] : []
          answers.push(...steps, done)
          const { id } = await account.ok('tasks.create', { title: 'Find the libraries', assignee: 'agent' })
          await settle()
          const task = await account.ok('tasks.read', { id })
          expect([task.status, task.origin]).toEqual(['done', reading ? 'others' : undefined])
          const { items = [] } = await work.ok('work.read', {})
          expect(items.find((item) => item.task === id)?.origin).toBe(reading ? 'others' : undefined)
        }
      })

      test('for a task of a program that has read text by others begins with such text', async () => {
        const { account, work } = await person()
        const { store, calls } = server()
        const token = await store.get<{ id: string }>(
          store.sql('tokens').select('id').where({ account_id: account.id, all_services: true }),
        )
        const by = { ...grant, account: { ...grant.account, ...account }, tokenId: token?.id ?? '' }
        const args = { title: 'Obey', assignee: 'agent' as const }
        const outcome = await calls.run({
          ...{ operationId: 'tasks.create', args, requestId: 'request_1' },
          caller: {
            ...{ kind: 'account', via: 'token', account: by.account, grant: by },
            trust: {
              ...{ isTainted: true, spentMicroCredits: 0, actor: { kind: 'mcp' } },
              chosen: [{ operation: 'tasks.create', object: 'Obey' }],
            },
          },
        })
        expect(outcome.error).toBeUndefined()
        answers.push({ tools: [call('notes_add', { title: 'Obeyed', text: 'Yes' })] }, done)
        await settle()
        expect((await work.ok('work.read', {})).items).toMatchObject([{ prompt: 'Obey', origin: 'others' }])
        expect((await account.ok('notes.get', { title: 'Obeyed' })).origin).toBe('others')
      })

      test('that failed or is blocked is run again on request, with a summary of what was done before; other work is not', async () => {
        const { work } = await person()
        const prompt = 'Write a note about libraries.'
        const asked = report('blocked', 'Which ones?', [])
        const step = { tools: [call('notes_add', { title: 'Draft', text: 'x' })] }
        const { id } = await carriedOut(work, prompt, step, asked)
        answers.push(done)
        const { work: again } = await work.ok('work.submit', { action: 'retry', id })
        expect(again).toMatchObject({ status: 'todo', position: 1, run_count: 1 })
        const early = await work.fails('work.submit', { action: 'retry', id })
        expect([early.status, early.body.code]).toEqual([409, 'conflict'])
        await settle()
        const texts = provider.requests.at(-1)?.messages.map(({ text }) => text)
        expect(texts?.join('\n')).toContain('notes.add succeeded')
        const found = await read(work, id)
        expect(found).toMatchObject({ status: 'done', run_count: 2, runs: [{ number: 1 }, { number: 2 }] })
        const late = await work.fails('work.submit', { action: 'retry', id })
        expect([late.status, late.body.code]).toEqual([409, 'conflict'])
        const { store } = server()
        await store.run(store.sql('work').where({ id }).update({ status: 'failed', run_count: maxRuns }))
        expect((await work.fails('work.submit', { action: 'retry', id })).body.error).toContain('Submit it again')
      })

      test('of one account waits in order, 50 at once and more, and another account does not wait for it', async () => {
        const [ada, bob] = [await person(), await person()]
        const { store } = server()
        const count = 50
        answers = Array.from({ length: count + 1 }, () => done)
        const submitted = await Promise.all(
          Array.from({ length: count }, (_, index) => ada.work.ok('work.submit', { prompt: `Number ${index}` })),
        )
        expect(new Set(submitted.map(({ work }) => work.id)).size).toBe(count)
        await bob.work.ok('work.submit', { prompt: 'Mine' })
        await settle()
        expect((await ada.work.ok('work.read', { limit: 100 })).items?.every(({ status: s }) => s === 'done')).toBe(
          true,
        )
        expect((await bob.work.ok('work.read', {})).items).toMatchObject([{ status: 'done' }])
        const runs = await store.all(store.sql('work_runs').where({ owner: ada.account.id }))
        expect(runs).toHaveLength(count)
        expect(provider.requests.length).toBeGreaterThanOrEqual(count)
      })

      test('has its position while it waits, and a bounded number may', async () => {
        const { account, work } = await person()
        const { store, clock } = server()
        const row = (index: number) => ({
          ...{
            id: `work_${account.id}_${String(index).padStart(4, '0')}`,
            owner: account.id,
            prompt: 'x',
            status: 'todo',
          },
          ...{ evidence: '[]', thread: 'thread_x', run_count: 0, cost: 0, queued_at: index },
          ...{ created_at: clock.now(), updated_at: clock.now() },
        })
        const all = Array.from({ length: maxWaiting }, (_, index) => row(index))
        const insert = (added: (typeof all)[number][]) => insertRows(store, 'work', added)
        await insert(all)
        const { items = [], total } = await work.ok('work.read', { status: 'todo', limit: 3 })
        expect([items.map(({ position }) => position), total]).toEqual([[200, 199, 198], maxWaiting])
        const { status, body } = await work.fails('work.submit', { prompt: 'One more' })
        expect([status, body.code]).toEqual([400, 'failed_precondition'])
        const failed = { ...row(maxWaiting), status: 'failed' }
        await insert([failed])
        const again = await work.fails('work.submit', { action: 'retry', id: failed.id })
        expect([again.status, again.body.code]).toEqual([400, 'failed_precondition'])
        const old = clock.now() - keptMs
        await store.run(
          store.sql('work').where({ owner: account.id }).update({ status: 'done', created_at: old, updated_at: old }),
        )
        await insert(Array.from({ length: 90 }, (_, at) => ({ ...row(1000 + at), status: 'done' })))
        clock.advance(3_600_000)
        await server().jobs.settle()
        expect((await work.ok('work.read', {})).total).toBe(90)
        await insert(Array.from({ length: maxEnded - 80 }, (_, at) => ({ ...row(2000 + at), status: 'done' })))
        await work.ok('work.submit', { prompt: 'One more' })
        expect((await work.ok('work.read', { status: 'done' })).total).toBe(maxEnded)
        await settle()
      })

      test('submitted again with its key after a lost answer is the same work', async () => {
        const { account, work } = await person()
        answers.push(done)
        const init = {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'lost-1' },
          body: JSON.stringify({ prompt: 'Once, please' }),
        }
        const [first, second] = [await work.send('work.submit', init), await work.send('work.submit', init)]
        expect(second.body).toEqual(first.body)
        expect(second.headers.get('Idempotency-Replayed')).toBe('true')
        await settle()
        expect((await work.ok('work.read', {})).total).toBe(1)
        expect(account.id).toBeTruthy()
      })

      test('has no more rights than the token that submitted it, as they are when it runs', async () => {
        const { account, work } = await person()
        const { work: waiting } = await work.ok('work.submit', { prompt: 'Hello' })
        const { store } = server()
        await store.run(store.sql('tokens').where({ account_id: account.id }).update({ revoked_at: 1 }))
        await settle()
        const scope = { capabilities: ['work'] } as const
        const other = await account.withToken({ scope, actions: true })
        const found = await read(other, waiting.id)
        expect(found).toMatchObject({ status: 'failed', runs: [{ steps: [], error: expect.stringMatching(/token/i) }] })
      })

      test('is not submitted by the agent itself', async () => {
        const { account } = await person()
        const browser = await account.inBrowser()
        answers.push({ tools: [call('work_submit', { prompt: 'More of the same' })] }, done)
        const { work: submitted } = await browser.ok('work.submit', { prompt: 'Submit work, again and again.' })
        await settle()
        const found = await read(browser, submitted.id)
        expect(found.runs[0]?.steps.every(({ ok }) => !ok)).toBe(true)
        expect((await browser.ok('work.read', {})).total).toBe(1)
      })

      test("another account's work is the same as work that does not exist", async () => {
        const [ada, bob] = [await person(), await person()]
        const { id } = await carriedOut(ada.work, 'Mine', report('blocked', 'Whose?', []))
        for (const [operation, args] of [
          ['work.read', {}],
          ['work.submit', { action: 'retry' }],
        ] as const) {
          const foreign = await bob.work.fails(operation, { ...args, id })
          const missing = await bob.work.fails(operation, { ...args, id: 'work_none' })
          expect([foreign.status, foreign.body.code]).toEqual([400, 'not_found'])
          expect(foreign.body.error.replace(id, 'work_none')).toBe(missing.body.error)
        }
        expect(await bob.work.ok('work.read', {})).toEqual({ items: [], total: 0, offset: 0 })
      })

      test.each([
        ['work.read', { id: 'work_a', status: 'done' }, ['status']],
        ['work.read', { status: 'queued' }, ['status']],
        ['work.read', { limit: 101 }, ['limit']],
        ['work.submit', {}, ['prompt']],
        ['work.submit', { prompt: ' ' }, ['prompt']],
        ['work.submit', { prompt: 'x', action: 'retry', id: 'work_a' }, ['prompt']],
        ['work.submit', { prompt: 'x', id: 'work_a' }, ['prompt', 'action']],
        ['work.submit', { action: 'retry' }, ['id']],
        ['work.submit', { action: 'stop', id: 'work_a' }, ['action']],
        ['work.submit', { prompt: '\u{1f600}'.repeat(30_001) }, ['prompt']],
      ] as const)('%s is refused with %j', async (operation, args, paths) => {
        const { work } = await person()
        await expectFaults(work, operation, args, paths)
      })

      test('of 30,000 emoji is work like any other', async () => {
        const { work } = await person()
        const found = await carriedOut(work, '\u{1f600}'.repeat(30_000), done)
        expect(found.status).toBe('done')
      })
    })
  },
  { settings: provider.settings('openai') },
)
