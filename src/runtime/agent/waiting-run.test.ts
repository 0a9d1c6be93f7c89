import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { agentWith } from '../../testing/agent-bench.ts'
import { modelsForTests } from '../../testing/model-bench.ts'
import type { RunClaim } from '../approvals/types.ts'
import { ApiError } from '../base/errors.ts'
import type { PausedRun } from './paused-run.ts'
import type { AgentRun } from './types.ts'

const { provider, bench } = await modelsForTests()

const call = (name: string, title: string) => ({ name: 'call_tool', input: { name, arguments: { title } } })
/** A person is asked about the first call only. */
const step = { tools: [call('notes_delete', 'Rent'), call('notes_get', 'Plan')] }
const done = { text: 'That is all.' }

/**
 * A run that waits for an approval, and is stored meanwhile.
 *
 * @param goesOn whether it may go on in this process
 */
function waitingRun({ goesOn = true, isContinued = false } = {}) {
  const steps: unknown[] = []
  const claim = (token: number): RunClaim => ({ approval: 'approval_1', token })
  const { ask, made, events } = agentWith(bench(provider.settings('openai')).models, () => ({ result: {} }), {
    decides: 'allowed',
    waiting: {
      async park(_id, key, state) {
        const { run } = state as { run: PausedRun }
        steps.push(['park', key, run.answer.toolCalls.map(({ name }) => name)])
        return true
      },
      async resume() {
        steps.push(['resume'])
        return goesOn
      },
      async claim(_approval, takesOver) {
        steps.push(['claim', takesOver])
        return takesOver || goesOn ? claim(takesOver ? 1 : 2) : undefined
      },
      async progress({ token }, state) {
        await setImmediate()
        steps.push(['progress', token, state !== undefined])
        return true
      },
    },
  })
  const resumption = { key: 'thread_1', data: {}, isContinued }
  return {
    ...{ made, events, steps },
    ask: (rest: Partial<AgentRun> = {}) => ask('Delete the note Rent', { resumption, ...rest }),
  }
}

const parked = ['park', 'thread_1', ['call_tool', 'call_tool']]
/** A run that went on after an approval; no process has made its call yet. */
const toolCalls = [{ type: 'tool_call', id: 'one', ...call('notes_delete', 'Rent') } as const]
const begun: PausedRun = {
  requestId: 'request',
  messages: [{ role: 'user', text: 'Delete the note Rent' }],
  answer: { message: { role: 'assistant', parts: toolCalls }, toolCalls },
  results: [],
  records: [],
  microCredits: 0,
  wasTainted: false,
  trust: { prompt: 'Delete the note Rent', choices: [], isTainted: false, run: 'run_1' },
  isDecided: true,
  mark: 'abc',
}
const resumed = { approval: 'approval_1', decision: 'allowed', paused: begun } as const

test('a run that waits for an approval is stored, and goes on in the process in which it waits', async () => {
  const { ask, made, steps } = waitingRun()
  provider.script(step, done)
  expect(await ask()).toMatchObject({ endedBecause: 'answered' })
  expect(steps).toEqual([parked, ['resume']])
  expect(made.map(({ operationId }) => operationId)).toEqual(['notes.delete', 'notes.get'])
})

test.each([false, true])(
  'a run with which another process goes on makes no call here (continued if its process ends: %s)',
  async (isContinued) => {
    const { ask, made, steps } = waitingRun({ goesOn: false, isContinued })
    provider.script(step)
    expect(await ask()).toMatchObject({ endedBecause: 'waiting' })
    expect(steps).toEqual([parked, isContinued ? ['claim', false] : ['resume']])
    expect(made).toEqual([])
  },
)

test('a run that went on waits again without its first claim: its state is kept with the second approval', async () => {
  const { ask, made, steps } = waitingRun({ isContinued: true })
  provider.script(done)
  expect(await ask({ resumed })).toMatchObject({ endedBecause: 'answered' })
  const one = ['park', 'thread_1', ['call_tool']]
  expect(steps).toEqual([
    ['claim', true],
    ['progress', 1, true],
    one,
    ['progress', 1, false],
    ['claim', false],
    ['progress', 2, true],
  ])
  expect(made.map(({ operationId }) => operationId)).toEqual(['notes.delete'])
})

test('a call that its family does not let begin is not made, and the run fails with its reason', async () => {
  const { ask, made } = waitingRun()
  provider.script(step)
  const beforeCall = () => Promise.reject(new ApiError('unavailable', 'The work was canceled.'))
  await expect(ask({ beforeCall })).rejects.toThrow('The work was canceled.')
  expect(made).toEqual([])
})
