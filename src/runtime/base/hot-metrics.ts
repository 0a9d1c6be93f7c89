/**
 * A counter and a histogram for what happens in every call. prom-client checks and hashes the labels at each increment, which
 * costs microseconds; these add plain numbers, and the registry reads them together with its other metrics.
 */
import type { Metric, Registry } from 'prom-client'
import { Counter } from './metrics.ts'

interface Described {
  readonly name: string
  readonly help: string
  readonly register: Registry
}

/** @returns the function that counts one event; it takes the values of the labels in the order of their names */
export function hotCounter<Label extends string>(
  { name, help, register }: Described,
  labelNames: readonly Label[],
): (...values: string[]) => void {
  const counts = new Map<string, { readonly labels: Record<Label, string>; count: number }>()
  new Counter<Label>({
    name,
    help,
    labelNames,
    registers: [register],
    collect() {
      for (const each of counts.values()) {
        if (each.count > 0) this.inc(each.labels, each.count)
        each.count = 0
      }
    },
  })
  return (...values) => {
    const key = values.join('\0')
    let counted = counts.get(key)
    if (!counted) {
      const labels = Object.fromEntries(labelNames.map((label, index) => [label, values[index]]))
      counted = { labels: labels as Record<Label, string>, count: 0 }
      counts.set(key, counted)
    }
    counted.count += 1
  }
}

/** Observations with one value of the label. */
class Observations {
  readonly #bounds: readonly number[]
  /** By bucket; the last one is for values beyond all bounds. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array(bounds.length + 1).fill(0)
  }

  observe(value: number): void {
    let bucket = 0
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] as number)) bucket += 1
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1
    this.#sum += value
  }

  /** In the form of Prometheus: cumulative buckets, then the sum and the count. */
  values(name: string, labels: Record<string, string>) {
    let within = 0
    const buckets = this.#counts.map((count, index) => {
      within += count
      return { metricName: `${name}_bucket`, labels: { le: this.#bounds[index] ?? '+Inf', ...labels }, value: within }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: within },
    ]
  }
}

/**
 * A histogram with one label.
 *
 * @param bounds of the buckets, the lowest first
 * @returns the function that observes a value, given the label's value first
 */
export function hotHistogram(
  { name, help, register }: Described,
  label: string,
  bounds: readonly number[],
): (labelValue: string, value: number) => void {
  const byLabel = new Map<string, Observations>()
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    async get() {
      const values = [...byLabel].flatMap(([value, observed]) => observed.values(name, { [label]: value }))
      return { name, help, type: 'histogram', aggregator: 'sum', values }
    },
    reset: () => byLabel.clear(),
  }
  register.registerMetric(metric as unknown as Metric)
  return (labelValue, value) => {
    const observations = byLabel.get(labelValue) ?? new Observations(bounds)
    byLabel.set(labelValue, observations)
    observations.observe(value)
  }
}
