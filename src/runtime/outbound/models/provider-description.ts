import type { ProviderDescription } from '../description.ts'
import { modelSettings } from './settings.ts'
import type { ModelConfig, ModelTarget } from './targets.ts'

const sources = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
  'openai-compatible': 'the server at MODEL_BASE_URL',
} as const

/** The provider of all language models of this instance. The SDK sends the key in the form each API expects. */
export function modelProvider(target: ModelTarget, config: ModelConfig): ProviderDescription {
  return {
    name: 'model',
    source: sources[target.provider],
    nameInSentence: 'The language model',
    baseUrl: modelSettings.modelBaseUrl,
    address: target.baseUrl,
    maxRunning: config.modelConcurrency,
    isAlwaysLive: true,
  }
}
