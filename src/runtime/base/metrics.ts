/**
 * The parts of prom-client that the product uses. Its index also loads the push gateway and the cluster support, and with them
 * Node's https, tls and cluster: 8 MB.
 */
import Counter from 'prom-client/lib/counter.js'
import collectDefaultMetrics from 'prom-client/lib/defaultMetrics.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'

export { Counter, Gauge, Histogram, Registry }

/** Adds a gauge whose value is read whenever the metrics are; undefined leaves it as it is. */
export function gauge(registry: Registry, name: string, help: string, value: () => number | undefined): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const current = value()
      if (current !== undefined) this.set(current)
    },
  })
}

let ofProcess: Registry | undefined

/**
 * Adds the metrics of the process: processor time, memory, event loop, garbage collection. All servers of a process share
 * them, since their observers cannot be stopped: they would keep each stopped server in memory and go on counting for it.
 */
export function registerProcessMetrics(registry: Registry): void {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
}
