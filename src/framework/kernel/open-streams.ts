import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import type { RpcCaller } from './rpc-caller.ts'
import { RpcError } from './rpc-errors.ts'

/** The open streams that a caller may have of one service in one process. */
const maxStreamsOfCaller = 100

/** Limits the open streams of each caller. */
export class OpenStreams {
  readonly #open = new FairLimiter({ maxRunningPerSubject: maxStreamsOfCaller })

  /**
   * @returns to be disposed of when the stream ends
   * @throws RpcError 429 when the caller has too many
   */
  open({ issuer, id }: RpcCaller, errorId: string): Disposable {
    const end = this.#open.tryTake(JSON.stringify([issuer, id]))
    if (end) return { [Symbol.dispose]: end }
    const detail = `You have ${maxStreamsOfCaller} open streams from this service, which is the maximum. End some of them first.`
    throw new RpcError('rate_limited', errorId, detail)
  }
}
