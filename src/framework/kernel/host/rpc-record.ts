import type { Registry } from 'prom-client'
import { callMetrics } from '#runtime/base/call-metrics.ts'
import type { Log } from '#runtime/base/log.ts'
import type { RpcCall } from '../rpc-call.ts'
import { RpcError } from '../rpc-errors.ts'

/** Records a finished call of a service: always in the metrics, and in the log according to its level. */
export type RpcRecorder = (call: RpcCall, method: string, code: string, failure?: unknown) => void

/** Failures that an operator has to look into; the others are the caller's. */
const serverFailures: ReadonlySet<string> = new Set(['internal', 'unknown', 'unavailable', 'data_loss'])

/** Registered services that have separate metrics. Later ones are counted together, because their names stay in memory. */
const maxServices = 1000

/**
 * Creates a recorder over these metrics. Messages and credentials are never recorded. A failure of a registered service
 * is its owner's to look into, not the operator's: it is logged like any call, with the service's name.
 */
export function createRpcRecorder(registry: Registry, log: Log): RpcRecorder {
  const count = callMetrics(registry, {
    label: 'method',
    calls: {
      name: 'onedoor_rpc_calls_total',
      help: "Calls of the framework's services by method and gRPC code (ok for success)",
    },
    durations: {
      name: 'onedoor_rpc_call_duration_seconds',
      help: "Duration of calls of the framework's services in seconds by method; a stream lasts until it ends",
    },
  })
  const countOfService = callMetrics(registry, {
    label: 'service',
    calls: {
      name: 'onedoor_service_calls_total',
      help: 'Calls that the gateway passed to a registered service by its name and gRPC code (ok for success)',
    },
    durations: {
      name: 'onedoor_service_call_duration_seconds',
      help: 'Duration of calls that the gateway passed to a registered service in seconds by its name',
    },
  })
  const services = new Set<string>()
  const labelOf = (service: string): string => {
    if (services.size < maxServices) services.add(service)
    return services.has(service) ? service : 'other'
  }
  return (call, method, code, failure) => {
    if (call.isRecorded) return
    call.isRecorded = true
    const durationMs = performance.now() - call.startedAt
    count(method, code, durationMs)
    if (call.service !== undefined) countOfService(labelOf(call.service), code, durationMs)
    const facts = { requestId: call.requestId, method, code, durationMs: Math.round(durationMs * 1000) / 1000 }
    const service = failure instanceof RpcError ? failure.service : undefined
    if (failure !== undefined && service === undefined && serverFailures.has(code)) {
      log.error({ ...facts, err: (failure as Error).cause ?? failure }, 'rpc failed')
    } else if (!call.isQuiet && log.isLevelEnabled('info')) {
      log.info({ ...facts, ...(service !== undefined && { service }) }, 'rpc')
    }
  }
}
