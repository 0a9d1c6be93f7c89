import { expect, test } from 'vitest'
import { agentWith, byToken, session } from '../../testing/agent-bench.ts'
import { modelsForTests } from '../../testing/model-bench.ts'
import { ApiError } from '../base/errors.ts'
import type { Models } from '../outbound/models/models.ts'
import type { AgentRun } from './types.ts'

const { provider, bench } = await modelsForTests()
const models = () => bench(provider.settings('openai')).models
const clerk = { id: 'agent_1', name: 'clerk', instructions: 'Answer in verse.', services: 'all' } as const

async function instructionsOf(rest: Partial<AgentRun>): Promise<string> {
  const { ask } = agentWith(models(), () => ({ result: {} }))
  await ask('Hello', rest)
  return provider.requests.at(-1)?.instructions ?? ''
}

test('the instructions say who asks, when, and what the owner of a named agent wants', async () => {
  const named = await instructionsOf({ agent: clerk })
  expect(named).toContain('You are the agent "clerk" of ada on this server.')
  expect(named).toContain('The time is 2026-11-21T09:30:00.000Z.')
  expect(named).toContain('Special instructions from ada:\nAnswer in verse.')
  expect(await instructionsOf({ agent: { ...clerk, instructions: ' ' } })).not.toContain('Special instructions')
  expect(await instructionsOf({})).toContain('You are the agent of ada on this server.')
})

test.each([
  ['many tools', session, 'find a tool with find_tools'],
  ['a few tools', byToken(['notes']), 'Each tool is a method of a service on this server.'],
  ['no tools', byToken([]), 'You have no tools.'],
] as const)('the instructions of a run with %s say how they are called', async (_what, caller, sentence) => {
  expect(await instructionsOf({ caller })).toContain(sentence)
})

test('without a model a run fails at once, with what to set', async () => {
  const missing = new ApiError('not_configured', 'Set AGENT_MODEL.')
  const none = {
    require() {
      throw missing
    },
  } as unknown as Models
  const { agent, ask, events } = agentWith(none, () => ({ result: {} }))
  expect(() => agent.require()).toThrow(missing)
  await expect(ask('Hello')).rejects.toBe(missing)
  expect(events).toEqual([])
})
