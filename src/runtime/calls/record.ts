import { Counter, Histogram, type Registry } from 'prom-client'
import type { Log } from '../log.ts'
import type { Outcome } from './pipeline.ts'

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
  const calls = new Counter({
    name: 'onedoor_calls_total',
    help: 'Calls by operation and error code (ok for success)',
    labelNames: ['operation', 'code'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'onedoor_call_duration_seconds',
    help: 'Duration of calls in seconds by operation',
    labelNames: ['operation'] as const,
    buckets: durationBucketsS,
    registers: [registry],
  })
  const counters = new Map<string, { inc(): void }>()
  const timers = new Map<string, { observe(seconds: number): void }>()

  const remembered = <T>(map: Map<string, T>, key: string, make: () => T): T => {
    let value = map.get(key)
    if (!value) {
      value = make()
      map.set(key, value)
    }
    return value
  }

  return (requestId, outcome, durationMs) => {
    const operation = outcome.operation?.id ?? 'none'
    const code = outcome.error?.code ?? 'ok'
    remembered(counters, `${operation} ${code}`, () => calls.labels(operation, code)).inc()
    remembered(timers, operation, () => durations.labels(operation)).observe(durationMs / 1000)
    if (outcome.error && serverFailures.has(outcome.error.code)) {
      log.error({ requestId, operation, code, durationMs, err: outcome.error.cause ?? outcome.error }, 'call failed')
    } else if (log.isLevelEnabled('info')) {
      log.info({ requestId, operation, code, durationMs: Math.round(durationMs * 1000) / 1000 }, 'call')
    }
  }
}
