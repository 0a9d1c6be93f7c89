import type { Registry } from 'prom-client'
import { Counter, Gauge } from '../base/metrics.ts'
import type { Store } from '../store/types.ts'
import { type Lag, readLag } from './status.ts'

/** The page of metrics must come also when the database does not respond; then the last values stand. */
const maxWaitMs = 1000

type Outcome = 'delivered' | 'failed' | 'dead'

export interface BusMetrics {
  /** Counts what becomes of deliveries to a listener. */
  counterOf(listener: string): (outcome: Outcome) => void
  /** Counts announcements that were dropped before a listener had them. */
  dropped(listener: string, count: number): void
}

/** What the metrics have to know of a listener of this process. */
interface Measured {
  readonly name: string
  readonly topics: readonly string[]
}

export function createBusMetrics(registry: Registry, store: Store, listeners: () => readonly Measured[]): BusMetrics {
  const registers = [registry]
  const labelNames = ['listener'] as const
  const outcomes = new Counter({
    name: 'onedoor_bus_deliveries_total',
    help: 'Deliveries of announcements by listener and outcome',
    labelNames: ['listener', 'outcome'] as const,
    registers,
  })
  const dropped = new Counter({
    name: 'onedoor_bus_dropped_total',
    help: 'Announcements that were too old or too many to be kept until the listener had them',
    labelNames,
    registers,
  })
  let reading: Promise<Map<string, Lag>> | undefined
  /** One reading for the gauges that are asked at the same time; undefined if the database takes too long or fails. */
  const read = async (): Promise<Map<string, Lag> | undefined> => {
    reading ??= readAll(store, listeners()).finally(() => {
      reading = undefined
    })
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), maxWaitMs).unref())
    return Promise.race([reading.catch(() => undefined), late])
  }
  const gauges = [
    ['lag', 'onedoor_bus_lag', 'Announcements that the listener has not got yet, counted up to 10000'],
    ['waiting', 'onedoor_bus_waiting', 'Announcements that wait for another attempt, by listener'],
    ['dead', 'onedoor_bus_dead_letters', 'Announcements that were given up, by listener: see onedoor bus status'],
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
    counterOf: (listener) => (outcome) => outcomes.inc({ listener, outcome }),
    dropped: (listener, count) => dropped.inc({ listener }, count),
  }
}

async function readAll(store: Store, listeners: readonly Measured[]): Promise<Map<string, Lag>> {
  const lags = await Promise.all(
    listeners.map(async (listener) => [listener.name, await readLag(store, listener)] as const),
  )
  return new Map(lags)
}
