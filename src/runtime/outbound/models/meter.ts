import type { Registry } from 'prom-client'
import type { Log } from '../../base/log.ts'
import { Counter, Histogram } from '../../base/metrics.ts'
import type { ModelTarget } from './targets.ts'
import type { ModelPurpose, ModelUsage } from './types.ts'

/** One completed call of a provider. */
export interface MeteredCall {
  readonly purpose: ModelPurpose
  readonly target: ModelTarget
  readonly usage: Omit<ModelUsage, 'costUsd'>
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
export function costOf(usage: Omit<ModelUsage, 'costUsd'>, { price }: ModelTarget): number | undefined {
  const { inputTokens, outputTokens } = usage
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined
  return (inputTokens * price.input + outputTokens * price.output) / tokensPerPrice
}

/** Counts calls of models with their tokens and cost in `/metrics`, and logs a line for each. */
export function createMeter(registry: Registry): (call: MeteredCall) => void {
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
