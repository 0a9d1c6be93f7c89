import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'
import { attributesOf, attributesText } from '../../base/telemetry/attributes.ts'
import { type Span, spanKinds } from '../../base/telemetry/tracer.ts'

/**
 * Messages of OTLP 1 in their JSON form (opentelemetry-proto, and the JSON mapping of the OTLP specification): ids in
 * hexadecimal, enums as numbers, 64-bit numbers as texts.
 */

/** What describes this process, by attribute. */
export type Resource = Readonly<Record<string, string>>

const cumulative = 2

/**
 * The body of a request. It is written by hand: an object for each attribute would cost several times as much.
 *
 * @param version of the server, which is what records
 */
export function traceRequest(spans: readonly Span[], resource: Resource, version: string): string {
  const described = `"resource":{"attributes":${attributesText(resource)}}`
  const scope = JSON.stringify({ name: 'onedoor', version })
  return `{"resourceSpans":[{${described},"scopeSpans":[{"scope":${scope},"spans":[${spans.map(spanText).join()}]}]}]}`
}

function spanText({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, isFailed }: Span): string {
  const parent = parentSpanId === undefined ? '' : `"parentSpanId":"${parentSpanId}",`
  const what = `"name":${JSON.stringify(name)},"kind":${spanKinds[kind]}`
  const times = `"startTimeUnixNano":"${nanoseconds(startMs)}","endTimeUnixNano":"${nanoseconds(endMs)}"`
  const status = isFailed ? ',"status":{"code":2}' : ''
  const ids = `"traceId":"${traceId}","spanId":"${spanId}",${parent}`
  return `{${ids}${what},${times},"attributes":${attributes}${status}}`
}

/**
 * The metrics of a registry. Counters and histograms are cumulative since the process started.
 *
 * @param nowMs epoch milliseconds
 * @param startMs when the process started, epoch milliseconds
 */
export function metricsRequest(
  metrics: readonly MetricObjectWithValues<MetricValue<string>>[],
  { nowMs, startMs }: { readonly nowMs: number; readonly startMs: number },
  resource: Resource,
  version: string,
): object {
  const times = { startTimeUnixNano: nanoseconds(startMs), timeUnixNano: nanoseconds(nowMs) }
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [
          { scope: { name: 'onedoor', version }, metrics: metrics.flatMap((metric) => metricOf(metric, times)) },
        ],
      },
    ],
  }
}

interface Times {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

function metricOf({ name, help, type, values }: MetricObjectWithValues<MetricValue<string>>, times: Times): object[] {
  const known = values.filter(({ value }) => Number.isFinite(value))
  if (known.length === 0) return []
  const metric = { name, description: help }
  // Here prom-client has names of types, although its declarations say numbers.
  switch (type as unknown as string) {
    case 'counter':
      return [{ ...metric, sum: { ...points(known, times), aggregationTemporality: cumulative, isMonotonic: true } }]
    case 'gauge':
      return [{ ...metric, gauge: points(known, { timeUnixNano: times.timeUnixNano }) }]
    case 'histogram':
      return [
        { ...metric, histogram: { dataPoints: histogramPoints(known, times), aggregationTemporality: cumulative } },
      ]
    default:
      return []
  }
}

function points(values: readonly MetricValue<string>[], times: Partial<Times>): object {
  return {
    dataPoints: values.map(({ value, labels }) => ({ ...times, asDouble: value, attributes: attributesOf(labels) })),
  }
}

function histogramPoints(values: readonly MetricValueWithName<string>[], times: Times): object[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...byLabels.values()].map((series) => {
    const buckets = series.filter(({ labels }) => labels.le !== undefined)
    const partOf = (suffix: string) => series.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0
    const { le: _, ...labels } = series[0]?.labels ?? {}
    return {
      ...times,
      attributes: attributesOf(labels),
      count: String(partOf('_count')),
      sum: partOf('_sum'),
      // Those of prom-client include the shorter ones.
      bucketCounts: buckets.map(({ value }, index) => String(value - (buckets[index - 1]?.value ?? 0))),
      explicitBounds: buckets.slice(0, -1).map(({ labels: { le } }) => Number(le)),
    }
  })
}

/** Microseconds are the most that a number has room for. */
function nanoseconds(epochMs: number): string {
  return `${Math.round(epochMs * 1000)}000`
}
