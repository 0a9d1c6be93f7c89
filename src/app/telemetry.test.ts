import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { metricsExport, spansIn, valuesOf } from '#testing/otlp-schemas.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentSpanId = '00f067aa0ba902b7'
const secret = 'a title that nobody may read'

let standIn: ProviderStandIn

beforeAll(async () => {
  standIn = await startProviderStandIn(
    ({ path }) => (path.startsWith('/v1/') ? { json: {} } : { status: 501, json: {} }),
    Date.now,
  )
})
afterAll(() => standIn[Symbol.asyncDispose]())

/** What a collector receives from a server that does `work` and stops. */
async function received(
  work: (server: TestServer) => Promise<unknown>,
  settings: Record<string, string> = {},
): Promise<readonly { readonly path: string; readonly body: string }[]> {
  const before = standIn.requests.length
  const server = await startTestServer({
    dataDir: await newDataDir(),
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: standIn.url, USGS_BASE_URL: `${standIn.url}/usgs`, ...settings },
  })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
  return standIn.requests.slice(before).filter(({ path }) => path.startsWith('/v1/'))
}

describe('a traced call', () => {
  let accountId: string
  let requests: Awaited<ReturnType<typeof received>>
  const spans = () => spansIn(requests)
  const named = (name: string) => spans().filter((span) => span.name === name)

  beforeAll(async () => {
    requests = await received(async (server) => {
      const account = await server.account()
      accountId = account.id
      const traceparent = `00-${traceId}-${parentSpanId}-01`
      await account.call('notes.add', { title: secret, text: secret }, { traceparent, 'x-request-id': 'mine' })
      await account.call('notes.get', { id: 'missing' }, { traceparent: 'nonsense' })
      await account.fails('hazards.quakes', {})
      for (const letter of ['a', 'b', 'c'])
        await account.ok('notes.add', { title: letter, text: letter.repeat(30_000) })
      await account.ok('notes.list', {})
      for (const path of ['/health', '/health/ready', '/metrics', '/']) await fetch(`${server.url}${path}`)
    })
  })

  test('is a span of the trace that the request names, with facts and without arguments', () => {
    const [span, ...others] = named('notes.add').filter((each) => each.traceId === traceId)
    expect(others).toEqual([])
    expect(span).toMatchObject({ traceId, parentSpanId, kind: 2 })
    expect(valuesOf(span?.attributes ?? [])).toEqual({
      'rpc.system.name': 'onedoor',
      'rpc.method': 'notes.add',
      'http.response.status_code': '200',
      'user.id': accountId,
      'onedoor.request_id': 'mine',
    })
    expect(requests.map(({ body }) => body).join()).not.toContain(secret)
  })

  test('contains its transactions and the statements in them, by verb and table', () => {
    const [call] = named('notes.add').filter((each) => each.traceId === traceId)
    const inTrace = spans().filter((span) => span.traceId === traceId)
    const transactions = inTrace.filter(({ name }) => name === 'TRANSACTION')
    expect(transactions.length).toBeGreaterThan(0)
    for (const each of transactions) expect(each).toMatchObject({ parentSpanId: call?.spanId, kind: 3 })
    const insert = inTrace.find(({ name }) => name === 'INSERT notes')
    expect(transactions.map(({ spanId }) => spanId)).toContain(insert?.parentSpanId)
    expect(valuesOf(insert?.attributes ?? [])).toEqual({
      'db.system.name': 'sqlite',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'notes',
      'db.query.summary': 'INSERT notes',
    })
  })

  test('that fails has its code and, unless the server failed, no failure; a wrong traceparent starts a trace', () => {
    const [span] = named('notes.get')
    expect(span).not.toHaveProperty('parentSpanId')
    expect(span).not.toHaveProperty('status')
    expect(valuesOf(span?.attributes ?? [])).toMatchObject({
      'error.type': 'invalid_argument',
      'http.response.status_code': '400',
    })
  })

  test('whose long result is streamed ends with the stream', () => {
    const [span, ...others] = named('notes.list')
    expect(others).toEqual([])
    expect(valuesOf(span?.attributes ?? [])).toMatchObject({ 'http.response.status_code': '200' })
  })

  test('contains its requests to the outside, which say nothing about the trace', () => {
    const [call] = named('hazards.quakes')
    expect(call).toMatchObject({ kind: 2, status: { code: 2 } })
    const [request] = named('usgs')
    expect(request).toMatchObject({ kind: 3, parentSpanId: call?.spanId, status: { code: 2 } })
    expect(valuesOf(request?.attributes ?? [])).toEqual({ 'service.peer.name': 'usgs', 'error.type': 'status' })
    const sent = standIn.requests.filter(({ path }) => path.startsWith('/usgs'))
    expect(sent.length).toBeGreaterThan(0)
    for (const { headers } of sent) expect(headers).not.toHaveProperty('traceparent')
  })

  test('is the only thing that is traced: every span belongs to a call', () => {
    const ids = new Set(spans().map(({ spanId }) => spanId))
    const roots = spans().filter((span) => span.parentSpanId === undefined || !ids.has(span.parentSpanId))
    expect(new Set(roots.map(({ name }) => name))).toEqual(
      new Set(['notes.add', 'notes.get', 'hazards.quakes', 'notes.list']),
    )
  })

  test('is counted in the metrics, which are sent as well', () => {
    const [request] = requests.filter(({ path }) => path === '/v1/metrics')
    const { resourceMetrics } = metricsExport.parse(JSON.parse(request?.body ?? ''))
    const metrics = resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? []
    const calls = metrics.find(({ name }) => name === 'onedoor_calls_total')
    const points = calls && 'sum' in calls ? calls.sum.dataPoints : []
    const countOf = (id: string) =>
      points.find(({ attributes }) => valuesOf(attributes).operation === id && valuesOf(attributes).code === 'ok')
    expect(countOf('notes.add')).toMatchObject({ asDouble: 4 })
    expect(countOf('notes.list')).toMatchObject({ asDouble: 1 })
  })
})

test('calls are served while the collector is away, and the server stops', async () => {
  const served = await received(
    async (server) => {
      const account = await server.account()
      await account.ok('notes.add', { title: 'One', text: 'two' })
      expect(await account.ok('notes.list', {})).toMatchObject({ items: [{ title: 'One' }] })
    },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
  )
  expect(served).toEqual([])
})

test.each([
  ['no collector is set', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, []],
  ['OTEL_SDK_DISABLED is true', { OTEL_SDK_DISABLED: 'true' }, []],
  ['the sampler is always_off', { OTEL_TRACES_SAMPLER: 'always_off' }, ['/v1/metrics']],
])('nothing is traced if %s', async (_what, settings, expected) => {
  const requests = await received(async (server) => {
    await (await server.account()).ok('notes.list', {})
  }, settings)
  expect(requests.map(({ path }) => path)).toEqual(expected)
})
