import type { Log } from '../runtime/base/log.ts'
import type { Registry } from '../runtime/base/metrics.ts'
import { createSampler, remoteParentOf } from '../runtime/base/telemetry/sampling.ts'
import { SpanQueue } from '../runtime/base/telemetry/span-queue.ts'
import { Tracer } from '../runtime/base/telemetry/tracer.ts'
import type { ProviderDescription } from '../runtime/outbound/description.ts'
import type { Outbound } from '../runtime/outbound/outbound.ts'
import { describeCollector, TelemetryExporter } from '../runtime/outbound/telemetry/telemetry-exporter.ts'
import type { Config } from './config.ts'

/** What records spans. */
export interface Telemetry {
  readonly queue: SpanQueue
  readonly tracer: Tracer
}

/** What records spans; undefined unless the settings name a collector: then calls cost nothing more. */
export function createTelemetry(config: Config, metrics: Registry): Telemetry | undefined {
  if (!isOn(config)) return undefined
  const queue = new SpanQueue(metrics)
  return { queue, tracer: new Tracer(createSampler(config.otelSampler, config.otelSamplerRatio), queue.add) }
}

/** The collector to which this server would send; none unless the settings name one. */
export function collectorsOf(config: Config): readonly ProviderDescription[] {
  return isOn(config) ? [describeCollector(config.otelHeaders)] : []
}

function isOn({ otelEndpoint, otelDisabled }: Config): boolean {
  return otelEndpoint !== undefined && !otelDisabled
}

/** Begins to send what is recorded, until the server stops. */
export function startExporter(
  telemetry: Telemetry | undefined,
  {
    config: settings,
    outbound,
    ...parts
  }: { readonly config: Config; readonly outbound: Outbound; readonly metrics: Registry; readonly log: Log },
  stack: AsyncDisposableStack,
): void {
  if (!telemetry) return
  const provider = outbound.provider(describeCollector(settings.otelHeaders))
  const exporter = new TelemetryExporter({ ...parts, settings, provider, queue: telemetry.queue })
  stack.defer(() => exporter.close())
}

/** The part of a request and its response that tracing needs; both versions of HTTP have it. */
type Handle<Req, Res> = (req: Req, res: Res) => void

/** Handles requests so that their calls belong to the trace that `traceparent` names. */
export function withTraces<
  Req extends { readonly headers: Readonly<Record<string, string | string[] | undefined>> },
  Res extends { once(event: 'close', listener: () => void): unknown },
>(telemetry: Telemetry | undefined, handle: Handle<Req, Res>): Handle<Req, Res> {
  if (!telemetry) return handle
  return (req, res) => {
    const parent = remoteParentOf(req.headers.traceparent)
    if (!parent) return handle(req, res)
    res.once(
      'close',
      telemetry.tracer.request(parent, () => handle(req, res)),
    )
  }
}
