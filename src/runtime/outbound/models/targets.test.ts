import { describe, expect, test } from 'vitest'
import { failure, modelsForTests } from '../../../testing/model-bench.ts'

const { provider, bench } = await modelsForTests()

describe('a missing setting', () => {
  const base = provider.settings('openai')
  test.each([
    [{}, 'MODEL_PROVIDER and MODEL_NAME'],
    [{ MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'k' }, 'MODEL_NAME or MODEL_NAME_TEXT'],
    [{ MODEL_PROVIDER: 'openai', MODEL_NAME: 'm' }, 'OPENAI_API_KEY'],
    [{ MODEL_PROVIDER: 'anthropic', MODEL_NAME: 'm', OPENAI_API_KEY: 'k' }, 'ANTHROPIC_API_KEY'],
    [{ MODEL_PROVIDER: 'google', MODEL_NAME: 'm' }, 'GEMINI_API_KEY'],
    [{ MODEL_PROVIDER: 'openai-compatible', MODEL_NAME: 'm' }, 'MODEL_BASE_URL'],
  ] as [Record<string, string>, string][])('%j is rejected by naming the setting', async (env, setting) => {
    const own = bench(env)
    expect(() => own.models.require('text')).toThrow(setting)
    const error = await failure(own.models.generate(own.ask()))
    expect(error).toMatchObject({ code: 'not_configured', status: 503, message: expect.stringContaining(setting) })
  })

  test('each purpose can have its own model', async () => {
    const own = bench({ ...base, MODEL_NAME_AGENT: 'large', MODEL_NAME_TEXT: 'small' })
    for (const purpose of ['text', 'agent', 'code'] as const) await own.models.generate(own.ask({ purpose }))
    expect(provider.requests.slice(-3).map(({ model }) => model)).toEqual(['small', 'large', 'stand-in-1'])
  })

  test('a model on this machine needs no key', () => {
    expect(() => bench({ MODEL_PROVIDER: 'ollama', MODEL_NAME: 'llama3.2' }).models.require('text')).not.toThrow()
  })
})
