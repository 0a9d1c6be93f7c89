import type { Registry } from 'prom-client'
import type { ConnectionBound } from '../http/connection-bound.ts'
import { Counter, gauge } from '../runtime/base/metrics.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'

/** Shows in /metrics the use of everything that is limited per account or address. */
export function measureBounds(
  registry: Registry,
  {
    calls,
    connections,
  }: { calls: Pick<Calls, 'running' | 'inFlight'>; connections: Pick<ConnectionBound, 'count' | 'refused'> },
): void {
  const { inFlight } = calls
  gauge(registry, 'onedoor_calls_running', 'Calls that are running', () => calls.running)
  gauge(registry, 'onedoor_long_responses', 'Long responses that are being sent', () => inFlight.running)
  gauge(registry, 'onedoor_unsent_bytes', 'Bytes of responses that wait for their clients', () => inFlight.unsentBytes)
  gauge(registry, 'onedoor_connections', 'Open connections', () => connections.count)
  new Counter({
    name: 'onedoor_connections_refused_total',
    help: 'Connections that were rejected because their address had too many, or all addresses together',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(connections.refused)
    },
  })
}
