import { ApiError } from '../base/errors.ts'
import { FairLimiter } from '../base/fair-limiter.ts'
import { addressGroup } from '../limits/client-address.ts'
import type { StreamHolder } from './types.ts'

/** How many streams may be open concurrently in one process. */
export interface StreamBounds {
  readonly perAccount: number
  /** An office or a whole village may share one address. */
  readonly perAddress: number
  readonly perProcess: number
}

export const streamBounds: StreamBounds = { perAccount: 20, perAddress: 200, perProcess: 5000 }

const retryAfterS = 10

/** Counts open streams and rejects those beyond the limits. */
export class BoundedStreams {
  readonly #bounds: StreamBounds
  readonly #accounts: FairLimiter
  readonly #addresses: FairLimiter
  readonly #process: FairLimiter

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds
    this.#accounts = new FairLimiter({ maxRunningPerSubject: bounds.perAccount })
    this.#addresses = new FairLimiter({ maxRunningPerSubject: bounds.perAddress })
    this.#process = new FairLimiter({ maxRunning: bounds.perProcess })
  }

  /**
   * @returns call it when the stream has ended
   * @throws ApiError rate_limited for the account or the address, unavailable for the process
   */
  begin({ accountId, clientAddress }: StreamHolder): () => void {
    const { perAccount, perAddress } = this.#bounds
    const taken: (() => void)[] = []
    const take = (release: (() => void) | undefined, refusal: () => ApiError) => {
      if (release) return taken.push(release)
      for (const each of taken) each()
      throw refusal()
    }
    if (accountId !== undefined) {
      take(this.#accounts.tryTake(accountId), () => tooMany(`Your account has ${perAccount} open streams`))
    }
    take(this.#addresses.tryTake(addressGroup(clientAddress)), () =>
      tooMany(`Your address has ${perAddress} open streams`),
    )
    take(
      this.#process.tryTake(''),
      () =>
        new ApiError('unavailable', 'The server has too many open streams. Try again in a moment.', {
          retryAfterS,
        }),
    )
    return () => {
      for (const each of taken) each()
    }
  }
}

function tooMany(what: string): ApiError {
  return new ApiError(
    'rate_limited',
    `${what}, the maximum. Close one, such as a page in another tab, and then try again.`,
    {
      retryAfterS,
    },
  )
}
