import type { Registry } from 'prom-client'
import { Counter, Gauge } from '../base/metrics.ts'
import type { Store } from '../store/types.ts'
import { type Lag, readLag } from './status.ts'

/** The metrics page must also load when the database does not respond; it then shows the last values. */
const maxWaitMs = 1000

type Outcome = 'delivered' | 'failed' | 'dead'

/** The data about a subscriber of this process that the metrics need. */
interface Measured {
  readonly name: string
  readonly topics: readonly string[]
}

export function createBusMetrics(registry: Registry, store: Store, listeners: () => readonly Measured[]) {
  const registers = [registry]
  const labelNames = ['listener'] as const
  const outcomes = new Counter({
    name: 'onedoor_bus_deliveries_total',
    help: 'Deliveries of events by subscriber and outcome',
    labelNames: ['listener', 'outcome'] as const,
    registers,
  })
  const dropped = new Counter({
    name: 'onedoor_bus_dropped_total',
    help: 'Events dropped as too old or too many before the subscriber received them',
    labelNames,
    registers,
  })
  let reading: Promise<Map<string, Lag>> | undefined
  /** One reading for gauges that are read together; undefined if the database takes too long or fails. */
  const read = async (): Promise<Map<string, Lag> | undefined> => {
    reading ??= readAll(store, listeners()).finally(() => {
      reading = undefined
    })
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), maxWaitMs).unref())
    return Promise.race([reading.catch(() => undefined), late])
  }
  const gauges = [
    ['lag', 'onedoor_bus_lag', 'Events that the subscriber has not received yet, counted up to 10000'],
    ['waiting', 'onedoor_bus_waiting', 'Events that wait for a retry, by subscriber'],
    ['dead', 'onedoor_bus_dead_letters', 'Events that were given up, by subscriber: see onedoor bus status'],
  ] as const
  for (const [value, name, help] of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        for (const [listener, lag] of (await read()) ?? []) this.set({ listener }, lag[value])
      },
    })
  }
  return {
    /** Counts the outcomes of deliveries to a subscriber. */
    counterOf: (listener: string) => (outcome: Outcome) => outcomes.inc({ listener, outcome }),
    /** Counts events that were dropped before a subscriber received them. */
    dropped: (listener: string, count: number) => dropped.inc({ listener }, count),
  }
}

export type BusMetrics = ReturnType<typeof createBusMetrics>

async function readAll(store: Store, listeners: readonly Measured[]): Promise<Map<string, Lag>> {
  const lags = await Promise.all(
    listeners.map(async (listener) => [listener.name, await readLag(store, listener)] as const),
  )
  return new Map(lags)
}
