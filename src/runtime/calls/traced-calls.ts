import { attributesText } from '../base/telemetry/attributes.ts'
import type { TracedCall, Tracer } from '../base/telemetry/tracer.ts'
import { CallCancelled } from './cancellation.ts'
import type { IncomingCall } from './incoming.ts'
import { endOf } from './long-results.ts'
import type { Outcome } from './outcome.ts'
import { Calls, type CallsOptions } from './pipeline.ts'
import { serverFailures } from './record.ts'
import { statusOf } from './response.ts'

/** Calls with a span each. */
export class TracedCalls extends Calls {
  readonly #tracer: Tracer

  constructor(options: CallsOptions, tracer: Tracer) {
    super(options)
    this.#tracer = tracer
  }

  override take(call: IncomingCall): Promise<Outcome> {
    return this.#tracer.call(async (traced) => {
      const outcome = await super.take(call)
      if (outcome.error || !outcome.stream) end(traced, call, outcome)
      else outcome.stream.onEnd((last) => end(traced, call, endOf(last, outcome.operation)))
      return outcome
    })
  }
}

function end({ span, close }: TracedCall, call: IncomingCall, outcome: Outcome): void {
  close()
  if (!span) return
  const { operation, error } = outcome
  const code = error instanceof CallCancelled ? 'cancelled' : error?.code
  span.end({
    name: operation?.id ?? 'unknown method',
    // What no door has passed on continues in the background, or is made by another call.
    kind: call.door === undefined || call.door === 'agent' ? 'internal' : 'server',
    isFailed: code !== undefined && serverFailures.has(code),
    attributes: attributesText({
      'rpc.system.name': 'onedoor',
      'rpc.method': operation?.id,
      'http.response.status_code': statusOf(outcome),
      'error.type': code,
      'user.id': call.logged?.accountId,
      'onedoor.request_id': call.requestId,
    }),
  })
}
