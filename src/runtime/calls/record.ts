import type { Registry } from 'prom-client'
import { callMetrics } from '../base/call-metrics.ts'
import type { Log } from '../base/log.ts'
import type { CallPhases } from './call-phases.ts'
import { CallCancelled } from './cancellation.ts'
import type { IncomingCall } from './incoming.ts'
import type { Outcome } from './outcome.ts'

/** Records a finished call: always in the metrics, and in the log depending on its level. */
export type CallRecorder = (requestId: string, outcome: Outcome, durationMs: number, phases?: CallPhases) => void

/** Receives a call when it has ended, with its arguments and its result. Never throws. */
export type CallObserver = (call: IncomingCall, outcome: Outcome, durationMs: number) => void

/** Failures that an operator has to look into; the other codes are normal responses. */
export const serverFailures: ReadonlySet<string> = new Set([
  'internal',
  'unavailable',
  'upstream_failed',
  'upstream_timeout',
])

/**
 * A recorder that counts calls and their durations by operation, and logs them: failures of the server as errors with
 * their inner cause, everything else as a line at level info. Arguments and credentials are never written.
 *
 * @param slowMs from which duration on a call is also logged as a warning, with where its time went
 */
export function createRecorder(registry: Registry, log: Log, slowMs = Number.POSITIVE_INFINITY): CallRecorder {
  const count = callMetrics(registry, {
    label: 'operation',
    calls: { name: 'onedoor_calls_total', help: 'Calls by operation and error code (ok for success)' },
    durations: { name: 'onedoor_call_duration_seconds', help: 'Duration of calls in seconds by operation' },
  })
  return (requestId, outcome, durationMs, phases) => {
    const operation = outcome.operation?.id ?? 'none'
    const isCancelled = outcome.error instanceof CallCancelled
    const code = isCancelled ? 'cancelled' : (outcome.error?.code ?? 'ok')
    count(operation, code, durationMs)
    if (durationMs >= slowMs) {
      log.warn(
        { requestId, operation, code, durationMs: Math.round(durationMs), ...phases?.of(durationMs) },
        'slow call',
      )
    }
    if (outcome.error && serverFailures.has(code)) {
      log.error({ requestId, operation, code, durationMs, err: outcome.error.cause ?? outcome.error }, 'call failed')
    } else {
      const facts = { requestId, operation, code, durationMs: Math.round(durationMs * 1000) / 1000 }
      log.info(facts, isCancelled ? 'call cancelled' : 'call')
    }
  }
}
