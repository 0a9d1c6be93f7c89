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
const withoutAny = 'Everything that needs a language model fails with `not_configured`, such as the methods of `text`.'

function modelName(name: string, meaning: string, without: string, example: string) {
  return optional({
    name,
    rule: 'the name of a model, of at most 200 characters without spaces',
    meaning,
    without,
    example,
    schema: () => z.string().regex(/^\S{1,200}$/),
  })
}

function apiKey(name: string, meaning: string) {
  return optional({
    name,
    rule: 'a key without spaces',
    meaning,
    without: 'Nothing, if the provider needs no key or it is in another setting.',
    example: 'sk-5f0c2e',
    secret: true,
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
      'The provider of the language model: `openai`, `anthropic`, `google`, `ollama`, or `openai-compatible` for any other server with the chat completions API of OpenAI. See [Models](models.md).',
    without: withoutAny,
    example: 'anthropic',
    schema: () => z.enum(modelProviders) as z.ZodType<ModelProviderName, string>,
  }),
  modelName: modelName(
    'MODEL_NAME',
    'The name of the model at the provider.',
    'Only purposes with their own model have one.',
    'claude-haiku-4-5',
  ),
  modelNameText: modelName(
    'MODEL_NAME_TEXT',
    'The model for short tasks on a text, if different from `MODEL_NAME`.',
    '`MODEL_NAME` is used.',
    'gpt-5-mini',
  ),
  modelNameAgent: modelName(
    'MODEL_NAME_AGENT',
    'The model of the agent, if different from `MODEL_NAME`. It must be able to call tools.',
    '`MODEL_NAME` is used.',
    'claude-sonnet-4-5',
  ),
  modelNameCode: modelName(
    'MODEL_NAME_CODE',
    'The model that writes programs, if different from `MODEL_NAME`.',
    '`MODEL_NAME` is used.',
    'claude-sonnet-4-5',
  ),
  modelBaseUrl: optional({
    name: 'MODEL_BASE_URL',
    rule: 'an http:// or https:// address without user, query or fragment',
    fallbackText: 'the public address of the provider; `http://127.0.0.1:11434/v1` for `ollama`',
    meaning: 'The address of the API of the model, without the final `/chat/completions` or `/messages`.',
    without: '`openai-compatible` cannot be used.',
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
  modelApiKey: apiKey('MODEL_API_KEY', 'The key of the provider; takes precedence over those below.'),
  openaiApiKey: apiKey('OPENAI_API_KEY', 'The key of OpenAI, if the provider is `openai`.'),
  anthropicApiKey: apiKey('ANTHROPIC_API_KEY', 'The key of Anthropic, if the provider is `anthropic`.'),
  geminiApiKey: apiKey('GEMINI_API_KEY', 'The key of the Gemini API, if the provider is `google`.'),
  modelPrices: setting({
    name: 'MODEL_PRICES',
    rule: 'prices such as gpt-5-mini=0.25/2, separated by commas: model, USD for a million input tokens, USD for a million output tokens; or none',
    fallback: 'none',
    meaning:
      'What models cost, for the log and `/metrics`: `model=input/output` in USD for a million tokens, separated by commas. Callers are charged the price of the method, not this.',
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
      'How JSON is requested from an OpenAI-compatible server: `object` with the `response_format` `json_object`, `schema` with `json_schema` (for servers that enforce it, such as llama.cpp and Ollama), `off` only in the instructions. Answers are always checked.',
    without: 'Nothing.',
    example: 'schema',
    schema: () => z.enum(['object', 'schema', 'off']) as z.ZodType<'object' | 'schema' | 'off', string>,
  }),
  modelTimeoutMs: setting({
    name: 'MODEL_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 3600',
    fallback: '120',
    meaning: 'How many seconds one answer of a model may take.',
    without: 'Nothing.',
    example: '60',
    schema: () => wholeNumber(1, 3600).transform((seconds) => seconds * 1000),
  }),
  modelMaxOutputTokens: setting({
    name: 'MODEL_MAX_OUTPUT_TOKENS',
    rule: 'a whole number from 256 to 1000000',
    fallback: '16384',
    meaning: 'The most tokens that one answer of a model may have, reasoning included.',
    without: 'Nothing.',
    example: '8192',
    schema: () => wholeNumber(256, 1_000_000),
  }),
  modelConcurrency: setting({
    name: 'MODEL_CONCURRENCY',
    rule: 'a whole number from 1 to 1000',
    fallback: '16',
    meaning:
      'How many model calls a server process runs concurrently, at most half of them for one account. Up to 100 calls wait in a queue, 10 of one account.',
    without: 'Nothing.',
    example: '1',
    schema: () => wholeNumber(1, 1000),
  }),
} as const
