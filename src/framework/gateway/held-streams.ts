import type { Standing } from '../kernel/admission/standing.ts'
import { createOpenStreams } from '../kernel/open-streams.ts'
import type { RpcCall } from '../kernel/rpc-call.ts'
import type { RpcTarget } from './rpc-targets.ts'

/** A stream while it is open. */
export interface OpenStream {
  /** Aborts, with the error, when the caller is no longer authorized. */
  readonly lost: AbortSignal
  close(): void
}

/** The open streams of registered services. The framework's own services limit and watch their streams themselves. */
export interface HeldStreams {
  /**
   * Counts the stream against its caller's limit and watches that the caller stays authorized. A unary call is neither
   * counted nor watched.
   *
   * @throws RpcError rate_limited when the caller has too many open streams
   */
  open(target: RpcTarget, call: RpcCall): OpenStream
}

export function createHeldStreams(standing: Pick<Standing, 'watch'>): HeldStreams {
  const streams = createOpenStreams()
  return {
    open({ method, headers, service, endpoint, errorId }, call) {
      const { caller } = call
      const lost = new AbortController()
      if (method.methodKind === 'unary' || !headers || !caller) return { lost: lost.signal, close() {} }
      const holder = JSON.stringify([caller.namespace, service, caller.issuer])
      const release = streams.open({ ...caller, issuer: holder, id: caller.id || caller.clientAddress }, errorId)
      const endWatch = standing.watch({ ...call, service, endpoint }, (refusal) => lost.abort(refusal))
      return {
        lost: lost.signal,
        close() {
          endWatch()
          release()
        },
      }
    },
  }
}
