import type { Registry } from 'prom-client'
import { type SwiftCount, type SwiftObservations, swiftCounter, swiftHistogram } from '../base/hot-metrics.ts'
import type { Log } from '../base/log.ts'
import { createCallLines } from './call-line.ts'
import { CallCancelled } from './cancellation.ts'
import type { Outcome } from './outcome.ts'

/** Notes a finished call: in the metrics always, in the log as its level asks for. */
export type CallRecorder = (requestId: string, outcome: Outcome, durationMs: number) => void

const durationBucketsS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
/** Failures that an operator has to look into; the other codes are answers. */
const serverFailures: ReadonlySet<string> = new Set(['internal', 'unavailable', 'upstream_failed', 'upstream_timeout'])

/**
 * A recorder that counts calls and their durations by operation, and logs them: failures of the server as errors with
 * their inner cause, everything else as a line at level info. Arguments and credentials are never written.
 */
export function createRecorder(registry: Registry, log: Log): CallRecorder {
  const calls = swiftCounter(
    { name: 'onedoor_calls_total', help: 'Calls by operation and error code (ok for success)', register: registry },
    ['operation', 'code'],
  )
  const durations = swiftHistogram(
    { name: 'onedoor_call_duration_seconds', help: 'Duration of calls in seconds by operation', register: registry },
    'operation',
    durationBucketsS,
  )
  const meters = new Map<string, { timer: SwiftObservations; counters: Map<string, SwiftCount> }>()
  const writeLine = createCallLines(log)

  function meter(operation: string, code: string, durationMs: number): void {
    let kept = meters.get(operation)
    if (!kept) {
      kept = { timer: durations(operation), counters: new Map() }
      meters.set(operation, kept)
    }
    let counter = kept.counters.get(code)
    if (!counter) {
      counter = calls(operation, code)
      kept.counters.set(code, counter)
    }
    counter.inc()
    kept.timer.observe(durationMs / 1000)
  }

  return (requestId, outcome, durationMs) => {
    const operation = outcome.operation?.id ?? 'none'
    const isCancelled = outcome.error instanceof CallCancelled
    const code = isCancelled ? 'cancelled' : (outcome.error?.code ?? 'ok')
    meter(operation, code, durationMs)
    if (outcome.error && serverFailures.has(code)) {
      log.error({ requestId, operation, code, durationMs, err: outcome.error.cause ?? outcome.error }, 'call failed')
    } else if (log.isLevelEnabled('info')) {
      const facts = { requestId, operation, code, durationMs: Math.round(durationMs * 1000) / 1000 }
      writeLine(facts, isCancelled ? 'call cancelled' : 'call')
    }
  }
}
