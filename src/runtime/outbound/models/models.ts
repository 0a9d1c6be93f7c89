import type { ModelMessage as SdkMessage, ToolSet } from 'ai'
import type { Registry } from 'prom-client'
import type { Log } from '../../base/log.ts'
import { Counter, Histogram } from '../../base/metrics.ts'
import type { ModelSpending, TokenAllowance } from '../../budgets/model-spending.ts'
import type { ProviderDescription } from '../description.ts'
import type { Outbound } from '../outbound.ts'
import type { Outside } from '../outside.ts'
import type { Provider } from '../provider.ts'
import { mostInputTokens, tokensOf } from './answer-tokens.ts'
import { Collected } from './collected.ts'
import { failureOf, tookTooLong, unusable } from './failures.ts'
import { objectOf } from './object.ts'
import { providerFetch } from './provider-fetch.ts'
import { scriptedModel, scriptedTarget } from './scripted-model.ts'
import { loadModel, loadSdk } from './sdk.ts'
import { modelSettings } from './settings.ts'
import { type ModelConfig, type ModelTarget, targetOf } from './targets.ts'
import type {
  AnswerPart,
  ModelAnswer,
  ModelEvent,
  ModelMessage,
  ModelObject,
  ModelObjectRequest,
  ModelPurpose,
  ModelRequest,
  ModelTool,
  ReportedUsage,
} from './types.ts'

export interface ModelsOptions {
  readonly config: ModelConfig
  readonly metrics: Registry
  readonly outbound: Pick<Outbound, 'provider'> & { readonly outside?: Pick<Outside, 'answer'> | undefined }
  /** Charges tokens to those who pay for them; they are only counted if not given. */
  readonly spending?: Pick<ModelSpending, 'begin'> | undefined
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

/** Options of a request besides those of the caller. */
export interface Asking {
  /** Whether the answer should be JSON, and the schema to enforce if the provider can. */
  readonly json?: { readonly schema: object }
}

/**
 * Language models. All failures are an `ApiError`: `not_configured` naming the setting, `failed_precondition` for a
 * refusal by the model, `upstream_failed` (also if too many calls are waiting) and `upstream_timeout`; `rate_limited` by a budget
 * and `payment_required` of the account that pays for the tokens. The reason of an aborted `signal` is thrown as it is.
 */
export class Models {
  readonly #config: ModelConfig
  readonly #outbound: ModelsOptions['outbound']
  readonly #spending: Pick<ModelSpending, 'begin'> | undefined
  readonly #after: (ms: number) => AbortSignal
  readonly #meter: (call: MeteredCall) => void
  #provider: Provider | undefined

  constructor({ config, metrics, outbound, spending, after = AbortSignal.timeout }: ModelsOptions) {
    this.#config = config
    this.#outbound = outbound
    this.#spending = spending
    this.#after = after
    this.#meter = createMeter(metrics)
  }

  /**
   * Checks that a model is configured for this purpose, before anything is charged.
   *
   * @throws ApiError not_configured naming the setting
   */
  require(purpose: ModelPurpose): void {
    this.#targetOf(purpose)
  }

  /** The whole answer of one call. */
  async generate(request: ModelRequest): Promise<ModelAnswer> {
    return this.#whole(request, {})
  }

  /** Streams the answer; the last event is `end`. Leaving the loop stops the call. */
  stream(request: ModelRequest, asking: Asking = {}): AsyncGenerator<ModelEvent, void, void> {
    return this.#events(request, asking)
  }

  /**
   * A JSON value that is valid against the schema. An invalid answer is sent back once to be repaired. If it is still
   * invalid, the call fails with `upstream_failed`.
   */
  object<Value>(request: ModelObjectRequest): Promise<ModelObject<Value>> {
    return objectOf(request, (turn, asking) => this.#whole(turn, asking))
  }

  async #whole(request: ModelRequest, asking: Asking): Promise<ModelAnswer> {
    for await (const event of this.#events(request, asking)) if (event.type === 'end') return event.answer
    throw new Error('The stream of a model has no end')
  }

  /** One call. What it used is counted and charged before its end is reported, or else when it has failed or was left. */
  async *#events(request: ModelRequest, asking: Asking): AsyncGenerator<ModelEvent, void, void> {
    const { purpose, signal, log } = request
    const { modelTimeoutMs } = this.#config
    const target = this.#targetOf(purpose)
    const allowance = await this.#allowanceOf(request, asking)
    const startedAt = performance.now()
    const maxTokens = allowance?.outputTokens ?? this.#maxTokens(request)
    const collected = new Collected(Math.max(minChars, maxTokens * maxCharsPerToken))
    const timeUp = this.#after(modelTimeoutMs + graceMs)
    const left = new AbortController()
    const stop = AbortSignal.any([signal, timeUp, left.signal])
    let isSent = false
    let outcome = 'cancelled'
    const end = () => {
      const ending = { isSent, isWhole: outcome === 'ok', isStopped: outcome === 'cancelled' || timeUp.aborted }
      return allowance?.end(tokensOf(request, asking.json?.schema, collected, ending))
    }
    try {
      const onSent = () => {
        isSent = true
      }
      const parts = await this.#parts(request, target, { asking, maxTokens, stop, onSent })
      for await (const part of parts) {
        const event = collected.take(part)
        if (event) yield event
      }
      stop.throwIfAborted()
      const answer = answerOf(collected, target)
      outcome = 'ok'
      const microCredits = (await end()) ?? 0
      yield { type: 'end', answer: { ...answer, usage: { ...answer.usage, microCredits } } }
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
      await end()?.catch((err: unknown) => log.warn({ err }, 'tokens of a failed answer not counted'))
    }
  }

  /** Room for the answer in the budgets of the payer. @throws ApiError rate_limited, payment_required */
  async #allowanceOf(request: ModelRequest, { json }: Asking): Promise<TokenAllowance | undefined> {
    const { payer, purpose } = request
    if (!payer || !this.#spending) return undefined
    const most = { inputTokens: mostInputTokens(request, json?.schema), outputTokens: this.#maxTokens(request) }
    // The longest answer, and its end.
    const longestMs = this.#config.modelTimeoutMs + 60_000
    return await this.#spending.begin(payer, `model.${purpose}`, most, longestMs)
  }

  #targetOf(purpose: ModelPurpose): ModelTarget {
    return this.#outbound.outside ? scriptedTarget : targetOf(this.#config, purpose)
  }

  #maxTokens({ maxOutputTokens = Number.POSITIVE_INFINITY }: ModelRequest): number {
    return Math.min(maxOutputTokens, this.#config.modelMaxOutputTokens)
  }

  /** Sends the request and yields the parts of the answer as they arrive. */
  async #parts(request: ModelRequest, target: ModelTarget, sending: Sending) {
    const { instructions, messages, tools, toolChoice } = request
    const { asking, maxTokens, stop } = sending
    const sdk = await loadSdk()
    const mustNotCall = toolChoice === 'none'
    const { outside } = this.#outbound
    const model = outside ? scriptedModel(outside, request, asking) : await this.#load(request, target, sending)
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
      ...(tools &&
        tools.length > 0 && { tools: sdkTools(sdk, tools), toolChoice: mustNotCall ? 'auto' : (toolChoice ?? 'auto') }),
    }).stream
  }

  #load({ subject, toolChoice }: ModelRequest, target: ModelTarget, { asking, maxTokens, stop, onSent }: Sending) {
    this.#provider ??= this.#outbound.provider(modelProvider(target, this.#config))
    const fetch = providerFetch({
      provider: this.#provider,
      baseUrl: target.baseUrl,
      asker: { subject, signal: stop },
      maxBytes: Math.max(minBytes, maxTokens * maxBytesPerToken),
      timeoutMs: this.#config.modelTimeoutMs,
      onSent,
    })
    return loadModel(target, { fetch, json: asking.json?.schema, mustNotCall: toolChoice === 'none' })
  }
}

interface Sending {
  readonly asking: Asking
  readonly maxTokens: number
  readonly stop: AbortSignal
  /** Called when the request is sent. */
  readonly onSent: () => void
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
    usage: { ...usage, costUsd: costOf(usage, target), microCredits: 0 },
  }
}

const sources = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
  'openai-compatible': 'the server at MODEL_BASE_URL',
} as const

/** The provider of all language models of this instance. The SDK sends the key in the form each API expects. */
function modelProvider(target: ModelTarget, config: ModelConfig): ProviderDescription {
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

type AssistantPart = Exclude<Extract<SdkMessage, { role: 'assistant' }>['content'], string>[number]

/** A conversation in the SDK's format. */
function sdkMessages(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.map((message): SdkMessage => {
    if (message.role === 'user') return { role: 'user', content: message.text }
    if (message.role === 'assistant') return { role: 'assistant', content: message.parts.map(sdkPart) }
    return {
      role: 'tool',
      content: message.results.map(({ id, name, output, isError }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: isError ? 'error-text' : 'text', value: output },
      })),
    }
  })
}

function sdkPart(part: AnswerPart): AssistantPart {
  const meta = part.meta === undefined ? {} : { providerOptions: part.meta as never }
  if (part.type !== 'tool_call') return { type: part.type, text: part.text, ...meta }
  return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input ?? {}, ...meta }
}

/** Tools without a function to execute: the SDK only describes them to the model and leaves the calls to us. */
function sdkTools(
  { jsonSchema, tool }: Pick<typeof import('ai'), 'jsonSchema' | 'tool'>,
  tools: readonly ModelTool[],
): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema as never) }),
    ]),
  )
}

/** All text in a conversation that the caller, or others, wrote. */
function textsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role === 'user') return [message.text]
    if (message.role === 'tool') return message.results.map(({ output }) => output)
    return message.parts.flatMap((part) => (part.type === 'tool_call' ? [] : [part.text]))
  })
}

/** One completed call of a provider. */
interface MeteredCall {
  readonly purpose: ModelPurpose
  readonly target: ModelTarget
  readonly usage: ReportedUsage
  /** `ok`, `cancelled`, or the code of the error. */
  readonly outcome: string
  readonly durationMs: number
  readonly log: Log
}

const tokensPerPrice = 1_000_000
const durationBucketsS = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160]

/**
 * The cost of a call by the operator's prices. Cached input counts like any other, so a provider that discounts it
 * charges less.
 *
 * @returns undefined without a price, or if the provider did not report tokens
 */
function costOf(usage: ReportedUsage, { price }: ModelTarget): number | undefined {
  const { inputTokens, outputTokens } = usage
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined
  return (inputTokens * price.input + outputTokens * price.output) / tokensPerPrice
}

/** Counts calls of models with their tokens and cost in `/metrics`, and logs a line for each. */
function createMeter(registry: Registry): (call: MeteredCall) => void {
  const labelNames = ['purpose', 'provider', 'model'] as const
  const registers = [registry]
  const calls = new Counter({
    name: 'onedoor_model_calls_total',
    help: 'Calls of language models by outcome (ok, cancelled or an error code)',
    labelNames: [...labelNames, 'outcome'],
    registers,
  })
  const tokens = new Counter({
    name: 'onedoor_model_tokens_total',
    help: 'Tokens by kind (input, output; cached is part of input)',
    labelNames: [...labelNames, 'kind'],
    registers,
  })
  const cost = new Counter({
    name: 'onedoor_model_cost_usd_total',
    help: 'Cost in USD by MODEL_PRICES; absent for models without a price',
    labelNames,
    registers,
  })
  const durations = new Histogram({
    name: 'onedoor_model_call_duration_seconds',
    help: 'Duration of calls of language models in seconds, without the time spent in the queue',
    labelNames,
    buckets: durationBucketsS,
    registers,
  })
  return ({ purpose, target, usage, outcome, durationMs, log }) => {
    const { provider, model } = target
    const labels = { purpose, provider, model }
    const { inputTokens, outputTokens, cachedTokens } = usage
    const costUsd = costOf(usage, target)
    calls.inc({ ...labels, outcome })
    durations.observe(labels, durationMs / 1000)
    if (inputTokens) tokens.inc({ ...labels, kind: 'input' }, inputTokens)
    if (outputTokens) tokens.inc({ ...labels, kind: 'output' }, outputTokens)
    if (cachedTokens) tokens.inc({ ...labels, kind: 'cached' }, cachedTokens)
    if (costUsd) cost.inc(labels, costUsd)
    const fields = { ...labels, outcome, inputTokens, outputTokens, cachedTokens, costUsd }
    log.info({ ...fields, durationMs: Math.round(durationMs) }, 'model call')
  }
}
