import type { EventEmitter } from 'node:events'
import { ApiError } from '../../runtime/base/errors.ts'
import { FairLimiter } from '../../runtime/base/fair-limiter.ts'

/** With their two connections each, as many worlds as have room among the open ones. */
const maxRunning = 24
const maxWaiting = 2000
/** What takes longer, such as a stream, waits more than it works. */
const countedMs = 1000

/** A response, as far as the limit is concerned. */
type Ending = Pick<EventEmitter, 'once'> & { readonly closed: boolean }

/**
 * Bounds how many requests of all worlds run at once, in which worlds take turns. If many more ran, nearly each of their
 * statements would find the connection of its world closed for those of the others.
 */
export class RunningRequests {
  readonly #limiter = new FairLimiter(
    { maxRunning, maxWaiting },
    () => new ApiError('rate_limited', 'Too many requests are waiting. Try again in a moment.', { retryAfterS: 1 }),
  )

  /** How many run, apart from long ones. */
  get count(): number {
    return this.#limiter.running
  }

  /**
   * Serves a request in its turn, unless the client has disconnected by then.
   *
   * @throws ApiError rate_limited if too many are waiting
   */
  async serve(world: string, response: Ending, serve: () => void): Promise<void> {
    const release = await this.#limiter.take(world)
    if (response.closed) return release()
    const timer = setTimeout(release, countedMs).unref()
    response.once('close', () => {
      clearTimeout(timer)
      release()
    })
    serve()
  }
}
