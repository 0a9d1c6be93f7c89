import type { Registry } from 'prom-client'
import type { ConnectionBound } from '../http/connection-bound.ts'
import { Counter, Gauge } from '../runtime/base/metrics.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'

/** Shows in /metrics the use of everything that is limited per account or address. */
export function measureBounds(
  registry: Registry,
  { calls, connections }: { calls: Pick<Calls, 'running' | 'inFlight'>; connections: ConnectionBound },
): void {
  const registers = [registry]
  new Gauge({
    name: 'onedoor_calls_running',
    help: 'Calls that are running',
    registers,
    collect() {
      this.set(calls.running)
    },
  })
  new Gauge({
    name: 'onedoor_unsent_bytes',
    help: 'Bytes of responses that wait for their clients',
    registers,
    collect() {
      this.set(calls.inFlight.unsentBytes)
    },
  })
  new Gauge({
    name: 'onedoor_connections',
    help: 'Open connections',
    registers,
    collect() {
      this.set(connections.count)
    },
  })
  new Counter({
    name: 'onedoor_connections_refused_total',
    help: 'Connections that were rejected because their address had too many, or all addresses together',
    registers,
    collect() {
      this.reset()
      this.inc(connections.refused)
    },
  })
}
