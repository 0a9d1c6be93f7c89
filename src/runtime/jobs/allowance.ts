import { BoundedMap } from '../base/bounded-map.ts'
import { ApiError } from '../base/errors.ts'
import { totalOf } from '../store/total.ts'
import type { Reader } from '../store/types.ts'
import * as rows from './rows.ts'

/** How many jobs of one account may be queued. */
export const maxQueuedPerAccount = 10_000
/** How many are queued between two counts, so that a job neither costs a count nor waits for one. */
const countEvery = 100
const maxAccounts = 10_000

/**
 * Limits the queued jobs of an account. A process counts them once in a hundred; several processes together may exceed the
 * limit by as many each.
 */
export class Allowance {
  /** How many more jobs of an account may be queued without counting. */
  readonly #left = new BoundedMap<string, number>(maxAccounts)

  /** @throws ApiError failed_precondition if the account has too many jobs queued */
  async take(reader: Reader, owner: string): Promise<void> {
    const left = this.#left.get(owner) ?? 0
    if (left > 0) return this.#left.set(owner, left - 1)
    const queued = await totalOf(reader, rows.countQueued({ owner, most: maxQueuedPerAccount }))
    if (queued >= maxQueuedPerAccount) {
      throw new ApiError(
        'failed_precondition',
        `The account has ${maxQueuedPerAccount} jobs waiting, the maximum. Try again when some of them are done.`,
      )
    }
    this.#left.set(owner, Math.min(countEvery, maxQueuedPerAccount - queued) - 1)
  }
}
