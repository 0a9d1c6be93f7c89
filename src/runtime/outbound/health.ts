import type { Registry } from 'prom-client'
import type { Clock } from '../base/clock.ts'
import { Counter, Gauge, Histogram } from '../base/metrics.ts'
import { attributesText } from '../base/telemetry/attributes.ts'
import type { Tracer } from '../base/telemetry/tracer.ts'
import type { BreakerState } from './breaker.ts'
import type { FailureKind } from './failure.ts'
import type { Obtained } from './provider-cache.ts'

const durationBucketsS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60]
const states: readonly BreakerState[] = ['closed', 'half_open', 'open']

/** The state of a provider. Times are epoch milliseconds; undefined for what has not happened since the start. */
export interface ProviderState {
  readonly breaker: BreakerState
  readonly lastSuccessMs: number | undefined
  readonly lastFailureMs: number | undefined
  readonly lastFailureKind: FailureKind | undefined
  /** How long the last successful request took. */
  readonly lastLatencyMs: number | undefined
}

/** Counts what happens with one provider. */
export class ProviderHealth {
  #lastSuccessMs: number | undefined
  #lastFailureMs: number | undefined
  #lastFailureKind: FailureKind | undefined
  #lastLatencyMs: number | undefined
  readonly #clock: Clock
  readonly #meters: Meters
  readonly #name: string
  readonly breaker: () => BreakerState

  constructor(name: string, clock: Clock, meters: Meters, breaker: () => BreakerState) {
    this.#name = name
    this.#clock = clock
    this.#meters = meters
    this.breaker = breaker
  }

  /** @param durationMs of the request, including retries */
  succeeded(durationMs: number): void {
    this.#lastSuccessMs = this.#clock.now()
    this.#lastLatencyMs = durationMs
    this.#meters.requests.inc({ provider: this.#name, outcome: 'ok' })
    this.#ended(durationMs)
  }

  failed(kind: FailureKind, durationMs: number): void {
    this.#lastFailureMs = this.#clock.now()
    this.#lastFailureKind = kind
    this.#meters.requests.inc({ provider: this.#name, outcome: kind })
    this.#ended(durationMs, kind)
  }

  /** A request that was not sent: the breaker is open, or too many are waiting. */
  refused(kind: FailureKind): void {
    this.#meters.requests.inc({ provider: this.#name, outcome: kind })
  }

  /** Records that were left out of the provider's data. */
  skipped(count: number): void {
    this.#meters.skipped.inc({ provider: this.#name }, count)
  }

  answered(from: Obtained<unknown>['from']): void {
    this.#meters.answers.inc({ provider: this.#name, from })
  }

  #ended(durationMs: number, failure?: FailureKind): void {
    this.#meters.durations.observe({ provider: this.#name }, durationMs / 1000)
    this.#meters.tracer?.span?.child(performance.now() - durationMs).end({
      name: this.#name,
      kind: 'client',
      isFailed: failure !== undefined,
      attributes: attributesText({ 'service.peer.name': this.#name, 'error.type': failure }),
    })
  }

  get state(): ProviderState {
    return {
      breaker: this.breaker(),
      lastSuccessMs: this.#lastSuccessMs,
      lastFailureMs: this.#lastFailureMs,
      lastFailureKind: this.#lastFailureKind,
      lastLatencyMs: this.#lastLatencyMs,
    }
  }
}

type Meters = ReturnType<typeof createMeters>

function createMeters(registry: Registry, tracer?: Pick<Tracer, 'span'>) {
  const labels = { labelNames: ['provider'] as const, registers: [registry] }
  return {
    tracer,
    requests: new Counter({
      name: 'onedoor_provider_requests_total',
      help: 'Requests to providers by outcome: ok, or the kind of failure',
      labelNames: ['provider', 'outcome'] as const,
      registers: [registry],
    }),
    answers: new Counter({
      name: 'onedoor_provider_answers_total',
      help: 'Provider data by source: provider, flight (a request from another caller), cache, stale',
      labelNames: ['provider', 'from'] as const,
      registers: [registry],
    }),
    skipped: new Counter({
      name: 'onedoor_provider_skipped_records_total',
      help: 'Records that were left out of the data of providers because they are not as documented',
      ...labels,
    }),
    durations: new Histogram({
      name: 'onedoor_provider_request_duration_seconds',
      help: 'Duration of requests to providers in seconds, including retries',
      ...labels,
      buckets: durationBucketsS,
    }),
  }
}

/** Registers the metrics of providers. */
export function createProviderMeters(registry: Registry, clock: Clock, tracer?: Pick<Tracer, 'span'>) {
  const meters = createMeters(registry, tracer)
  const known = new Map<string, { health: ProviderHealth; cachedBytes(): number }>()
  const gauge = (
    name: string,
    help: string,
    value: (health: ProviderHealth, cachedBytes: number) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['provider'] as const,
      registers: [registry],
      collect() {
        for (const [provider, { health, cachedBytes }] of known) {
          const measured = value(health, cachedBytes())
          if (measured !== undefined) this.set({ provider }, measured)
        }
      },
    })
  const seconds = (ms: number | undefined) => ms && ms / 1000
  gauge(
    'onedoor_provider_breaker_state',
    "State of a provider's circuit breaker: 0 closed, 1 half open, 2 open",
    (health) => states.indexOf(health.breaker()),
  )
  gauge('onedoor_provider_last_success_timestamp_seconds', 'When a request to a provider last succeeded', ({ state }) =>
    seconds(state.lastSuccessMs),
  )
  gauge('onedoor_provider_last_failure_timestamp_seconds', 'When a request to a provider last failed', ({ state }) =>
    seconds(state.lastFailureMs),
  )
  gauge('onedoor_provider_kept_bytes', "Size of a provider's cached data", (_health, cachedBytes) => cachedBytes)
  return {
    /** The metrics of one provider. `breaker` and `cachedBytes` are read whenever the metrics are. */
    of(name: string, { breaker, cachedBytes }: { breaker(): BreakerState; cachedBytes(): number }): ProviderHealth {
      const health = new ProviderHealth(name, clock, meters, breaker)
      known.set(name, { health, cachedBytes })
      return health
    },
  }
}

/** The metrics of all providers of one process. */
export type ProviderMeters = ReturnType<typeof createProviderMeters>
