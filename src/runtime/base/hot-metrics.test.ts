import { expect, test } from 'vitest'
import { swiftCounter, swiftHistogram } from './hot-metrics.ts'
import { Counter, Histogram, Registry } from './metrics.ts'

const bounds = [0.001, 0.01, 1]
const described = { name: 'calls', help: 'Calls "by" name' }

test('a counter is read as one of prom-client is, each time it is read', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const count = swiftCounter({ ...described, register: ours }, ['operation', 'code'])
  const same = new Counter({ ...described, labelNames: ['operation', 'code'], registers: [theirs] })
  const [ok, failed] = [count('notes.get', 'ok'), count('notes.get', 'a "b"\n')]
  for (const times of [3, 0, 2]) {
    for (let n = 0; n < times; n++) {
      ok.inc()
      failed.inc()
      same.labels('notes.get', 'ok').inc()
      same.labels('notes.get', 'a "b"\n').inc()
    }
    expect(await ours.metrics()).toBe(await theirs.metrics())
    expect(await ours.getMetricsAsJSON()).toEqual(await theirs.getMetricsAsJSON())
  }
})

test('a histogram is read as one of prom-client is', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const observed = swiftHistogram({ ...described, register: ours }, 'operation', bounds)
  const same = new Histogram({ ...described, labelNames: ['operation'], buckets: bounds, registers: [theirs] })
  for (const [operation, value] of [
    ['notes.get', 0],
    ['notes.get', 0.001],
    ['notes.get', 0.0011],
    ['maps.tile', 1],
    ['notes.get', 1.5],
    ['notes.get', 0.25],
  ] as const) {
    observed(operation).observe(value)
    same.labels(operation).observe(value)
  }
  expect(await ours.metrics()).toBe(await theirs.metrics())
})
