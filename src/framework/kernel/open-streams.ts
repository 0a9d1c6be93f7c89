import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import type { RpcCaller } from './rpc-caller.ts'
import { RpcError } from './rpc-errors.ts'

/** The open streams that a caller may have of one service in one process. */
const maxStreamsOfCaller = 100

/** Limits the open streams of each caller. */
export interface OpenStreams {
  /**
   * @returns to be called when the stream ends
   * @throws RpcError 429 when the caller has too many
   */
  open(caller: RpcCaller, errorId: string): () => void
}

export function createOpenStreams(): OpenStreams {
  const open = new FairLimiter({ maxRunningPerSubject: maxStreamsOfCaller })
  return {
    open({ issuer, id }, errorId) {
      const end = open.tryTake(JSON.stringify([issuer, id]))
      if (end) return end
      throw new RpcError(
        'rate_limited',
        errorId,
        `You have ${maxStreamsOfCaller} open streams of this service. End some of them first.`,
      )
    },
  }
}
