import { expect, test } from 'vitest'
import type { AgentRun } from '#runtime/agent/types.ts'
import { manualClock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { JobFailure } from '#runtime/jobs/kind.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import type { Claim } from '../../tasks/contracts.ts'
import { createWriteInTurn, type WorkDeps } from '../index.ts'
import * as rows from '../rows/work.ts'
import { runWork } from './run-work.ts'

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
        ...{ token_id: null, agent_id: null, agent_name: null, now: 1 },
      }),
    )
    let task: Claim['from'][number] = 'todo'
    const answers = [crowded, { endedBecause: 'answered', text: report }]
    const deps = {
      ...{ store, clock: manualClock(), bus: { publish: async () => undefined } },
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
      writeInTurn: createWriteInTurn(),
    } as unknown as WorkDeps
    const run = (attempt: number) =>
      runWork(deps, { payload: { id, owner, number: 1 }, signal: new AbortController().signal, attempt })
    await expect(run(1)).rejects.toThrow(JobFailure)
    expect([await rows.find(store, { id, owner }), task]).toMatchObject([{ status: 'todo' }, 'doing'])
    await run(2)
    expect(await rows.find(store, { id, owner })).toMatchObject({ status: 'done', result: 'Compared.' })
  })

  test.each([false, true])('a prompt that may be by others is run as such: %s', async (by_others) => {
    const store = await openTestStore()
    const owner = await fundedAccount(store, 0)
    await store.write((tx) =>
      rows.insert(tx, {
        ...{ id: 'work_1', owner, prompt: 'chat.send direct:eve', thread: 'thread_1', task: null },
        ...{ token_id: null, agent_id: null, agent_name: null, now: 1 },
      }),
    )
    await store.run(store.sql('work').where({ id: 'work_1' }).update({ by_others }))
    const made: (boolean | undefined)[] = []
    const agent = {
      callerOf: async () => ({ account: { id: owner } }),
      async run({ isPromptOfOthers }: AgentRun) {
        made.push(isPromptOfOthers)
        return { endedBecause: 'answered', text: report }
      },
    }
    const deps = {
      ...{ store, clock: manualClock(), bus: { publish: async () => undefined }, agent },
      writeInTurn: createWriteInTurn(),
    } as unknown as WorkDeps
    const payload = { id: 'work_1', owner, number: 1 }
    await runWork(deps, { payload, signal: new AbortController().signal, attempt: 1 })
    expect(made).toEqual([by_others])
  })
})
