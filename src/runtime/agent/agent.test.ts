import { describe, expect, test } from 'vitest'
import { agentWith as benchOf, byToken, session } from '../../testing/agent-bench.ts'
import { modelsForTests } from '../../testing/model-bench.ts'
import { ApiError } from '../base/errors.ts'
import type { Delegate } from '../calls/caller.ts'
import type { AgentCaller, AgentEvent } from './types.ts'

const { provider, bench } = await modelsForTests()
const apis = ['openai', 'anthropic'] as const

function agentWith(
  answer: Parameters<typeof benchOf>[1],
  { api = 'openai', ...rest }: { api?: (typeof apis)[number] } & Parameters<typeof benchOf>[2] = {},
) {
  return benchOf(bench(provider.settings(api)).models, answer, rest)
}

/** @param spentMicroCredits by the run before the call */
const agentOf = ({ account }: AgentCaller, spentMicroCredits: number): Delegate => ({
  ...{ kind: 'delegated', origin: 'agent', account },
  ...{ rights: undefined, credentialId: undefined },
  trust: { ...{ isTainted: false, chosen: [], actor: { kind: 'agent' } }, run: expect.any(String), spentMicroCredits },
})

const call = (name: string, args: object) => ({ name: 'call_tool', input: { name, arguments: args } })

describe.each(apis)('a run, in the format of %s', (api) => {
  test('calls the methods that the model requests, several in one answer, and adds up their costs', async () => {
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
    expect(made.map(({ operationId, caller }) => [operationId, caller])).toEqual([
      ['notes.get', agentOf(session, 0)],
      ['notes.list', agentOf(session, 1_500_000)],
    ])
    expect(events.map(({ type }) => type)).toContain('call')
    expect(provider.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(
      api === 'openai' ? ['user', 'assistant', 'tool', 'tool'] : ['user', 'assistant', 'tool'],
    )
  })
})

describe('tools', () => {
  test('are found, described and called if there are many', async () => {
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

  test('are those of the token, with withheld ones to propose', async () => {
    const { ask } = agentWith(() => ({ result: {} }))
    await ask('Hello', { caller: byToken(['notes']) })
    expect(provider.requests.at(-1)?.tools).toEqual(['notes_add', 'notes_delete', 'notes_get', 'notes_list'])
    await ask('Hello', { caller: byToken(['notes'], false) })
    expect(provider.requests.at(-1)?.tools).toEqual(['notes_get', 'notes_list'])
  })

  test('that the named agent may not use are rejected, even by their names', async () => {
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

describe('a call that needs approval', () => {
  const remove = { tools: [call('notes_delete', { title: 'Rent' })] }
  const propose = async (decides: 'allowed' | 'denied' | 'expired' | 'nobody') => {
    const timer = new AbortController()
    const after = (ms: number) => (ms === 300_000 ? new AbortController().signal : timer.signal)
    const bench = agentWith(() => ({ result: {} }), { decides, after })
    provider.script(remove, { text: 'That is all.' })
    const asked = bench.ask('Delete the note Rent')
    await expect.poll(() => bench.events.some(({ type }) => type === 'approval')).toBe(true)
    if (decides === 'nobody') timer.abort()
    return { ...bench, result: await asked, sent: provider.requests.at(-1)?.messages.at(-1)?.text }
  }

  test('is made once the person allows it, exactly as it was proposed', async () => {
    const { made, proposed, events, result } = await propose('allowed')
    expect(made.map(({ operationId, args }) => [operationId, args])).toEqual([['notes.delete', { title: 'Rent' }]])
    expect(proposed.map(({ operation, args, actor }) => [operation, args, actor.kind])).toEqual([
      ['notes.delete', { title: 'Rent' }, 'agent'],
    ])
    expect(result.calls).toMatchObject([{ method: 'notes.delete', ok: true }])
    expect(events.map(({ type }) => type).filter((type) => type !== 'text')).toEqual(
      ['queued', 'started', 'call', 'approval', 'called'].filter((type) => events.some((each) => each.type === type)),
    )
  })

  test.each([
    ['denied', /The user denied this call/],
    ['expired', /Nobody approved this call in time/],
    ['nobody', /Nobody has approved this call yet/],
  ] as const)('is not made if it ends %s, and the run goes on and knows', async (decides, words) => {
    const { made, proposed, ended, result, sent } = await propose(decides)
    expect(made).toEqual([])
    // Allowing it later would do nothing.
    expect(ended).toEqual([proposed[0]?.run])
    expect(result).toMatchObject({ text: 'That is all.', endedBecause: 'answered', calls: [{ ok: false }] })
    expect(sent).toMatch(words)
  })

  test.each([
    ['what is given', { id: 'event_1', name: 'Rent' }, { id: 'event_1', name: 'Rent' }],
    ['nothing, if nothing is given', {}, {}],
    ['the named agent otherwise', undefined, { id: 'agent_1', name: 'clerk' }],
  ])('is proposed under the name of %s', async (_what, actor, shown) => {
    const { ask, proposed } = agentWith(() => ({ result: {} }))
    provider.script(remove, { text: 'That is all.' })
    const agent = { id: 'agent_1', name: 'clerk', instructions: '', services: 'all' } as const
    await ask('Delete the note Rent', { origin: 'event', agent, actor })
    expect(proposed[0]?.actor).toEqual({ kind: 'event', ...shown })
  })

  test('ends with a run that fails', async () => {
    const { ask, proposed, ended } = agentWith(() => ({ result: {} }))
    const left = new AbortController()
    provider.script(remove)
    const onEvent = ({ type }: AgentEvent) =>
      void (type === 'called' && left.abort(new ApiError('unavailable', 'gone')))
    await expect(ask('Delete the note Rent', { signal: left.signal, onEvent })).rejects.toThrow('gone')
    expect(ended).toEqual([proposed[0]?.run])
  })

  test('is nothing to end for a run that made none', async () => {
    const { ask, ended } = agentWith(() => ({ result: {} }))
    provider.script({ text: 'Hello.' })
    expect((await ask('Hello')).text).toBe('Hello.')
    expect(ended).toEqual([])
  })
})

describe('what ends a run', () => {
  test('40 calls: the model gets one more turn, without tools, and the answer says so', async () => {
    const answered = { result: {}, charge: { charged: 500_000, available: 0 } }
    const { ask, made } = agentWith(() => answered, { calls: 3 })
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
    expect(result.text).toContain('Its calls so far have been made and cost 1.5 credits.')
  })

  test.each(apis)(
    '40 calls: a model of %s that then calls tools all the same ends the run with its results',
    async (api) => {
      const { ask, made } = agentWith(() => ({ result: {} }), { calls: 2, api })
      const step = { tools: [call('notes_list', {}), call('notes_list', {})] }
      provider.script(step, { text: 'One more.', ...step })
      const result = await ask('Loop')
      expect(made).toHaveLength(2)
      expect(result).toMatchObject({ endedBecause: 'calls', text: expect.stringContaining('One more.') })
      provider.script(step, step)
      const silent = await ask('Loop')
      expect(made).toHaveLength(4)
      expect(silent.calls).toHaveLength(2)
      expect(silent).toMatchObject({ endedBecause: 'calls', text: expect.stringContaining('stopped after 2 calls') })
    },
  )

  test('80 answers of the model, if it searches for tools endlessly', async () => {
    const { ask, made } = agentWith(() => ({ result: {} }))
    const before = provider.requests.length
    const looking = { tools: [{ name: 'find_tools', input: { words: 'note' } }] }
    provider.script(...Array.from({ length: 79 }, () => looking), { text: 'I give up.' }, { text: 'Never asked.' })
    const result = await ask('Look')
    expect(result).toMatchObject({ endedBecause: 'calls', text: expect.stringContaining('stopped after 80 steps') })
    expect(result.text).toContain('I give up.')
    expect([made, provider.requests.length - before]).toEqual([[], 80])
    await ask('Take what is left')
  })

  test('an answer of more than 100,000 characters is cut, and says so', async () => {
    const { ask } = agentWith(() => ({ result: {} }))
    provider.script({ text: 'x'.repeat(100_001) })
    const { text } = await ask('Go on and on')
    expect(text).toBe(`${'x'.repeat(100_000)}\n\nThe answer was cut off at its maximum length.`)
  })

  test('time: the answer so far is returned, and says so', async () => {
    const timer = new AbortController()
    const { ask, events } = agentWith(() => ({ result: {} }), { after: () => timer.signal })
    provider.script({ stalled: 'Half an ' })
    const running = ask('Take your time')
    await expect.poll(() => events.some(({ type }) => type === 'text')).toBe(true)
    timer.abort()
    await expect(running).resolves.toMatchObject({ endedBecause: 'time', text: expect.stringContaining('Half an') })
  })

  test.each([
    ['', false],
    [' as its time is up', true],
  ])('a caller that disconnects%s: the error is theirs, and reports what was done', async (_when, isTimeUp) => {
    const [left, timer] = [new AbortController(), new AbortController()]
    const answer = () => {
      if (isTimeUp) timer.abort()
      left.abort(new ApiError('unavailable', 'gone'))
      return { result: {}, charge: { charged: 2_000_000, available: 0 } }
    }
    const { ask, agent } = agentWith(answer, { after: () => timer.signal })
    provider.script({ tools: [call('notes_list', {}), call('notes_list', {})] })
    const failure = await ask('Go', { signal: left.signal }).catch((error: unknown) => error)
    expect(agent.doneBefore(failure)).toMatchObject({ costCredits: 2, calls: [{ method: 'notes.list' }] })
  })
})

describe('concurrent runs', () => {
  test('of one account are three: the next ones wait, get their place in the queue, and start when one is over', async () => {
    const waiting: (() => void)[] = []
    const { ask, events } = agentWith(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { result: {} }
    })
    const step = { tools: [call('notes_list', {})] }
    provider.script(step, step, step)
    const first = [1, 2, 3].map(() => ask('Go'))
    await expect.poll(() => waiting.length).toBe(3)
    const places: number[] = []
    const later = [1, 2].map(() =>
      ask('Wait', { onEvent: (event) => void (event.type === 'queued' && places.push(event.place)) }),
    )
    await expect.poll(() => places).toEqual([1, 2])
    expect(events.filter(({ type }) => type === 'started')).toHaveLength(3)
    waiting[0]?.()
    await Promise.race(first)
    await expect.poll(() => places).toEqual([1, 2, 1])
    for (const go of waiting.slice(1)) go()
    await Promise.all([...first, ...later])
  })

  test('give way between two answers: another account waits for one answer, not for a run', async () => {
    const { ask } = agentWith(() => ({ result: {} }), { concurrency: 1 })
    const order: string[] = []
    const step = { tools: [call('notes_list', {})] }
    const other = { ...session, account: { ...session.account, id: 'account_2' } }
    let second: Promise<unknown> | undefined
    provider.script(
      () => {
        second = ask('Hello', {
          caller: other,
          onEvent: ({ type }) => void (type === 'started' && order.push('another account')),
        })
        return step
      },
      { text: 'Hello.' },
      step,
      { text: 'Done.' },
    )
    await ask('Go', { onEvent: ({ type }) => void (type === 'called' && order.push('call')) })
    await second
    expect(order).toEqual(['call', 'another account', 'call'])
  })

  test('of three greedy accounts leave a place for a fourth', async () => {
    const { ask } = agentWith(() => ({ result: {} }))
    const left = new AbortController()
    const before = provider.requests.length
    provider.script(...Array.from({ length: 6 }, () => ({ silent: true }) as const))
    const as = (id: string) => ({ caller: { ...session, account: { ...session.account, id } }, signal: left.signal })
    const greedy = Array.from({ length: 18 }, (_, index) => ask('Go', as(`greedy_${index % 3}`)).catch(() => 'left'))
    await expect.poll(() => provider.requests.length).toBe(before + 6)
    await expect(ask('Hello')).resolves.toMatchObject({ endedBecause: 'answered' })
    left.abort(new ApiError('unavailable', 'gone'))
    expect(new Set(await Promise.all(greedy))).toEqual(new Set(['left']))
  })

  test('that wait are ten of one account: the next one is rejected', async () => {
    const { ask } = agentWith(() => ({ result: {} }))
    const left = new AbortController()
    const before = provider.requests.length
    provider.script({ silent: true }, { silent: true }, { silent: true })
    const waiting = Array.from({ length: 13 }, () => ask('Go', { signal: left.signal }).catch(() => 'left'))
    await expect.poll(() => provider.requests.length).toBe(before + 3)
    await expect(ask('One more')).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 15 })
    left.abort(new ApiError('unavailable', 'gone'))
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']))
  })
})

test('runs that wait are a hundred of all accounts: the next one is rejected', async () => {
  const { ask } = agentWith(() => ({ result: {} }))
  const left = new AbortController()
  const before = provider.requests.length
  provider.script(...Array.from({ length: 8 }, () => ({ silent: true }) as const))
  const as = (id: string) => ({ caller: { ...session, account: { ...session.account, id } }, signal: left.signal })
  const waiting = Array.from({ length: 108 }, (_, index) => ask('Go', as(`account_${index}`)).catch(() => 'left'))
  await expect.poll(() => provider.requests.length).toBe(before + 8)
  await expect(ask('One more', as('account_new'))).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('This server has'),
  })
  left.abort(new ApiError('unavailable', 'gone'))
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']))
})

test('a run that is stopped once the model has answered makes none of the calls of that answer', async () => {
  const left = new AbortController()
  const { models } = bench(provider.settings('openai'))
  const stopping = {
    require: (purpose: 'agent') => models.require(purpose),
    async *stream(...request: Parameters<typeof models.stream>) {
      for await (const event of models.stream(...request)) {
        if (event.type === 'end') left.abort(new ApiError('unavailable', 'gone'))
        yield event
      }
    },
  }
  const { ask, made } = benchOf(stopping as typeof models, () => ({ result: {} }))
  provider.script({ tools: [call('notes_list', {})] })
  await expect(ask('Go', { signal: left.signal })).rejects.toThrow('gone')
  expect(made).toEqual([])
})

describe('what the model gets', () => {
  test('of a long result is its beginning, and all results together have a limit', async () => {
    const { ask } = agentWith(() => ({ result: { text: 'x'.repeat(50_000) } }))
    const step = { tools: [call('notes_get', { title: 'a' })] }
    provider.script(...Array.from({ length: 12 }, () => step), { text: 'Done.' })
    await ask('Go')
    const results = provider.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(results.at(-1)?.text).toContain('The first 16000 of 50011 characters')
    expect(results[0]?.text).toBe('(omitted to save space)')
    expect(results.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(125_000)
  })
})
