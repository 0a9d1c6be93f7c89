import type { Metric, Registry } from 'prom-client'
import { Counter } from './metrics.ts'

interface Described {
  readonly name: string
  readonly help: string
  readonly register: Registry
}

/** Counts of one combination of labels. */
export interface SwiftCount {
  inc(): void
}

/**
 * A counter for what happens at every call: prom-client checks and hashes the labels at each increment; here they are added up
 * and handed to it when the metrics are read.
 *
 * @returns what counts a combination of labels, in the order of their names; to be kept by the caller
 */
export function swiftCounter<Label extends string>(
  { name, help, register }: Described,
  labelNames: readonly Label[],
): (...values: string[]) => SwiftCount {
  const counts: { readonly labels: Record<Label, string>; count: number }[] = []
  new Counter<Label>({
    name,
    help,
    labelNames,
    registers: [register],
    collect() {
      for (const each of counts) {
        if (each.count > 0) this.inc(each.labels, each.count)
        each.count = 0
      }
    },
  })
  return (...values) => {
    const labels = Object.fromEntries(labelNames.map((label, index) => [label, values[index]])) as Record<Label, string>
    const counted = { labels, count: 0 }
    counts.push(counted)
    return {
      inc() {
        counted.count += 1
      },
    }
  }
}

/** Observations with one value of the label. */
export class SwiftObservations {
  readonly #bounds: readonly number[]
  /** By bucket; the last one is of what is beyond all bounds. */
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

  /** As Prometheus reads them: how many are within each bound, and within none; all, and their sum. */
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
 * A histogram with one label for what happens at every call, for the same reason. The registry of prom-client reads it like its
 * own.
 *
 * @param bounds of the buckets, the lowest first
 * @returns the observations with a value of the label; to be kept by the caller
 */
export function swiftHistogram(
  { name, help, register }: Described,
  label: string,
  bounds: readonly number[],
): (value: string) => SwiftObservations {
  const byLabel = new Map<string, SwiftObservations>()
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
  return (value) => {
    const known = byLabel.get(value) ?? new SwiftObservations(bounds)
    byLabel.set(value, known)
    return known
  }
}
