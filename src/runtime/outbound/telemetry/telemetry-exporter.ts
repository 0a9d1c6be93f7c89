import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Registry } from 'prom-client'
import type { Log } from '../../base/log.ts'
import type { Values } from '../../base/setting.ts'
import { telemetrySettings } from '../../base/telemetry/settings.ts'
import { maxBatch, type SpanQueue } from '../../base/telemetry/span-queue.ts'
import type { Span } from '../../base/telemetry/tracer.ts'
import { version } from '../../base/version.ts'
import type { ProviderDescription } from '../description.ts'
import { OutboundFailure } from '../failure.ts'
import type { Provider } from '../provider.ts'
import { metricsRequest, type Resource, traceRequest } from './otlp.ts'

/** The collector. Its circuit breaker pauses after failures, and as long as a Retry-After says. */
export function describeCollector(headers: Values<typeof telemetrySettings>['otelHeaders'] = {}): ProviderDescription {
  return {
    name: 'otel',
    source: 'OpenTelemetry collector',
    nameInSentence: 'The OpenTelemetry collector',
    baseUrl: telemetrySettings.otelEndpoint,
    timeoutMs: 10_000,
    maxBytes: 64 * 1024,
    probe: { path: '/v1/traces', headers, json: { resourceSpans: [] } },
    // Examples cannot take anything.
    isAlwaysLive: true,
  }
}

const batchIntervalMs = 5000
/** After these the specification lets a client send the same again. */
const retryableStatuses: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504])
const retryableKinds: ReadonlySet<string> = new Set(['network', 'timeout', 'breaker', 'busy'])

export interface ExporterOptions {
  readonly provider: Pick<Provider, 'call'>
  readonly settings: Pick<
    Values<typeof telemetrySettings>,
    'otelHeaders' | 'otelServiceName' | 'otelResourceAttributes' | 'otelMetricIntervalMs'
  >
  readonly queue: SpanQueue
  readonly metrics: Registry
  readonly log: Log
  /** How long `close` may take; 3 seconds if not given. */
  readonly closingMs?: number
}

/** Sends spans and metrics to the collector, beside all calls: none of them waits for it. */
export class TelemetryExporter {
  readonly #options: ExporterOptions
  readonly #resource: Resource
  readonly #stopping = new AbortController()
  readonly #timers: NodeJS.Timeout[]
  /** Taken from the queue and not sent yet. */
  #batch: readonly Span[] = []
  /** How many of the waiting spans are sent without waiting for a complete batch. */
  #due = 0
  #sending: Promise<void> | undefined

  constructor(options: ExporterOptions) {
    const { settings, queue } = options
    this.#options = options
    this.#resource = {
      'service.instance.id': randomUUID(),
      'service.version': version,
      ...settings.otelResourceAttributes,
      'service.name': settings.otelServiceName,
      ...{ 'telemetry.sdk.name': 'onedoor', 'telemetry.sdk.language': 'nodejs', 'telemetry.sdk.version': version },
    }
    // Not as part of the call whose span completes a batch.
    queue.onBatch = AsyncResource.bind(() => void this.#sendDue())
    this.#timers = [
      setInterval(() => void this.sendSpans(), batchIntervalMs).unref(),
      setInterval(() => void this.sendMetrics(), settings.otelMetricIntervalMs).unref(),
    ]
  }

  /** Sends the spans so far. Never rejects: those that can be sent again stay for the next time. */
  sendSpans(): Promise<void> {
    this.#due = this.#options.queue.length
    return this.#sendDue()
  }

  #sendDue(): Promise<void> {
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  /** Sends the metrics once. Never rejects: they are cumulative, so the next ones replace what was not sent. */
  async sendMetrics(): Promise<void> {
    const { metrics, log } = this.#options
    try {
      const times = { nowMs: Date.now(), startMs: performance.timeOrigin }
      const request = metricsRequest(await metrics.getMetricsAsJSON(), times, this.#resource, version)
      await this.#post('/v1/metrics', JSON.stringify(request))
    } catch (err) {
      // A provider logs its failures.
      if (!(err instanceof OutboundFailure) && !this.#stopping.signal.aborted) log.warn({ err }, 'metrics not sent')
    }
  }

  /** Sends what is left, for at most three seconds. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    const timeout = setTimeout(() => this.#stopping.abort(), this.#options.closingMs ?? 3000)
    await this.sendSpans()
    await this.sendMetrics()
    clearTimeout(timeout)
  }

  async #sendBatches(): Promise<void> {
    const { queue, log } = this.#options
    for (;;) {
      if (this.#batch.length === 0) {
        // Spans end while a batch is sent, so sending the rest would never end, in a request for every few.
        if (this.#due <= 0 && queue.length < maxBatch) return
        this.#batch = queue.takeBatch()
        this.#due -= this.#batch.length
      }
      const { length } = this.#batch
      try {
        const rejected = await this.#post('/v1/traces', traceRequest(this.#batch, this.#resource, version))
        queue.count('sent', length - rejected)
        queue.count('dropped', rejected)
      } catch (err) {
        if (mayRepeat(err)) return
        queue.count('dropped', length)
        log.warn({ spans: length, err }, 'spans dropped')
      }
      this.#batch = []
    }
  }

  /** @returns how many of the spans or points the collector rejected */
  #post(path: string, body: string): Promise<number> {
    const { provider, settings } = this.#options
    const headers = { 'content-type': 'application/json', ...settings.otelHeaders }
    const reader = { accept: ['*/*'], bytes: rejectedIn }
    const asker = { subject: 'telemetry', signal: this.#stopping.signal }
    return provider.call(asker, { method: 'POST', path, body, headers, reader })
  }
}

function mayRepeat(failure: unknown): boolean {
  if (!(failure instanceof OutboundFailure)) return false
  return retryableKinds.has(failure.kind) || retryableStatuses.has(failure.upstreamStatus)
}

/** What a response reports as rejected (`partialSuccess`); 0 for any other body, since its status says that all is well. */
function rejectedIn(bytes: Buffer): number {
  try {
    const { partialSuccess = {} } = JSON.parse(bytes.toString('utf8')) as { partialSuccess?: Record<string, unknown> }
    return Math.max(0, Number(partialSuccess.rejectedSpans ?? 0)) || 0
  } catch {
    return 0
  }
}
