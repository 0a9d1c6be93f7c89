import { expect, test } from 'vitest'
import { hotCounter, hotHistogram } from './hot-metrics.ts'
import { Counter, Histogram, Registry } from './metrics.ts'

const bounds = [0.001, 0.01, 1]
const described = { name: 'calls', help: 'Calls "by" name' }

test('a counter reads like one of prom-client, also the second time', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const count = hotCounter({ ...described, register: ours }, ['operation', 'code'])
  const same = new Counter({ ...described, labelNames: ['operation', 'code'], registers: [theirs] })
  for (const times of [3, 0, 2]) {
    for (let n = 0; n < times; n++) {
      for (const code of ['ok', 'a "b"\n']) {
        count('notes.get', code)
        same.labels('notes.get', code).inc()
      }
    }
    expect(await ours.metrics()).toBe(await theirs.metrics())
    expect(await ours.getMetricsAsJSON()).toEqual(await theirs.getMetricsAsJSON())
  }
})

test('a histogram reads like one of prom-client', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const observe = hotHistogram({ ...described, register: ours }, 'operation', bounds)
  const same = new Histogram({ ...described, labelNames: ['operation'], buckets: bounds, registers: [theirs] })
  for (const [operation, value] of [
    ['notes.get', 0],
    ['notes.get', 0.001],
    ['notes.get', 0.0011],
    ['maps.tile', 1],
    ['notes.get', 1.5],
    ['notes.get', 0.25],
  ] as const) {
    observe(operation, value)
    same.labels(operation).observe(value)
  }
  expect(await ours.metrics()).toBe(await theirs.metrics())
})
