import type { Registry } from 'prom-client'
import { Counter, Histogram } from './metrics.ts'

/** Upper bounds of the durations that are distinguished, in seconds. */
export const durationBucketsS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/** The calls of one operation since the process started. */
interface Tally {
  /** By error code, or `ok`. */
  readonly codes: Map<string, number>
  /** For each bound, and one for longer durations. */
  readonly durations: number[]
  seconds: number
}

interface CallMetricsOptions {
  /** The label that names what was called. */
  readonly label: string
  readonly calls: { readonly name: string; readonly help: string }
  readonly durations: { readonly name: string; readonly help: string }
}

/** Counts a call of an operation with its error code (`ok` for success) and its duration in milliseconds. */
export type CallCounter = (operation: string, code: string, durationMs: number) => void

/**
 * Registers a counter and a histogram of calls. Calls are counted as plain numbers, and become metrics when these are
 * read: prom-client builds and hashes a text of the labels for each call, which took a twentieth of an open one.
 */
export function callMetrics(registry: Registry, { label, calls, durations }: CallMetricsOptions): CallCounter {
  const tallies = new Map<string, Tally>()
  new Counter({
    ...calls,
    labelNames: [label, 'code'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [operation, { codes }] of tallies) {
        for (const [code, count] of codes) this.inc({ [label]: operation, code }, count)
      }
    },
  })
  registry.registerMetric(new Durations(durations, label, tallies))
  return (operation, code, durationMs) => {
    const tally = tallies.get(operation) ?? newTally()
    tallies.set(operation, tally)
    const seconds = durationMs / 1000
    let bucket = 0
    while (seconds > (durationBucketsS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1)
    tally.durations[bucket] = (tally.durations[bucket] ?? 0) + 1
    tally.seconds += seconds
  }
}

function newTally(): Tally {
  return { codes: new Map(), durations: [...durationBucketsS, 0].fill(0), seconds: 0 }
}

/** A histogram of what others have counted. */
class Durations extends Histogram {
  readonly #label: string
  readonly #tallies: ReadonlyMap<string, Tally>

  constructor(named: CallMetricsOptions['durations'], label: string, tallies: ReadonlyMap<string, Tally>) {
    super({ ...named, labelNames: [label], buckets: durationBucketsS, registers: [] })
    this.#label = label
    this.#tallies = tallies
  }

  /** The values, as `get` and a registry read them. */
  async getForPromString() {
    // The fields of a histogram that its types leave out.
    const { name, help } = this as unknown as CallMetricsOptions['durations']
    const values = [...this.#tallies].flatMap(([operation, { durations, seconds }]) => {
      const value = (part: string, value: number, labels = {}) => ({
        metricName: `${name}_${part}`,
        ...{ labels, sharedLabels: { [this.#label]: operation }, value },
      })
      let count = 0
      const buckets = durations.map((ofBucket, index) => {
        count += ofBucket
        return value('bucket', count, { le: durationBucketsS[index] ?? '+Inf' })
      })
      return [...buckets, value('sum', seconds), value('count', count)]
    })
    return { name, help, type: 'histogram', aggregator: 'sum', values }
  }
}
