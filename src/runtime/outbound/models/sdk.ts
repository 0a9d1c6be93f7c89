import type { LanguageModel } from 'ai'
import { once } from '../../base/once.ts'
import type { Fetch } from './provider-fetch.ts'
import type { ModelTarget } from './targets.ts'

/**
 * The SDK, loaded by the first call: a server without a model does not load it. It writes warnings to the
 * console unless they are turned off.
 */
export const loadSdk = once(async () => {
  const sdk = await import('ai')
  globalThis.AI_SDK_LOG_WARNINGS = false
  return sdk
})

/** The key under which parts of answers store the metadata that an OpenAI-compatible server needs back. */
const compatibleName = 'openaiCompatible'

interface LoadOptions {
  readonly fetch: Fetch
  /** The schema of the JSON answer; undefined for an answer in any form. */
  readonly json: object | undefined
  /** Whether the model must not call tools. The SDK itself would fail if the model did so all the same. */
  readonly mustNotCall: boolean
}

/** The model, as the SDK calls it. */
export async function loadModel(
  target: ModelTarget,
  { fetch, json, mustNotCall }: LoadOptions,
): Promise<LanguageModel> {
  const model = await modelOf(target, fetch)
  const form: Partial<CallOptions> = {
    ...(json && formOf(target, json)),
    ...(mustNotCall && { toolChoice: { type: 'none' } }),
  }
  if (Object.keys(form).length === 0) return model
  const { wrapLanguageModel } = await loadSdk()
  // The SDK's own option would parse the unfinished answer again with every piece.
  const transformParams = async ({ params }: { params: CallOptions }) => ({ ...params, ...form })
  return wrapLanguageModel({ model, middleware: { specificationVersion: 'v4', transformParams } })
}

type Model = Extract<Parameters<typeof import('ai').wrapLanguageModel>[0]['model'], { specificationVersion: 'v4' }>
type CallOptions = Parameters<Model['doStream']>[0]

/**
 * How to request JSON from a provider. Only servers that enforce any schema get one; the others support parts of
 * JSON schema, and reject the rest.
 */
function formOf({ provider, jsonMode }: ModelTarget, schema: object): Partial<CallOptions> | undefined {
  if (provider === 'google') return { responseFormat: { type: 'json' } }
  if (provider === 'anthropic' || jsonMode === 'off') return undefined
  if (jsonMode === 'object') return { responseFormat: { type: 'json' } }
  return {
    responseFormat: { type: 'json', schema },
    providerOptions: { [compatibleName]: { strictJsonSchema: false } },
  }
}

async function modelOf(target: ModelTarget, fetch: Fetch): Promise<Model> {
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

/** OpenAI's own reasoning models reject `max_tokens`; other servers still need it. */
function withNewTokenLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }) }
}
