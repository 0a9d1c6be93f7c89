import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#runtime/base/log.ts'
import { Counter, Gauge, Histogram, Registry } from '#runtime/base/metrics.ts'
import { readSettings } from '#runtime/base/setting.ts'
import { attributesText } from '#runtime/base/telemetry/attributes.ts'
import { telemetrySettings } from '#runtime/base/telemetry/settings.ts'
import { maxBatch, maxWaiting, SpanQueue } from '#runtime/base/telemetry/span-queue.ts'
import type { Span } from '#runtime/base/telemetry/tracer.ts'
import { metricsExport, spansIn, traceExport, valuesOf } from '#testing/otlp-schemas.ts'
import { createTestOutbound, type TestOutbound } from '#testing/outbound.ts'
import { type ProviderStandIn, standInRetryAfterS, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { describeCollector, TelemetryExporter } from './telemetry-exporter.ts'

let collector: ProviderStandIn
let outbound: TestOutbound
let metrics: Registry
let queue: SpanQueue
let exporter: TelemetryExporter

beforeEach(async () => {
  collector = await startProviderStandIn(() => ({ json: {} }), Date.now)
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp`,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20key',
    OTEL_RESOURCE_ATTRIBUTES: 'host.name=one,service.name=replaced',
  }
  outbound = createTestOutbound({ env })
  metrics = new Registry()
  queue = new SpanQueue(metrics)
  const { values: settings } = readSettings(telemetrySettings, env)
  const provider = outbound.provider(describeCollector(settings.otelHeaders))
  const log = createLog({ logLevel: 'silent' }, { write: () => undefined })
  exporter = new TelemetryExporter({ provider, settings, queue, metrics, log, closingMs: 50 })
})
afterEach(async () => {
  await exporter.close()
  await outbound.close()
  await collector[Symbol.asyncDispose]()
})

let made = 0
function span(facts: Partial<Span> = {}): Span {
  made += 1
  return {
    ...{ traceId: 'a'.repeat(32), spanId: made.toString(16).padStart(16, 'b'), parentSpanId: undefined },
    ...{ name: 'notes.get', kind: 'server', startMs: Date.now() - 1.25, endMs: Date.now(), attributes: '[]' },
    ...facts,
  }
}

function add(count: number): void {
  for (let index = 0; index < count; index++) queue.add(span())
}

async function counted(): Promise<Record<string, number>> {
  const text = await metrics.getSingleMetricAsString('onedoor_spans_total')
  const lines = text.matchAll(/\{outcome="(\w+)"\} (\d+)/g)
  return Object.fromEntries([...lines].map(([, outcome, value]) => [outcome, Number(value)]))
}

test('spans are sent as OTLP in JSON, with the headers and the resource of the settings', async () => {
  const parentSpanId = 'c'.repeat(16)
  queue.add(
    span({
      startMs: 1_800_000_000_000.125,
      endMs: 1_800_000_000_001.5,
      attributes: attributesText({ a: 'x', b: 200, c: 0.5 }),
    }),
  )
  queue.add(span({ kind: 'client', parentSpanId, isFailed: true, attributes: attributesText({ missing: undefined }) }))
  await exporter.sendSpans()
  const [request] = collector.requests
  expect(request).toMatchObject({
    method: 'POST',
    path: '/otlp/v1/traces',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
  })
  const { resourceSpans } = traceExport.parse(JSON.parse(request?.body ?? ''))
  expect(valuesOf(resourceSpans[0]?.resource.attributes ?? [])).toMatchObject({
    'service.name': 'onedoor',
    'host.name': 'one',
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const [first, second] = spansIn(collector.requests)
  expect(first).toMatchObject({
    kind: 2,
    startTimeUnixNano: '1800000000000125000',
    endTimeUnixNano: '1800000000001500000',
    attributes: [
      { key: 'a', value: { stringValue: 'x' } },
      { key: 'b', value: { intValue: '200' } },
      { key: 'c', value: { doubleValue: 0.5 } },
    ],
  })
  expect(first).not.toHaveProperty('status')
  expect(second).toMatchObject({ kind: 3, parentSpanId, status: { code: 2 }, attributes: [] })
  expect(await counted()).toEqual({ sent: 2, dropped: 0 })
})

test('metrics are sent with the numbers that /metrics has', async () => {
  const registers = [metrics]
  new Counter({ name: 'calls_total', help: 'Calls', labelNames: ['code'], registers }).inc({ code: 'ok' }, 3)
  new Gauge({ name: 'open', help: 'Open', registers }).set(1.5)
  new Gauge({ name: 'unknown', help: 'Not a number', registers }).set(Number.NaN)
  const seconds = new Histogram({ name: 's', help: 'S', labelNames: ['op'], buckets: [0.1, 1], registers })
  for (const value of [0.05, 0.5, 0.7, 9]) seconds.observe({ op: 'a' }, value)
  seconds.observe({ op: 'b' }, 0.5)
  await exporter.sendMetrics()
  const { resourceMetrics } = metricsExport.parse(JSON.parse(collector.requests[0]?.body ?? ''))
  const sent = resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? []
  const byName = (name: string) => sent.find((each) => each.name === name)
  expect(byName('calls_total')).toMatchObject({
    description: 'Calls',
    sum: { dataPoints: [{ asDouble: 3, attributes: [{ key: 'code', value: { stringValue: 'ok' } }] }] },
  })
  expect(byName('open')).toMatchObject({ gauge: { dataPoints: [{ asDouble: 1.5 }] } })
  expect(byName('unknown')).toBeUndefined()
  expect(byName('s')).toMatchObject({
    histogram: {
      dataPoints: [
        { count: '4', sum: 10.25, bucketCounts: ['1', '2', '1'], explicitBounds: [0.1, 1] },
        { count: '1', bucketCounts: ['0', '1', '0'] },
      ],
    },
  })
})

test('a complete batch is sent at once, and further spans in batches', async () => {
  add(maxBatch)
  expect(queue.takeBatch()).toEqual([])
  add(maxBatch + 1)
  await exporter.sendSpans()
  const sizes = collector.requests.map((request) => spansIn([request]).length)
  expect(sizes).toEqual([maxBatch, maxBatch, 1])
})

test('spans that end while a batch is sent wait for a complete batch or the next time', async () => {
  collector.answers = () => {
    add(3)
    return { json: {} }
  }
  add(maxBatch + 2)
  await exporter.sendSpans()
  const sizes = () => collector.requests.map((request) => spansIn([request]).length)
  expect(sizes()).toEqual([maxBatch, 5])
  await exporter.sendSpans()
  expect(sizes()).toEqual([maxBatch, 5, 3])
})

test('sending a batch is not part of the call that completes it', async () => {
  const storage = new AsyncLocalStorage<string>()
  const contexts: unknown[] = []
  queue.count = () => contexts.push(storage.getStore())
  storage.run('a call', () => add(maxBatch))
  await exporter.sendSpans()
  expect(contexts).toEqual([undefined, undefined])
})

test('spans that a collector cannot take now are sent after its Retry-After, and not before', async () => {
  collector.fault = 'rate limit'
  add(2)
  await exporter.sendSpans()
  collector.fault = undefined
  await exporter.sendSpans()
  expect(collector.requests).toHaveLength(1)
  expect(await counted()).toEqual({ sent: 0, dropped: 0 })
  outbound.clock.advance(standInRetryAfterS * 1000)
  await exporter.sendSpans()
  expect(spansIn(collector.requests.slice(1))).toHaveLength(2)
  expect(await counted()).toEqual({ sent: 2, dropped: 0 })
})

test('while no collector responds, at most a queue and a batch of spans are stored, and the others counted', async () => {
  collector.fault = 'no connection'
  add(1)
  await exporter.sendSpans()
  add(maxWaiting + 7)
  expect((await counted()).dropped).toBe(7)
  collector.fault = undefined
  outbound.clock.advance(3_600_000)
  await exporter.sendSpans()
  expect(await counted()).toEqual({ sent: maxWaiting + 1, dropped: 7 })
})

test.each([400, 401, 404, 500])('spans that a collector rejects with %d are dropped and counted', async (status) => {
  collector.answers = () => ({ status, json: {} })
  add(3)
  await exporter.sendSpans()
  await exporter.sendSpans()
  expect(collector.requests).toHaveLength(1)
  expect(await counted()).toEqual({ sent: 0, dropped: 3 })
})

test('spans that a collector rejects in a response of success are counted', async () => {
  collector.answers = () => ({ json: { partialSuccess: { rejectedSpans: '2', errorMessage: 'too old' } } })
  add(3)
  await exporter.sendSpans()
  expect(await counted()).toEqual({ sent: 1, dropped: 2 })
})

test('a response of success counts, even without a body that can be read', async () => {
  collector.answers = () => ({ body: '', contentType: 'text/plain' })
  add(1)
  await exporter.sendSpans()
  expect(await counted()).toEqual({ sent: 1, dropped: 0 })
})

test('closing sends what is left, and ends even if the collector is silent', async () => {
  add(1)
  await exporter.close()
  expect(collector.requests.map(({ path }) => path)).toEqual(['/otlp/v1/traces', '/otlp/v1/metrics'])
  collector.fault = 'silent'
  add(1)
  await exporter.close()
  expect((await counted()).dropped).toBe(1)
})
