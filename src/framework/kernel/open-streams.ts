import type { RpcCaller } from './caller.ts'
import { RpcError } from './errors.ts'

/** The open streams that a caller may have of one service in one process. */
const maxStreamsOfCaller = 100

/** Bounds the open streams of each caller. */
export interface OpenStreams {
  /**
   * @returns to be called when the stream ends
   * @throws RpcError 429 when the caller has too many
   */
  open(caller: RpcCaller, errorId: string): () => void
}

export function createOpenStreams(): OpenStreams {
  const counts = new Map<string, number>()
  return {
    open({ issuer, id }, errorId) {
      const key = JSON.stringify([issuer, id])
      const count = counts.get(key) ?? 0
      if (count >= maxStreamsOfCaller)
        throw new RpcError(
          'rate_limited',
          errorId,
          `You have ${maxStreamsOfCaller} open streams of this service: end some first.`,
        )
      counts.set(key, count + 1)
      return () => {
        const left = (counts.get(key) ?? 0) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}
