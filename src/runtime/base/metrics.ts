/**
 * What the product uses of prom-client. Its index also loads what pushes metrics to a gateway and joins those of a cluster, and with
 * that https, tls and cluster of Node: 8 MB.
 */
import Counter from 'prom-client/lib/counter.js'
import collectDefaultMetrics from 'prom-client/lib/defaultMetrics.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'

export { Counter, Gauge, Histogram, Registry }

let ofProcess: Registry | undefined

/**
 * Adds the metrics of the process: processor time, memory, event loop, garbage collection. All servers of a process share
 * them, since what observes it cannot be stopped: it would keep each stopped server in memory, and go on counting for it.
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
