import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callMetrics, durationBucketsS } from './call-metrics.ts'
import { Counter, Histogram, Registry } from './metrics.ts'

const named = {
  label: 'operation',
  calls: { name: 'calls_total', help: 'Calls' },
  durations: { name: 'call_duration_seconds', help: 'Durations' },
}

/** The same metrics as prom-client counts them. */
function counted(registry: Registry) {
  const registers = [registry]
  const calls = new Counter({ ...named.calls, labelNames: ['operation', 'code'], registers })
  const durations = new Histogram({
    ...named.durations,
    labelNames: ['operation'],
    buckets: durationBucketsS,
    registers,
  })
  return (operation: string, code: string, durationMs: number) => {
    calls.inc({ operation, code })
    durations.observe({ operation }, durationMs / 1000)
  }
}

/** In any order: that of first calls by operation here, of all first calls there. */
const linesOf = async (registry: Registry) => (await registry.metrics()).split('\n').toSorted()

async function valuesOf(registry: Registry, name: string) {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {}
  return values
    .map((each) =>
      JSON.stringify({ ...each, exemplar: undefined }, ['labels', 'operation', 'code', 'le', 'value', 'metricName']),
    )
    .toSorted()
}

const call = fc.record({
  operation: fc.constantFrom('notes.get', 'notes.add', 'none'),
  code: fc.constantFrom('ok', 'not_found', 'internal'),
  durationMs: fc.oneof(
    fc.double({ min: 0, max: 100_000, noNaN: true }),
    fc.constantFrom(...durationBucketsS.map((bound) => bound * 1000)),
  ),
})

test('calls are reported as prom-client reports them, as text and as values, each time they are read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call), fc.array(call), async (calls, later) => {
      const [ours, theirs] = [new Registry(), new Registry()]
      const [count, observe] = [callMetrics(ours, named), counted(theirs)]
      for (const some of [calls, later]) {
        for (const { operation, code, durationMs } of some) {
          count(operation, code, durationMs)
          observe(operation, code, durationMs)
        }
        expect(await linesOf(ours)).toEqual(await linesOf(theirs))
        for (const { name } of [named.calls, named.durations])
          expect(await valuesOf(ours, name)).toEqual(await valuesOf(theirs, name))
      }
    }),
    { numRuns: 200 },
  )
})
