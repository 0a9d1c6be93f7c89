import { z } from 'zod'

/**
 * The requests of OTLP 1 over HTTP as JSON, strictly: from the message definitions of opentelemetry-proto 1 (trace.proto,
 * metrics.proto, common.proto, resource.proto) and the JSON mapping of the OTLP specification. Names in lowerCamelCase, no
 * other fields, ids in hexadecimal, enums as numbers, 64-bit integers as decimal texts.
 */

const unsigned64 = z
  .string()
  .regex(/^\d{1,20}$/)
  .refine((text) => BigInt(text) < 2n ** 64n)
const time = unsigned64.refine((text) => BigInt(text) > 1_600_000_000n * 1_000_000_000n)
const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${digits}}$`))
    .refine((id) => !/^0+$/.test(id))

const anyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d{1,19}$/) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
])
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: anyValue }))
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'has a key twice')
const resource = z.strictObject({ attributes })
const scope = z.strictObject({ name: z.string().min(1), version: z.string().min(1) })

const span = z
  .strictObject({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16).optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    status: z.strictObject({ code: z.int().min(0).max(2) }).optional(),
  })
  .refine(({ startTimeUnixNano: start, endTimeUnixNano: end }) => BigInt(end) >= BigInt(start), 'ends before it starts')

const numberPoint = z.strictObject({ timeUnixNano: time, asDouble: z.number(), attributes })
const sumPoint = numberPoint.extend({ startTimeUnixNano: time })
const histogramPoint = z
  .strictObject({
    startTimeUnixNano: time,
    timeUnixNano: time,
    attributes,
    count: unsigned64,
    sum: z.number(),
    bucketCounts: z.array(unsigned64),
    explicitBounds: z.array(z.number()),
  })
  .refine(
    ({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1,
    'needs a bucket more',
  )
  .refine(({ explicitBounds: all }) => all.every((bound, i) => i === 0 || bound > (all[i - 1] ?? 0)), 'is not in order')
  .refine(
    ({ bucketCounts, count }) => bucketCounts.reduce((sum, each) => sum + BigInt(each), 0n) === BigInt(count),
    'has other counts than its buckets',
  )

const named = { name: z.string().min(1), description: z.string() }
const metric = z.union([
  z.strictObject({ ...named, gauge: z.strictObject({ dataPoints: z.array(numberPoint).min(1) }) }),
  z.strictObject({
    ...named,
    sum: z.strictObject({
      dataPoints: z.array(sumPoint).min(1),
      aggregationTemporality: z.literal(2),
      isMonotonic: z.literal(true),
    }),
  }),
  z.strictObject({
    ...named,
    histogram: z.strictObject({ dataPoints: z.array(histogramPoint).min(1), aggregationTemporality: z.literal(2) }),
  }),
])

/** The body of POST /v1/traces. */
export const traceExport = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span).min(1) })) }),
  ),
})

/** The body of POST /v1/metrics. */
export const metricsExport = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({ resource, scopeMetrics: z.array(z.strictObject({ scope, metrics: z.array(metric).min(1) })) }),
  ),
})

export type ExportedSpan = z.infer<typeof span>

/** The spans of requests to a collector, each checked. */
export function spansIn(requests: readonly { readonly path: string; readonly body: string }[]): ExportedSpan[] {
  return requests
    .filter(({ path }) => path.endsWith('/v1/traces'))
    .flatMap(({ body }) => traceExport.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

/** Attributes by key, as texts. */
export function valuesOf(list: ExportedSpan['attributes']): Record<string, string> {
  return Object.fromEntries(list.map(({ key, value }) => [key, String(Object.values(value)[0])]))
}
