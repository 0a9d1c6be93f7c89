import { baseUrl, optional, parsedBy, setting, wholeNumber } from '../setting.ts'
import { type SamplerName, samplerNames } from './sampling.ts'

/** A header or attribute: a name without spaces, and a percent-encoded value (the list of the OpenTelemetry specification). */
const memberPattern = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e ]*?)\s*$/
const pairsRule = 'name=value pairs separated by commas, with percent-encoded values'

/** The pairs of `name=value,name=value`; undefined if the text is not such a list. */
export function parsePairs(text: string): Readonly<Record<string, string>> | undefined {
  const pairs: Record<string, string> = {}
  for (const member of text.split(',')) {
    const [, name, value] = memberPattern.exec(member) ?? []
    if (name === undefined || value === undefined) return undefined
    try {
      pairs[name] = decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return pairs
}

/** Traces and metrics for an OpenTelemetry collector, under the names of its specification. */
export const telemetrySettings = {
  otelEndpoint: optional({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    rule: 'an http:// or https:// address without a query string',
    fallbackText: 'none',
    meaning:
      'The address of an OpenTelemetry collector that takes OTLP over HTTP as JSON, usually at port 4318. The server sends traces to `/v1/traces` below it and metrics to `/v1/metrics`; see docs/observability.md. It may be private.',
    without: 'No traces are recorded, and no metrics are sent. `/metrics` works without it.',
    example: 'http://127.0.0.1:4318',
    schema: () => baseUrl(),
  }),
  otelHeaders: optional({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    rule: pairsRule,
    fallbackText: 'none',
    meaning: 'Headers that the server sends to the collector, such as its key.',
    without: 'Nothing.',
    example: 'authorization=Bearer%20abc123',
    secret: true,
    schema: () => parsedBy(headersOf),
  }),
  otelServiceName: setting({
    name: 'OTEL_SERVICE_NAME',
    rule: 'a text of 1 to 200 characters',
    fallback: 'onedoor',
    meaning: 'The `service.name` in traces and metrics, which distinguishes this instance from others.',
    without: 'Nothing.',
    example: 'onedoor-staging',
    schema: () => parsedBy((text) => (text.length >= 1 && text.length <= 200 ? text : undefined)),
  }),
  otelResourceAttributes: optional({
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    rule: pairsRule,
    fallbackText: 'none',
    meaning: 'Further attributes of this process in traces and metrics. OTEL_SERVICE_NAME replaces a `service.name`.',
    without: 'Nothing.',
    example: 'deployment.environment.name=staging,host.name=one',
    schema: () => parsedBy(parsePairs),
  }),
  otelSampler: setting({
    name: 'OTEL_TRACES_SAMPLER',
    rule: `one of ${samplerNames.join(', ')}`,
    fallback: 'parentbased_always_on',
    meaning:
      'Which calls are traced. With a `parentbased_` sampler, a caller that sends `traceparent` decides whether its own call is.',
    without: 'Nothing.',
    example: 'traceidratio',
    schema: () => parsedBy((text) => samplerNames.find((name): name is SamplerName => name === text)),
  }),
  otelSamplerRatio: setting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    rule: 'a number from 0 to 1',
    fallback: '1',
    meaning: 'The share of calls that `traceidratio` and `parentbased_traceidratio` trace.',
    without: 'Nothing.',
    example: '0.05',
    schema: () =>
      parsedBy((text) => (/^(?:0|1|[01]?\.\d{1,9})$/.test(text) && Number(text) <= 1 ? Number(text) : undefined)),
  }),
  otelMetricIntervalMs: setting({
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    rule: 'a whole number of milliseconds from 1000 to 3600000',
    fallback: '60000',
    meaning: 'How often the server sends its metrics to the collector, in milliseconds.',
    without: 'Nothing.',
    example: '15000',
    schema: () => wholeNumber(1000, 3_600_000),
  }),
  otelDisabled: setting({
    name: 'OTEL_SDK_DISABLED',
    rule: 'true or false',
    fallback: 'false',
    meaning: 'Whether traces and metrics are off although OTEL_EXPORTER_OTLP_ENDPOINT is set.',
    without: 'Nothing.',
    example: 'true',
    schema: () => parsedBy((text) => (text === 'true' || text === 'false' ? text === 'true' : undefined)),
  }),
} as const

/** Headers by lower-case name. One with a line break could not be sent. */
function headersOf(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = parsePairs(text)
  if (!pairs || Object.values(pairs).some((value) => !/^[\x20-\x7e]*$/.test(value))) return undefined
  return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name.toLowerCase(), value]))
}
