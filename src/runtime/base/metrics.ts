/**
 * What the product uses of prom-client. Its index also loads what pushes metrics to a gateway and joins those of a cluster, and with
 * that https, tls and cluster of Node: 8 MB.
 */
import Counter from 'prom-client/lib/counter.js'
import collectDefaultMetrics from 'prom-client/lib/defaultMetrics.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'

export { Counter, collectDefaultMetrics, Gauge, Histogram, Registry }
