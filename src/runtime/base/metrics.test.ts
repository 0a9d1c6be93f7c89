import { expect, test } from 'vitest'
import { Gauge, Registry, registerProcessMetrics } from './metrics.ts'

test('servers of one process share its observers, so that a stopped one leaves nothing behind', async () => {
  const [first, second] = [new Registry(), new Registry()]
  registerProcessMetrics(first)
  registerProcessMetrics(second)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_gc_duration_seconds', 'process_cpu_seconds_total']) {
    expect(second.getSingleMetric(name)).toBeDefined()
    expect(second.getSingleMetric(name)).toBe(first.getSingleMetric(name))
  }
})

test("a server's own metrics are not in those of the others", async () => {
  const [first, second] = [new Registry(), new Registry()]
  registerProcessMetrics(first)
  registerProcessMetrics(second)
  new Gauge({ name: 'onedoor_tests', help: 'A test.', registers: [first] })
  expect(await first.metrics()).toContain('onedoor_tests 0')
  expect(await second.metrics()).not.toContain('onedoor_tests')
  expect(await second.metrics()).toMatch(/^process_cpu_seconds_total \d/m)
})
