import { describe, expect, test, vi } from 'vitest'
import { failure, modelsForTests } from '../../../testing/model-bench.ts'
import type { ModelApi, Scripted } from '../../../testing/model-provider/index.ts'
import type { ModelEvent } from './types.ts'

const { provider, bench } = await modelsForTests()
const apis: readonly ModelApi[] = ['openai', 'anthropic', 'google']
const weather = {
  name: 'weather',
  description: 'Weather of a town.',
  inputSchema: { type: 'object', properties: { town: { type: 'string' } } },
}

describe.each(apis)('a model with the API of %s', (api) => {
  const { models, ask, metrics, lines } = bench({ ...provider.settings(api), MODEL_PRICES: 'stand-in-1=2/10' })

  test('gets instructions, messages, key and maximum length, and its whole answer is returned', async () => {
    provider.script({ text: 'Yes, it is so: «ja», 是的, 🦊.' })
    const answer = await models.generate(ask({ maxOutputTokens: 500 }))
    expect(answer).toMatchObject({
      text: 'Yes, it is so: «ja», 是的, 🦊.',
      finish: 'stop',
      toolCalls: [],
      model: 'stand-in-1',
    })
    const request = provider.requests.at(-1)
    expect(request).toMatchObject({
      api,
      model: 'stand-in-1',
      instructions: 'Answer shortly.',
      messages: [{ role: 'user', text: 'Is it so?' }],
    })
    expect(JSON.stringify(request?.headers)).toContain('sk-stand-in-secret')
    expect(JSON.stringify(request?.body)).toContain('500')
  })

  test('streams its answer, with reasoning separate from text', async () => {
    provider.script({ reasoning: 'Let me see.', text: 'A text of several pieces.' })
    const events: ModelEvent[] = []
    for await (const event of models.stream(ask())) events.push(event)
    const texts = events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join('')).toBe('A text of several pieces.')
    expect(events.flatMap((event) => (event.type === 'reasoning' ? [event.text] : [])).join('')).toBe('Let me see.')
    expect(events.at(-1)).toMatchObject({ type: 'end', answer: { text: 'A text of several pieces.' } })
  })

  test('calls several tools at once, and gets their results with the conversation', async () => {
    provider.script(
      {
        reasoning: 'Two towns.',
        tools: [
          { name: 'weather', input: { town: 'Ghent' } },
          { name: 'weather', input: { town: 'Oxford' } },
        ],
      },
      { text: 'Rain in both.' },
    )
    const first = await models.generate(ask({ tools: [weather] }))
    expect(first.finish).toBe('tool_calls')
    expect(first.toolCalls).toMatchObject([
      { name: 'weather', input: { town: 'Ghent' } },
      { name: 'weather', input: { town: 'Oxford' } },
    ])
    expect(provider.requests.at(-1)?.tools).toEqual(['weather'])
    const results = first.toolCalls.map(({ id, name }, index) => ({
      id,
      name,
      output: `Rain ${index}`,
      isError: index === 1,
    }))
    // As it would be read from a database.
    const stored = JSON.parse(JSON.stringify(first.message))
    const messages = [...ask().messages, stored, { role: 'tool' as const, results }]
    const second = await models.generate(ask({ tools: [weather], messages }))
    expect(second.text).toBe('Rain in both.')
    const sent = JSON.stringify(provider.requests.at(-1)?.body)
    for (const piece of ['Ghent', 'Oxford', 'Rain 0', 'Rain 1']) expect(sent).toContain(piece)
  })

  test('cannot call a tool that does not exist', async () => {
    provider.script({ tools: [{ name: 'erase_all', input: {} }] })
    const { toolCalls } = await models.generate(ask({ tools: [weather] }))
    expect(toolCalls).toMatchObject([{ name: 'erase_all', input: undefined, fault: 'No tool is named erase_all.' }])
  })

  test('that refuses gives failed_precondition', async () => {
    provider.script({ text: 'I', finish: 'refusal' })
    expect(await failure(models.generate(ask()))).toMatchObject({ code: 'failed_precondition', status: 400 })
  })

  test.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '17' } }, 'overloaded', 17],
    ['429 with a date', { status: 429, headers: { 'retry-after': 'Thu, 31 Jan 2030 12:00:40 GMT' } }, 'overloaded', 40],
    ['429 with a Retry-After of days', { status: 429, headers: { 'retry-after': '900000' } }, 'overloaded', 3600],
    ['529', { status: 529, message: 'Overloaded' }, 'overloaded', 15],
    ['503', { status: 503 }, 'overloaded', 15],
    ['500', { status: 500 }, 'failed', 15],
    ['401', { status: 401 }, 'check MODEL_API_KEY', 15],
    ['404', { status: 404 }, 'check MODEL_NAME', undefined],
    ['400 for its length', { status: 400, message: 'maximum context length is 4096 tokens' }, 'too long', undefined],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'redirect', 15],
    ['an error in the stream', { text: 'Half of', error: 'Overloaded' }, 'language model', undefined],
    ['a stream that is cut', { text: 'Half of it', isCut: true }, 'cannot be reached|stopped in the middle', undefined],
    ['an empty answer', { text: '' }, 'empty answer', undefined],
    ['bytes that are not an answer', { raw: 'data: {"what": \n\ndata: <html>\n\n' }, 'language model', undefined],
    ['no bytes', { raw: '' }, 'stopped in the middle|was cut off', undefined],
  ] as [string, Scripted, string, number | undefined][])(
    'that answers with %s gives upstream_failed',
    async (_what, scripted, message, retryAfterS) => {
      const own = bench(provider.settings(api))
      provider.script(scripted)
      const error = await failure(own.models.generate(own.ask()))
      expect(error).toMatchObject({ code: 'upstream_failed', status: 502 })
      expect(error.message).toMatch(new RegExp(message))
      expect(error.retryAfterS).toBe(retryAfterS)
    },
  )

  test('that never stops is stopped', async () => {
    provider.script({ endless: 'and so on '.repeat(100) })
    const error = await failure(models.generate(ask({ maxOutputTokens: 300 })))
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('did not come to an end') })
    await provider.idle()
  })

  test.each([
    ['never answers', { silent: true }],
    ['stops writing', { stalled: 'Half of' }],
  ] as [string, Scripted][])(
    'that %s gives upstream_timeout, and its connection is closed',
    async (_what, scripted) => {
      const timeUp = new AbortController()
      const own = bench(provider.settings(api), { after: () => timeUp.signal })
      provider.script(scripted)
      const arrived = provider.nextRequest()
      const failing = failure(own.models.generate(own.ask()))
      await arrived
      timeUp.abort()
      expect(await failing).toMatchObject({ code: 'upstream_timeout', status: 504 })
      await provider.idle()
    },
  )

  test('is stopped when the caller disconnects', async () => {
    provider.script({ stalled: 'Half of' })
    const gone = new AbortController()
    const arrived = provider.nextRequest()
    const failing = models.generate(ask({ signal: gone.signal })).catch((error: unknown) => error)
    await arrived
    const reason = new Error('gone')
    gone.abort(reason)
    expect(await failing).toBe(reason)
    await provider.idle()
  })

  test('is stopped when the reader leaves the stream', async () => {
    provider.script({ endless: 'and so on ' })
    for await (const event of models.stream(ask())) if (event.type === 'text') break
    await provider.idle()
  })

  test('counts tokens and cost in the log and the metrics', async () => {
    metrics.resetMetrics()
    lines.length = 0
    provider.script({ text: 'Yes.', usage: { input: 1000, output: 200, cached: 400 } })
    const { usage } = await models.generate(ask())
    expect(usage).toEqual({ inputTokens: 1000, outputTokens: 200, cachedTokens: 400, costUsd: 0.004, microCredits: 0 })
    const [line] = lines.map((each) => JSON.parse(each))
    expect(line).toMatchObject({
      msg: 'model call',
      purpose: 'text',
      outcome: 'ok',
      inputTokens: 1000,
      outputTokens: 200,
      costUsd: 0.004,
    })
    const labels = `purpose="text",provider="${api === 'openai' ? 'openai-compatible' : api}",model="stand-in-1"`
    const text = await metrics.metrics()
    expect(text).toContain(`onedoor_model_tokens_total{${labels},kind="input"} 1000`)
    expect(text).toContain(`onedoor_model_tokens_total{${labels},kind="output"} 200`)
    expect(text).toContain(`onedoor_model_tokens_total{${labels},kind="cached"} 400`)
    expect(text).toContain(`onedoor_model_cost_usd_total{${labels}} 0.004`)
    expect(text).toContain(`onedoor_model_calls_total{${labels},outcome="ok"} 1`)
  })
})

const { models, ask, lines, outboundLines } = bench(provider.settings('openai'))

test('calls run and wait up to the documented limits, per account and in total', async () => {
  const { models, ask } = bench(provider.settings('openai'))
  const gone = new AbortController()
  const outcomes: Promise<unknown>[] = []
  const call = (subject: string, count: number) => {
    for (let n = 0; n < count; n++)
      outcomes.push(models.generate(ask({ subject, signal: gone.signal })).catch((error) => error))
  }
  const before = provider.requests.length
  provider.script(...Array.from({ length: 16 }, () => ({ silent: true }) as const))
  // Each may have half of what the ones before have left.
  for (const [index, running] of [8, 4, 2, 1, 1].entries()) call(`acct_${'abcde'[index]}`, running + 10)
  await vi.waitFor(() => expect(provider.unfinished).toBe(16))
  for (let n = 0; n < 4; n++) call(`acct_waiting_${n}`, 10)
  for (let n = 0; n < 10; n++) call(`acct_single_${n}`, 1)
  const oneMore = models.generate(ask({ subject: 'acct_a' }))
  const another = models.generate(ask({ subject: 'acct_z' }))
  for (const refused of [oneMore, another]) {
    expect(await failure(refused)).toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('Try again'),
    })
  }
  expect(provider.requests.length - before).toBe(16)
  const reason = new Error('gone')
  gone.abort(reason)
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set([reason]))
  await provider.idle()
})

test('an endless answer without text is also stopped', async () => {
  const { models, ask } = bench(provider.settings('openai'))
  provider.script({ endless: '' })
  expect(await failure(models.generate(ask({ maxOutputTokens: 300 })))).toMatchObject({ code: 'upstream_failed' })
  await provider.idle()
})

test('a model without a price has no cost rather than a cost of zero', async () => {
  const own = bench(provider.settings('openai'))
  const { usage } = await own.models.generate(own.ask())
  expect(usage).toEqual({ inputTokens: 100, outputTokens: 20, cachedTokens: 0, costUsd: undefined, microCredits: 0 })
  expect(own.lines.join('')).not.toContain('costUsd')
  expect(await own.metrics.metrics()).not.toMatch(/onedoor_model_cost_usd_total\{/)
})

test('a model whose provider reports no tokens has no cost', async () => {
  const own = bench({ ...provider.settings('openai'), MODEL_PRICES: 'stand-in-1=2/10' })
  provider.script({ text: 'Yes.', usage: 'none' })
  const { usage } = await own.models.generate(own.ask())
  expect(usage).toMatchObject({ inputTokens: undefined, costUsd: undefined })
})

test('arguments of a tool that are not JSON are a fault of the call', async () => {
  provider.script({ tools: [{ name: 'weather', input: '{"town": "Gh' }] })
  const { toolCalls } = await models.generate(ask({ tools: [weather] }))
  expect(toolCalls).toMatchObject([{ input: undefined, fault: expect.stringContaining('not valid JSON') }])
})

test('an answer at its maximum length says so', async () => {
  provider.script({ text: 'Half of', finish: 'length' })
  expect(await models.generate(ask())).toMatchObject({ text: 'Half of', finish: 'length' })
})

test('a provider that is not running gives upstream_failed', async () => {
  const own = bench({ ...provider.settings('openai'), MODEL_BASE_URL: 'http://127.0.0.1:1/v1' })
  const error = await failure(own.models.generate(own.ask()))
  expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('cannot be reached') })
})

test('neither the key nor the text nor the answer of a failed call is logged, even if the provider repeats them', async () => {
  const secret = 'My password for the boat house is 4711-lapwing'
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const scripted of [
    { status: 400, message: `Cannot process: ${secret}` },
    { raw: `data: {"choices": "${secret}"}\n\n` },
    { text: secret, isCut: true },
  ] as Scripted[]) {
    provider.script(scripted)
    const error = await failure(models.generate(ask({ messages: [{ role: 'user', text: secret }] })))
    ask().log.error({ err: error.cause }, 'call failed')
  }
  expect(lines.join('')).toContain('call failed')
  expect(outboundLines.join('')).toContain('provider failed')
  expect([...lines, ...outboundLines].join('')).not.toMatch(/4711|lapwing|sk-stand-in|boat house/)
  expect(print).not.toHaveBeenCalled()
  print.mockRestore()
})

test("OpenAI's own models get their maximum under its new name, other servers under the old one", async () => {
  const own = bench({ ...provider.settings('openai'), MODEL_PROVIDER: 'openai' })
  await own.models.generate(own.ask({ maxOutputTokens: 300 }))
  expect(provider.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 300 })
  expect(provider.requests.at(-1)?.body).not.toHaveProperty('max_tokens')
  await models.generate(ask({ maxOutputTokens: 300 }))
  expect(provider.requests.at(-1)?.body).toMatchObject({ max_tokens: 300 })
})
