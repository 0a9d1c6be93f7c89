import { ApiError } from '../../base/errors.ts'
import type { Values } from '../../base/setting.ts'
import type { ModelPrice, ModelProviderName, modelSettings } from './settings.ts'
import type { ModelPurpose } from './types.ts'

export type ModelConfig = Values<typeof modelSettings>

/** The model for a purpose, and everything needed to reach it. */
export interface ModelTarget {
  readonly provider: ModelProviderName
  readonly model: string
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** The name of the setting for the key. */
  readonly keySetting: string
  readonly jsonMode: 'object' | 'schema' | 'off'
  readonly price: ModelPrice | undefined
}

interface ProviderFacts {
  readonly baseUrl: string | undefined
  readonly keySetting: string
  readonly needsKey: boolean
  key(config: ModelConfig): string | undefined
}

const facts: Readonly<Record<ModelProviderName, ProviderFacts>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keySetting: 'OPENAI_API_KEY',
    needsKey: true,
    key: ({ openaiApiKey }) => openaiApiKey,
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    keySetting: 'ANTHROPIC_API_KEY',
    needsKey: true,
    key: ({ anthropicApiKey }) => anthropicApiKey,
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keySetting: 'GEMINI_API_KEY',
    needsKey: true,
    key: ({ geminiApiKey }) => geminiApiKey,
  },
  ollama: {
    baseUrl: 'http://127.0.0.1:11434/v1',
    keySetting: 'MODEL_API_KEY',
    needsKey: false,
    key: () => undefined,
  },
  'openai-compatible': { baseUrl: undefined, keySetting: 'MODEL_API_KEY', needsKey: false, key: () => undefined },
}

const namesOfPurpose = {
  text: { key: 'modelNameText', setting: 'MODEL_NAME_TEXT' },
  agent: { key: 'modelNameAgent', setting: 'MODEL_NAME_AGENT' },
  code: { key: 'modelNameCode', setting: 'MODEL_NAME_CODE' },
} as const satisfies Record<ModelPurpose, { key: keyof ModelConfig; setting: string }>

/**
 * The configured model for a purpose.
 *
 * @throws ApiError not_configured naming the settings that are missing
 */
export function targetOf(config: ModelConfig, purpose: ModelPurpose): ModelTarget {
  const { modelProvider: provider, modelName, modelPrices, modelJsonMode: jsonMode } = config
  if (provider === undefined) {
    throw notConfigured('No language model is configured. Set MODEL_PROVIDER and MODEL_NAME.')
  }
  const { baseUrl: usualUrl, keySetting, needsKey, key } = facts[provider]
  const ofPurpose = namesOfPurpose[purpose]
  const model = config[ofPurpose.key] ?? modelName
  const baseUrl = config.modelBaseUrl ?? usualUrl
  const apiKey = config.modelApiKey ?? key(config)
  if (model === undefined) {
    throw notConfigured(`No language model is configured for this task. Set MODEL_NAME or ${ofPurpose.setting}.`)
  }
  if (baseUrl === undefined) {
    throw notConfigured(
      `The address of the language model is missing. Set MODEL_BASE_URL, which MODEL_PROVIDER=${provider} needs.`,
    )
  }
  if (needsKey && apiKey === undefined) {
    throw notConfigured(
      `The key for the language model is missing. Set ${keySetting}, which MODEL_PROVIDER=${provider} needs.`,
    )
  }
  const price = modelPrices.get(model)
  const named = config.modelApiKey === undefined ? keySetting : 'MODEL_API_KEY'
  return { provider, model, baseUrl, apiKey, keySetting: named, jsonMode, price }
}

function notConfigured(message: string): ApiError {
  return new ApiError('not_configured', message)
}
