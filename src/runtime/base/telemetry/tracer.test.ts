import { expect, test } from 'vitest'
import { createSampler } from './sampling.ts'
import { type Span, type SpanEnd, Tracer } from './tracer.ts'

const of = (name: string): SpanEnd => ({ name, kind: 'internal', attributes: '[]' })

function tracing(sampler = createSampler('parentbased_always_on', 1)) {
  const spans: Span[] = []
  return { spans, tracer: new Tracer(sampler, (span) => spans.push(span)) }
}

/** Runs a call that ends with `work`. */
function run(tracer: Tracer, name: string, work: () => Promise<unknown>): Promise<void> {
  return tracer.call(async ({ span, close }) => {
    await work()
    close()
    span?.end(of(name))
  })
}

test('a call within a call, and what both do, are one trace; calls side by side are not mixed up', async () => {
  const { spans, tracer } = tracing()
  const both = (name: string) =>
    run(tracer, name, async () => {
      await null
      await run(tracer, `${name} inner`, async () => tracer.span?.child().end(of(`${name} sql`)))
    })
  await Promise.all([both('one'), both('two')])
  for (const name of ['one', 'two']) {
    const [outer, inner, sql] = [name, `${name} inner`, `${name} sql`].map((each) => spans.find((s) => s.name === each))
    expect([inner?.parentSpanId, sql?.parentSpanId]).toEqual([outer?.spanId, inner?.spanId])
    expect([inner?.traceId, sql?.traceId]).toEqual([outer?.traceId, outer?.traceId])
    expect(sql?.startMs).toBeGreaterThanOrEqual(outer?.startMs ?? Number.POSITIVE_INFINITY)
  }
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2)
})

test('what a call started and did not wait for is no longer part of it, and a later call starts another trace', async () => {
  const { spans, tracer } = tracing()
  const ended = Promise.withResolvers<void>()
  let later = Promise.resolve()
  let found: unknown = 'nothing looked'
  await run(tracer, 'call', async () => {
    later = ended.promise.then(async () => {
      found = tracer.span
      await run(tracer, 'later', async () => undefined)
    })
  })
  ended.resolve()
  await later
  expect(found).toBeUndefined()
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['call', undefined],
    ['later', undefined],
  ])
  expect(spans[1]?.traceId).not.toBe(spans[0]?.traceId)
})

test('no two spans have the same id, and no two traces', async () => {
  const { spans, tracer } = tracing()
  for (let call = 0; call < 2000; call++) await run(tracer, 'call', async () => tracer.span?.child().end(of('sql')))
  const spanIds = spans.map(({ spanId }) => spanId).filter((id) => /^[0-9a-f]{16}$/.test(id))
  const traceIds = spans.map(({ traceId }) => traceId).filter((id) => /^[0-9a-f]{32}$/.test(id))
  expect([new Set(spanIds).size, new Set(traceIds).size]).toEqual([4000, 2000])
})

test('no call within a call that is not traced is traced', async () => {
  const answers = [false, true]
  const { spans, tracer } = tracing(() => answers.shift() ?? true)
  await run(tracer, 'outer', () => run(tracer, 'inner', async () => expect(tracer.span).toBeUndefined()))
  expect(spans).toEqual([])
})

test('a call of a request has what the request names as its parent, until the request has ended', async () => {
  const { spans, tracer } = tracing()
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true }
  const ended = Promise.withResolvers<void>()
  let work = Promise.resolve()
  const end = tracer.request(parent, () => {
    work = run(tracer, 'during', async () => undefined).then(async () => {
      await ended.promise
      await run(tracer, 'after', async () => undefined)
    })
  })
  end()
  ended.resolve()
  await work
  expect(spans.map(({ name, traceId, parentSpanId }) => [name, traceId === parent.traceId, parentSpanId])).toEqual([
    ['during', true, parent.spanId],
    ['after', false, undefined],
  ])
})
