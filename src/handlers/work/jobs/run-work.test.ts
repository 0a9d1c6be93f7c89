import { expect, test } from 'vitest'
import type { AgentRun } from '#runtime/agent/types.ts'
import { manualClock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { createLog } from '#runtime/base/log.ts'
import { localSignals } from '#runtime/base/signals.ts'
import { JobFailure } from '#runtime/jobs/kind.ts'
import { createJobQueue } from '#runtime/jobs/queue.ts'
import { ServerStoppingError } from '#runtime/jobs/run.ts'
import { forEachDatabase, forOneDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import type { Claim } from '../../tasks/contracts.ts'
import { createWriteInTurn, type WorkDeps } from '../index.ts'
import * as runs from '../rows/runs.ts'
import * as rows from '../rows/work.ts'
import { maxRestarts } from '../work-queue.ts'
import { runWork } from './run-work.ts'

const noApprovals = { isWaiting: async () => false, forget: async () => undefined }
const crowded = new ApiError('rate_limited', 'Too many agent runs are waiting.', { retryAfterS: 10 })
const report = '```json\n{"status":"done","summary":"Compared.","evidence":["the note \\"Trains\\""]}\n```'

forOneDatabase((_dialect, openTestStore) => {
  test('a run that was put back takes up its task again, which it had claimed', async () => {
    const store = await openTestStore()
    const owner = await fundedAccount(store, 0)
    const id = 'work_1'
    await store.write((tx) =>
      rows.insert(tx, {
        ...{ id, owner, prompt: 'Compare trains', thread: 'thread_1', task: 'task_1' },
        ...{ token_id: null, agent_id: null, agent_name: null, result_schema: null, choices: null, now: 1 },
      }),
    )
    let task: Claim['from'][number] = 'todo'
    const answers = [crowded, { endedBecause: 'answered', text: report }]
    const deps = {
      ...{
        store,
        clock: manualClock(),
        bus: { publish: async () => undefined },
        live: { publish: async () => undefined },
      },
      agent: {
        callerOf: async () => ({ account: { id: owner } }),
        async run() {
          const answer = answers.shift()
          if (answer instanceof Error) throw answer
          return answer
        },
      },
      async query(_claim: object, { from }: Claim) {
        const claimed = from.includes(task)
        if (claimed) task = 'doing'
        return { claimed }
      },
      ...{ approvals: noApprovals, signals: localSignals() },
      writeInTurn: createWriteInTurn(),
    } as unknown as WorkDeps
    const run = (attempt: number) =>
      runWork(deps, { payload: { id, owner, number: 1 }, signal: new AbortController().signal, attempt })
    await expect(run(1)).rejects.toThrow(JobFailure)
    expect([await rows.find(store, { id, owner }), task]).toMatchObject([{ status: 'todo' }, 'doing'])
    await run(2)
    expect(await rows.find(store, { id, owner })).toMatchObject({ status: 'done', result: 'Compared.' })
  })

  test.each([false, true])(
    'work of no named agent is nobody by name, and a prompt by others is run as such: %s',
    async (by_others) => {
      const store = await openTestStore()
      const owner = await fundedAccount(store, 0)
      await store.write((tx) =>
        rows.insert(tx, {
          ...{ id: 'work_1', owner, prompt: 'chat.send direct:eve', thread: 'thread_1', task: null },
          ...{ token_id: null, agent_id: null, agent_name: null, result_schema: null, choices: null, now: 1 },
        }),
      )
      await store.run(store.sql('work').where({ id: 'work_1' }).update({ by_others }))
      const made: object[] = []
      const agent = {
        callerOf: async () => ({ account: { id: owner } }),
        async run({ isPromptOfOthers, actor }: AgentRun) {
          made.push({ isPromptOfOthers, actor })
          return { endedBecause: 'answered', text: report }
        },
      }
      const deps = {
        ...{
          store,
          clock: manualClock(),
          bus: { publish: async () => undefined },
          live: { publish: async () => undefined },
          agent,
        },
        ...{ approvals: noApprovals, signals: localSignals() },
        writeInTurn: createWriteInTurn(),
      } as unknown as WorkDeps
      const payload = { id: 'work_1', owner, number: 1 }
      await runWork(deps, { payload, signal: new AbortController().signal, attempt: 1 })
      expect(made).toEqual([{ isPromptOfOthers: by_others, actor: {} }])
    },
  )
})

forEachDatabase((_dialect, openTestStore) => {
  /** Work with a run that its process has begun and left, and what is needed to take it up. */
  async function interruptedWork() {
    const store = await openTestStore()
    const owner = await fundedAccount(store, 0)
    const id = 'work_1'
    const clock = manualClock()
    const signals = localSignals()
    const published: { status?: string }[] = []
    const prompts: unknown[] = []
    const deps = {
      ...{ store, clock, signals, queue: createJobQueue({ clock, signals }), log: createLog({ logLevel: 'silent' }) },
      bus: { publish: async (_tx: object, _topic: object, payload: object) => void published.push(payload) },
      live: { publish: async () => undefined },
      approvals: noApprovals,
      agent: {
        callerOf: async () => ({ account: { id: owner } }),
        async run({ messages }: { messages: unknown }) {
          prompts.push(messages)
          return { endedBecause: 'answered', text: report }
        },
      },
      writeInTurn: createWriteInTurn(),
    }
    await store.write((tx) =>
      rows.insert(tx, {
        ...{ id, owner, prompt: 'Compare trains', thread: 'thread_1', task: null },
        ...{ token_id: null, agent_id: null, agent_name: null, result_schema: null, choices: null, now: 1 },
      }),
    )
    return {
      ...{ deps, published, prompts },
      find: () => rows.find(store, { id, owner }),
      allRuns: () => store.all<rows.RunRow>(rows.runsOf({ work: id })),
      begin: (number: number) => store.write((tx) => runs.beginRun(tx, { work: id, number, owner, now: 1 })),
      step: (run: number, has_effect: boolean) =>
        store.run(
          runs.beginStep({
            ...{ id: `step_${run}`, work: id, run, number: 1, owner, method: 'notes.get', has_effect, now: 1 },
          }),
        ),
      run: (number: number, stop = new AbortController()) =>
        runWork(deps as unknown as WorkDeps, { payload: { id, owner, number }, signal: stop.signal, attempt: 2 }),
      jobs: () => store.all<{ key: string }>(store.sql('jobs').select('key').orderBy('id')),
    }
  }

  test('a run whose process stopped when it had only read starts again as it began, at most 3 times in sequence', async () => {
    const { find, begin, step, run, published, prompts, jobs, allRuns } = await interruptedWork()
    for (let number = 1; number <= maxRestarts; number += 1) {
      await begin(number)
      await step(number, false)
      await run(number)
      expect(await find()).toMatchObject({ status: 'todo' })
    }
    expect([published, (await jobs()).map(({ key }) => key)]).toEqual([[], ['work_1/2', 'work_1/3', 'work_1/4']])
    await run(maxRestarts + 1)
    expect(prompts).toEqual([[{ role: 'owner', text: 'Compare trains' }]])
    expect(await find()).toMatchObject({ status: 'done' })
    expect((await allRuns()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'done'])
  })

  test('a run whose process stopped a fourth time is blocked', async () => {
    const { find, begin, run, published } = await interruptedWork()
    for (let number = 1; number <= maxRestarts + 1; number += 1) {
      await begin(number)
      await run(number)
    }
    expect(await find()).toMatchObject({ status: 'blocked' })
    expect(published.flatMap(({ status }) => status ?? [])).toEqual(['blocked'])
  })

  test('a run whose process stopped after a call with an effect had begun is blocked', async () => {
    const { find, begin, step, run, jobs } = await interruptedWork()
    await begin(1)
    await step(1, true)
    await run(1)
    expect([await find(), await jobs()]).toMatchObject([{ status: 'blocked' }, []])
  })

  test('a run that is stopped with its server before it had an effect starts again; at its time limit it is blocked', async () => {
    for (const [reason, status] of [
      [new ServerStoppingError(), 'todo'],
      [new Error('The run took too long'), 'blocked'],
    ] as const) {
      const { find, run, deps } = await interruptedWork()
      const stop = new AbortController()
      deps.agent.run = async () => {
        stop.abort(reason)
        throw reason
      }
      await run(1, stop)
      expect(await find()).toMatchObject({ status })
    }
  })
})
