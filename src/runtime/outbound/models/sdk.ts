import type { LanguageModel } from 'ai'
import { once } from '../../base/once.ts'
import type { Fetch } from './provider-fetch.ts'
import type { ModelTarget } from './targets.ts'

/**
 * The SDK, loaded by the first call: a server without a model does not hold it in memory. It writes warnings to the
 * console unless it is told not to.
 */
export const loadSdk = once(async () => {
  const sdk = await import('ai')
  globalThis.AI_SDK_LOG_WARNINGS = false
  return sdk
})

/** The name under which parts of answers keep what a server with the API of OpenAI wants back. */
export const compatibleName = 'openaiCompatible'

/** The model, as the SDK calls it. */
export async function loadModel(target: ModelTarget, fetch: Fetch): Promise<LanguageModel> {
  const { provider, model, baseUrl: baseURL, apiKey = '' } = target
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL, apiKey, fetch })(model)
  }
  if (provider === 'google') {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL, apiKey, fetch })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const compatible = createOpenAICompatible({
    name: compatibleName,
    baseURL,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: target.jsonMode === 'schema',
    ...(target.apiKey !== undefined && { apiKey: target.apiKey }),
    ...(provider === 'openai' && { transformRequestBody: withNewTokenLimit }),
  })
  return compatible(model)
}

/** OpenAI's own reasoning models refuse `max_tokens`; only other servers still need the old name. */
function withNewTokenLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }) }
}
