import type { Registry } from 'prom-client'
import type { Outbound } from '../outbound.ts'
import type { Provider } from '../provider.ts'
import { Collected } from './collected.ts'
import { sdkMessages, sdkTools, textsOf } from './conversation.ts'
import { failureOf, tookTooLong, unusable } from './failures.ts'
import { costOf, createMeter, type MeteredCall } from './meter.ts'
import { objectOf } from './object.ts'
import { modelProvider } from './provider-description.ts'
import { providerFetch } from './provider-fetch.ts'
import { loadModel, loadSdk } from './sdk.ts'
import { type ModelConfig, type ModelTarget, targetOf } from './targets.ts'
import type {
  ModelAnswer,
  ModelEvent,
  ModelObject,
  ModelObjectRequest,
  ModelPurpose,
  ModelRequest,
  Models,
} from './types.ts'

export interface ModelsOptions {
  readonly config: ModelConfig
  readonly metrics: Registry
  readonly outbound: Pick<Outbound, 'provider'>
  /** Creates a signal that aborts after this many milliseconds; AbortSignal.timeout if not given. */
  readonly after?: (ms: number) => AbortSignal
}

/** A token is rarely more than a word; an answer with more characters per token than this does not end. */
const maxCharsPerToken = 16
const minChars = 16 * 1024
/** A stream wraps each token in a few hundred bytes of JSON. */
const maxBytesPerToken = 1024
const minBytes = 1024 * 1024
/** The provider's own timeout should notice an unresponsive server first, because it counts for the breaker. */
const graceMs = 500

/** Language models as configured. Nothing is loaded or connected before the first call. */
export function createModels(options: ModelsOptions): Models {
  return new SdkModels(options)
}

/** Options of a request besides those of the caller. */
export interface Asking {
  /** Whether the answer should be JSON, and the schema to enforce if the provider can. */
  readonly json?: { readonly schema: object }
}

class SdkModels implements Models {
  readonly #config: ModelConfig
  readonly #outbound: Pick<Outbound, 'provider'>
  readonly #after: (ms: number) => AbortSignal
  readonly #meter: (call: MeteredCall) => void
  #provider: Provider | undefined

  constructor({ config, metrics, outbound, after = AbortSignal.timeout }: ModelsOptions) {
    this.#config = config
    this.#outbound = outbound
    this.#after = after
    this.#meter = createMeter(metrics)
  }

  require(purpose: ModelPurpose): void {
    targetOf(this.#config, purpose)
  }

  async generate(request: ModelRequest): Promise<ModelAnswer> {
    return this.#whole(request, {})
  }

  stream(request: ModelRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#events(request, {})
  }

  object<Value>(request: ModelObjectRequest): Promise<ModelObject<Value>> {
    return objectOf(request, (turn, asking) => this.#whole(turn, asking))
  }

  async #whole(request: ModelRequest, asking: Asking): Promise<ModelAnswer> {
    for await (const event of this.#events(request, asking)) if (event.type === 'end') return event.answer
    throw new Error('The stream of a model has no end')
  }

  /** One call. */
  async *#events(request: ModelRequest, asking: Asking): AsyncGenerator<ModelEvent, void, void> {
    const { purpose, signal, log } = request
    const { modelTimeoutMs } = this.#config
    const target = targetOf(this.#config, purpose)
    const startedAt = performance.now()
    const maxTokens = this.#maxTokens(request)
    const collected = new Collected(Math.max(minChars, maxTokens * maxCharsPerToken))
    const timeUp = this.#after(modelTimeoutMs + graceMs)
    const left = new AbortController()
    const stop = AbortSignal.any([signal, timeUp, left.signal])
    let outcome = 'cancelled'
    try {
      const parts = await this.#parts(request, target, { asking, maxTokens, stop })
      for await (const part of parts) {
        const event = collected.take(part)
        if (event) yield event
      }
      stop.throwIfAborted()
      const answer = answerOf(collected, target)
      outcome = 'ok'
      yield { type: 'end', answer }
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      const failure = timeUp.aborted
        ? tookTooLong(modelTimeoutMs)
        : failureOf(thrown, target, textsOf(request.messages))
      outcome = failure.code
      throw failure
    } finally {
      left.abort()
      const durationMs = performance.now() - startedAt
      this.#meter({ purpose, target, usage: collected.usage, outcome, durationMs, log })
    }
  }

  #maxTokens({ maxOutputTokens = Number.POSITIVE_INFINITY }: ModelRequest): number {
    return Math.min(maxOutputTokens, this.#config.modelMaxOutputTokens)
  }

  /** Sends the request and yields the parts of the answer as they arrive. */
  async #parts(
    { instructions, messages, tools, toolChoice, subject }: ModelRequest,
    target: ModelTarget,
    { asking, maxTokens, stop }: { asking: Asking; maxTokens: number; stop: AbortSignal },
  ) {
    const sdk = await loadSdk()
    this.#provider ??= this.#outbound.provider(modelProvider(target, this.#config))
    const fetch = providerFetch({
      provider: this.#provider,
      baseUrl: target.baseUrl,
      asker: { subject, signal: stop },
      maxBytes: Math.max(minBytes, maxTokens * maxBytesPerToken),
      timeoutMs: this.#config.modelTimeoutMs,
    })
    const model = await loadModel(target, { fetch, json: asking.json?.schema })
    return sdk.streamText({
      model,
      instructions,
      messages: sdkMessages(messages),
      maxOutputTokens: maxTokens,
      abortSignal: stop,
      maxRetries: 0,
      // Errors arrive as parts of the stream; by default they are also written to the console.
      onError: () => undefined,
      experimental_download: refuseDownloads,
      telemetry: { isEnabled: false },
      ...(tools && tools.length > 0 && { tools: sdkTools(sdk, tools), toolChoice: toolChoice ?? 'auto' }),
    }).stream
  }
}

/** Without this the SDK would fetch an address that a provider puts into its answer. */
async function refuseDownloads(addresses: readonly unknown[]): Promise<never[]> {
  if (addresses.length > 0) throw unusable('returned a file')
  return []
}

function answerOf(collected: Collected, target: ModelTarget): ModelAnswer {
  const finish = collected.finish()
  const { text, toolCalls, parts, usage, model = target.model } = collected
  return {
    text,
    toolCalls,
    finish,
    message: { role: 'assistant', parts },
    model,
    usage: { ...usage, costUsd: costOf(usage, target) },
  }
}
