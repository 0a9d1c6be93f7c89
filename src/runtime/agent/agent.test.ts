import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { modelsForTests } from '../../testing/model-bench.ts'
import { manualClock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { createLog } from '../base/log.ts'
import type { KnownCall } from '../calls/incoming.ts'
import type { Outcome } from '../calls/outcome.ts'
import { createAgent } from './agent.ts'
import type { AgentCaller, AgentEvent, AgentRun } from './types.ts'

const { provider, bench } = await modelsForTests()
const apis = ['openai', 'anthropic'] as const

const account = { id: 'account_1', username: 'ada', namespace: 'onedoor', isAdmin: false, isNamespaceAdmin: false }
const session: AgentCaller = { kind: 'account', via: 'session', account, sessionId: 's' }
const token = (services: string[], actions = true): AgentCaller => ({
  kind: 'account',
  via: 'token',
  account,
  grant: {
    account,
    tokenId: 't',
    kind: 'services',
    allServices: false,
    services: new Set(services),
    capabilities: new Set(),
    actions,
  },
})

type Answer = (call: KnownCall) => Partial<Outcome> | Promise<Partial<Outcome>>

/** An agent whose calls are answered by the test. */
function agentWith(
  answer: Answer,
  settings: { api?: (typeof apis)[number]; calls?: number; after?: () => AbortSignal } = {},
) {
  const made: KnownCall[] = []
  const { models } = bench(provider.settings(settings.api ?? 'openai'))
  const agent = createAgent({
    config: { agentTimeoutMs: 300_000, agentCalls: settings.calls ?? 40, agentConcurrency: 8 },
    models,
    tokens: { grantOf: () => Promise.reject(new Error('unused')) },
    store: undefined as never,
    clock: manualClock('2026-11-21T09:30:00Z'),
    log: createLog({ logLevel: 'silent' }),
    ...(settings.after && { after: settings.after }),
  })
  agent.begin({
    serves: () => true,
    async run(call) {
      made.push(call as KnownCall)
      const operation = operations.find(({ id }) => id === call.operationId)
      return { operation, ...(await answer(call as KnownCall)) } as never
    },
  })
  const events: AgentEvent[] = []
  const ask = (prompt: string, rest: Partial<AgentRun> = {}) =>
    agent.run({
      caller: session,
      messages: [{ role: 'owner', text: prompt }],
      signal: new AbortController().signal,
      onEvent: (event) => void events.push(event),
      origin: 'agent',
      ...rest,
    })
  return { agent, ask, made, events }
}

const call = (name: string, args: object) => ({ name: 'call_tool', input: { name, arguments: args } })

describe.each(apis)('a run, in the format of %s', (api) => {
  test('calls the methods that the model asks for, several in one answer, and sums what they cost', async () => {
    const { ask, made, events } = agentWith(
      ({ operationId }) => ({ result: { text: operationId }, charge: { charged: 1_500_000, available: 0 } }),
      { api },
    )
    provider.script(
      { text: 'Let me see.', tools: [call('notes_get', { title: 'a' }), call('notes_list', {})] },
      { text: 'There they are.' },
    )
    const result = await ask('What do I have?')
    expect(result).toMatchObject({ text: 'There they are.', costCredits: 3, endedBecause: 'answered' })
    expect(result.calls.map(({ method, ok, cost_credits }) => [method, ok, cost_credits])).toEqual([
      ['notes.get', true, 1.5],
      ['notes.list', true, 1.5],
    ])
    expect(made.map(({ operationId, origin, caller }) => [operationId, origin, caller])).toEqual([
      ['notes.get', 'agent', session],
      ['notes.list', 'agent', session],
    ])
    expect(events.map(({ type }) => type)).toContain('call')
    expect(provider.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(
      api === 'openai' ? ['user', 'assistant', 'tool', 'tool'] : ['user', 'assistant', 'tool'],
    )
  })
})

describe('tools', () => {
  test('are found, described and called where there are many', async () => {
    const { ask } = agentWith(() => ({ result: {} }))
    provider.script(
      { tools: [{ name: 'find_tools', input: { words: 'write a note' } }] },
      { tools: [{ name: 'describe_tool', input: { name: 'notes_add' } }] },
      { text: 'Ready.' },
    )
    await ask('Can you write notes?')
    const sent = provider.requests.at(-1)
    expect(sent?.tools).toEqual(['find_tools', 'describe_tool', 'call_tool'])
    expect(sent?.messages[2]?.text).toContain('notes_add')
    expect(sent?.messages[4]?.text).toContain('"required":["title","text"]')
  })

  test('are those that the token has, and none that are withheld', async () => {
    const { ask } = agentWith(() => ({ result: {} }))
    await ask('Hello', { caller: token(['notes']) })
    expect(provider.requests.at(-1)?.tools).toEqual(['notes_add', 'notes_get', 'notes_list'])
    await ask('Hello', { caller: token(['notes'], false) })
    expect(provider.requests.at(-1)?.tools).toEqual(['notes_get', 'notes_list'])
  })

  test('that the named agent may not use are refused, also by their names', async () => {
    const { ask, made } = agentWith(() => ({ result: {} }))
    const agent = { id: 'agent_1', name: 'clerk', instructions: '', services: ['tasks'] }
    provider.script({ tools: [{ name: 'notes_add', input: { title: 'a', text: 'b' } }] }, { text: 'No.' })
    await ask('Add a note', { agent })
    expect(made).toEqual([])
    expect(provider.requests.at(-1)?.tools).not.toContain('notes_add')
    await ask('Hello', { agent: { ...agent, services: [] } })
    expect(provider.requests.at(-1)?.tools).toEqual([])
  })
})

describe('what ends a run', () => {
  test('40 calls: the model is asked once more, without tools, and the answer says so', async () => {
    const { ask, made } = agentWith(() => ({ result: {} }), { calls: 3 })
    provider.script(
      { tools: [call('notes_list', {}), call('notes_list', {})] },
      { tools: [call('notes_list', {}), call('notes_list', {})] },
      { text: 'This far I came.' },
    )
    const result = await ask('Loop')
    expect(made).toHaveLength(3)
    expect(result).toMatchObject({ endedBecause: 'calls' })
    expect(result.text).toContain('This far I came.')
    expect(result.text).toContain('stopped after 3 calls')
  })

  test('time: what was written until then is returned, and says so', async () => {
    const timer = new AbortController()
    const { ask, events } = agentWith(() => ({ result: {} }), { after: () => timer.signal })
    provider.script({ stalled: 'Half an ' })
    const running = ask('Take your time')
    await expect.poll(() => events.some(({ type }) => type === 'text')).toBe(true)
    timer.abort()
    await expect(running).resolves.toMatchObject({ endedBecause: 'time', text: expect.stringContaining('Half an') })
  })

  test('a caller who leaves: the error is theirs, and tells what was done', async () => {
    const left = new AbortController()
    const { ask, agent } = agentWith(() => {
      left.abort(new ApiError('unavailable', 'gone'))
      return { result: {}, charge: { charged: 2_000_000, available: 0 } }
    })
    provider.script({ tools: [call('notes_list', {}), call('notes_list', {})] })
    const failure = await ask('Go', { signal: left.signal }).catch((error: unknown) => error)
    expect(agent.doneBefore(failure)).toMatchObject({ costCredits: 2, calls: [{ method: 'notes.list' }] })
  })
})
