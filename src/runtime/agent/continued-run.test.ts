import { expect, test } from 'vitest'
import { agentWith } from '../../testing/agent-bench.ts'
import { modelsForTests } from '../../testing/model-bench.ts'
import type { PausedRun } from './paused-run.ts'

const { provider, bench } = await modelsForTests()

const create = (id: string, title: string) => ({
  ...({ type: 'tool_call', id, name: 'call_tool' } as const),
  input: { name: 'tasks_create', arguments: { title } },
})

const toolCalls = [create('one', 'Buy a tent'), create('two', 'Buy a map')]

/** A run whose model has requested two calls, neither of which has been made. */
const begun: PausedRun = {
  requestId: 'request',
  messages: [{ role: 'user', text: 'Plan the trip.' }],
  answer: { message: { role: 'assistant', parts: toolCalls }, toolCalls },
  results: [],
  records: [],
  microCredits: 0,
  wasTainted: false,
  trust: { prompt: 'Plan the trip.', choices: [], isTainted: false, run: 'run_1' },
  isDecided: true,
  mark: 'abc',
}

test('a call that was made, but not stored, when a process ended has the same key in the process that continues the run', async () => {
  /** Continues a run. @returns the calls it makes with their keys, and how far it was stored before each */
  async function continued(paused: PausedRun) {
    const stored: PausedRun[] = []
    const { ask, made } = agentWith(bench(provider.settings('openai')).models, () => ({ result: {} }), {
      waiting: {
        claim: async (approval) => ({ approval, token: 1 }),
        progress: async (_claim, state) => stored.push(structuredClone((state as { run: PausedRun }).run)) > 0,
      },
    })
    provider.script({ text: 'Both are on your list.' })
    const resumed = { approval: 'approval_1', decision: 'allowed', paused } as const
    await ask('', { resumed, resumption: { key: 'thread', data: {}, isContinued: true } })
    return { stored, keys: made.map(({ args, key }) => [(args as { title: string }).title, key]) }
  }

  const first = await continued(begun)
  expect(first.keys).toEqual([
    ['Buy a tent', 'run_1.1'],
    ['Buy a map', 'run_1.2'],
  ])
  // The model goes on once both have returned.
  expect(provider.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool'])
  const [beforeAny, betweenBoth] = first.stored as [PausedRun, PausedRun]
  expect((await continued(beforeAny)).keys).toEqual(first.keys)
  // A call whose result is stored is not made again.
  expect((await continued(betweenBoth)).keys).toEqual(first.keys.slice(1))
})

test.each([0, 1])('a run that another process takes over after %i calls makes no further call here', async (before) => {
  let left = before + 1
  const { ask, made } = agentWith(bench(provider.settings('openai')).models, () => ({ result: {} }), {
    waiting: {
      claim: async (approval) => ({ approval, token: 1 }),
      async progress() {
        left -= 1
        return left > 0
      },
    },
  })
  const resumed = { approval: 'approval_1', decision: 'allowed', paused: begun } as const
  const ended = await ask('', { resumed, resumption: { key: 'thread', data: {}, isContinued: true } })
  expect(ended.endedBecause).toBe('waiting')
  expect(made).toHaveLength(before)
})
