import type { RpcCaller } from './caller.ts'
import { RpcError } from './errors.ts'

/** Streams that one caller may hold open at a time, of one service in one process. */
const streamsOfCaller = 100

/** Who holds how many streams open. */
export interface OpenStreams {
  /**
   * @returns what is to be called when the stream ends
   * @throws RpcError 429 when the caller has too many
   */
  open(caller: RpcCaller, errorId: string): () => void
}

export function openStreams(): OpenStreams {
  const counts = new Map<string, number>()
  return {
    open({ issuer, id }, errorId) {
      const key = JSON.stringify([issuer, id])
      const count = counts.get(key) ?? 0
      if (count >= streamsOfCaller)
        throw new RpcError(
          'rate_limited',
          errorId,
          `You hold ${streamsOfCaller} streams of this service open: end some first.`,
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
