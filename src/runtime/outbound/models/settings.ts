import { z } from 'zod'
import { parseUrl } from '../../base/parse-url.ts'
import { optional, setting, wholeNumber } from '../../base/setting.ts'

/** What models cost, in USD for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
}

export const modelProviders = ['openai', 'anthropic', 'google', 'ollama', 'openai-compatible'] as const
export type ModelProviderName = (typeof modelProviders)[number]

const providerList = modelProviders.join(', ')
const withoutAny = 'Everything that needs a language model, such as the methods of `text`, fails with `not_configured`.'

function modelName(name: string, meaning: string, without: string, example: string) {
  return optional({
    name,
    rule: 'the name of a model: at most 200 characters, with no spaces',
    meaning,
    without,
    example,
    isReloadable: true,
    schema: () => z.string().regex(/^\S{1,200}$/),
  })
}

function apiKey(name: string, meaning: string) {
  return optional({
    name,
    rule: 'a key without spaces',
    meaning,
    without: 'Nothing, if the provider does not require a key or another setting contains the key.',
    example: 'sk-5f0c2e',
    secret: true,
    isReloadable: true,
    schema: () => z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  })
}

const pricePattern = /^(\S+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/

/** Which language model to use, and its limits. */
export const modelSettings = {
  modelProvider: optional({
    name: 'MODEL_PROVIDER',
    rule: `one of ${providerList}`,
    meaning:
      'The provider of the language model: `openai`, `anthropic`, `google`, `ollama`, or `openai-compatible` for any other server that supports the OpenAI chat completions API. See [Models](models.md).',
    without: withoutAny,
    example: 'anthropic',
    schema: () => z.enum(modelProviders) as z.ZodType<ModelProviderName, string>,
  }),
  modelName: modelName(
    'MODEL_NAME',
    'The name of the model, as the provider spells it.',
    'Only tasks with their own model work, such as those of MODEL_NAME_TEXT.',
    'claude-haiku-4-5',
  ),
  modelNameText: modelName(
    'MODEL_NAME_TEXT',
    'The model for short text tasks, if it differs from `MODEL_NAME`.',
    '`MODEL_NAME` is used.',
    'gpt-5-mini',
  ),
  modelNameAgent: modelName(
    'MODEL_NAME_AGENT',
    'The model for the agent, if it differs from `MODEL_NAME`. It must be able to call tools.',
    '`MODEL_NAME` is used.',
    'claude-sonnet-4-5',
  ),
  modelNameCode: modelName(
    'MODEL_NAME_CODE',
    'The model that writes programs, if it differs from `MODEL_NAME`.',
    '`MODEL_NAME` is used.',
    'claude-sonnet-4-5',
  ),
  modelBaseUrl: optional({
    name: 'MODEL_BASE_URL',
    rule: 'an http:// or https:// address without a user name, query string or fragment',
    fallbackText: 'the public address of the provider; `http://127.0.0.1:11434/v1` for `ollama`',
    meaning: 'The address of the model API, without the final `/chat/completions` or `/messages`.',
    without: 'The provider `openai-compatible` cannot be used.',
    example: 'http://127.0.0.1:8081/v1',
    schema: () =>
      z
        .string()
        .refine((text) => {
          const url = parseUrl(text)
          return url !== undefined && ['http:', 'https:'].includes(url.protocol) && !/[?#@]/.test(text)
        })
        .transform((text) => text.replace(/\/+$/, '')),
  }),
  modelApiKey: apiKey(
    'MODEL_API_KEY',
    'The key for the provider. It takes precedence over provider-specific keys such as OPENAI_API_KEY.',
  ),
  openaiApiKey: apiKey('OPENAI_API_KEY', 'The key for OpenAI, used if the provider is `openai`.'),
  anthropicApiKey: apiKey('ANTHROPIC_API_KEY', 'The key for Anthropic, used if the provider is `anthropic`.'),
  geminiApiKey: apiKey('GEMINI_API_KEY', 'The key for the Gemini API, used if the provider is `google`.'),
  modelPrices: setting({
    name: 'MODEL_PRICES',
    rule: 'none, or prices separated by commas, such as gpt-5-mini=0.25/2: the model, USD per million input tokens, and USD per million output tokens',
    fallback: 'none',
    meaning:
      'The prices of models, for the log and `/metrics`. Each price has the form `model=input/output`, in USD per million tokens, and prices are separated by commas. Callers are charged the price of the called method regardless of this setting.',
    without: 'Tokens are counted, but no cost is reported.',
    example: 'gpt-5-mini=0.25/2, gpt-5=1.25/10',
    schema: () =>
      z.string().transform((text, context): ReadonlyMap<string, ModelPrice> => {
        const prices = new Map<string, ModelPrice>()
        for (const entry of text === 'none' ? [] : text.split(',')) {
          const match = pricePattern.exec(entry.trim())
          if (!match) {
            context.addIssue({ code: 'custom', message: 'not a price' })
            return z.NEVER
          }
          prices.set(match[1] as string, { input: Number(match[2]), output: Number(match[3]) })
        }
        return prices
      }),
  }),
  modelJsonMode: setting({
    name: 'MODEL_JSON_MODE',
    rule: 'object, schema or off',
    fallback: 'object',
    meaning:
      'How the server requests JSON from an OpenAI-compatible server. `object` sends the `response_format` `json_object`. `schema` sends `json_schema`, for servers that enforce it, such as llama.cpp and Ollama. `off` requests JSON only in the instructions. Responses are always validated.',
    without: 'Nothing.',
    example: 'schema',
    schema: () => z.enum(['object', 'schema', 'off']) as z.ZodType<'object' | 'schema' | 'off', string>,
  }),
  modelTimeoutMs: setting({
    name: 'MODEL_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 3600',
    fallback: '120',
    meaning: 'The number of seconds that one response from a model may take.',
    without: 'Nothing.',
    example: '60',
    schema: () => wholeNumber(1, 3600).transform((seconds) => seconds * 1000),
  }),
  modelMaxOutputTokens: setting({
    name: 'MODEL_MAX_OUTPUT_TOKENS',
    rule: 'a whole number from 256 to 1000000',
    fallback: '16384',
    meaning: 'The maximum number of tokens in one response from a model, including its reasoning.',
    without: 'Nothing.',
    example: '8192',
    schema: () => wholeNumber(256, 1_000_000),
  }),
  modelConcurrency: setting({
    name: 'MODEL_CONCURRENCY',
    rule: 'a whole number from 1 to 1000',
    fallback: '16',
    meaning:
      'The number of model calls that a server process makes concurrently. At most half of them are for one account, and some are reserved for accounts without a call in progress. Up to 100 calls wait in a queue, at most 10 of them for one account.',
    without: 'Nothing.',
    example: '1',
    schema: () => wholeNumber(1, 1000),
  }),
} as const
