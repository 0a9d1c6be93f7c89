import { BoundedMap } from '../base/bounded-map.ts'
import { ApiError } from '../base/errors.ts'
import type { BillingLedger } from '../money/bill.ts'
import { InsufficientCredits, type PricedCall, type Settled } from '../money/ledger.ts'
import type { Reservation } from '../money/movements.ts'
import { statement } from '../store/statement.ts'
import type { Store, Writer } from '../store/types.ts'
import type { Budgets, Held } from './budgets.ts'
import type { Spender } from './types.ts'

/** How long a process does not look again whether an account has budgets: most have none, and calls should not pay for that. */
const knownMs = 1000
const maxKnown = 10_000
/** The longest time between a call's reservation and its end. */
const longestCallMs = 30 * 60_000

const limitsOf = statement<{ account: string }>((sql, param) =>
  sql('budgets')
    .max({ calls: 'max_calls', micro_credits: 'max_micro_credits' })
    .where({ account_id: param('account') }),
)

/** Which units any budget of an account limits. */
interface Limited {
  readonly calls: boolean
  readonly microCredits: boolean
}

export interface CallBudgetsOptions {
  readonly store: Store
  readonly budgets: Budgets
  readonly ledger: BillingLedger
  /** Milliseconds that only move forward; `performance.now` if not given. */
  readonly elapsed?: () => number
}

/** The budgets of calls: how many there are, and the credits that they cost. */
export class CallBudgets {
  readonly #store: Store
  readonly #budgets: Budgets
  readonly #ledger: BillingLedger
  readonly #elapsed: () => number
  readonly #known = new BoundedMap<string, { readonly limited: Limited; readonly until: number }>(maxKnown)

  constructor({ store, budgets, ledger, elapsed = () => performance.now() }: CallBudgetsOptions) {
    this.#store = store
    this.#budgets = budgets
    this.#ledger = ledger
    this.#elapsed = elapsed
  }

  /**
   * Counts a call where budgets limit calls. A budget that is set elsewhere applies within a second.
   *
   * @throws BudgetExhausted (rate_limited)
   */
  async count(spender: Spender | undefined): Promise<void> {
    if (spender && (await this.#limited(spender.accountId)).calls) await this.#budgets.countCall(spender)
  }

  /** The ledger for a call of this spender: what it reserves and charges stays within the budgets of credits. */
  ledgerOf(spender: Spender): BillingLedger {
    const reserve = async (microCredits: number) => {
      if (!(await this.#limited(spender.accountId)).microCredits) return undefined
      return this.#budgets.reserve(spender, longestCallMs, () => ({
        least: { tokens: 0, microCredits, calls: 0 },
        reserved: { tokens: 0, microCredits, freeMicroCredits: 0 },
      }))
    }
    return new BudgetedLedger(this.#ledger, this.#budgets, reserve)
  }

  async #limited(accountId: string): Promise<Limited> {
    const known = this.#known.get(accountId)
    if (known && this.#elapsed() < known.until) return known.limited
    const row = await this.#store.get<{ calls: number | null; micro_credits: number | null }>(
      limitsOf({ account: accountId }),
    )
    const limited = { calls: (row?.calls ?? null) !== null, microCredits: (row?.micro_credits ?? null) !== null }
    this.#known.set(accountId, { limited, until: this.#elapsed() + knownMs })
    return limited
  }
}

/** The ledger of one call, whose one reservation also counts in budgets. */
class BudgetedLedger implements BillingLedger {
  readonly #ledger: BillingLedger
  readonly #budgets: Budgets
  readonly #reserveIn: (microCredits: number) => Promise<Held | undefined>
  #held: Held | undefined

  /** @param reserveIn reserves in the budgets; resolves with undefined if none limits credits */
  constructor(ledger: BillingLedger, budgets: Budgets, reserveIn: (microCredits: number) => Promise<Held | undefined>) {
    this.#ledger = ledger
    this.#budgets = budgets
    this.#reserveIn = reserveIn
  }

  async reserve(call: PricedCall): Promise<Reservation> {
    this.#held = await this.#reserveIn(call.microCredits)
    try {
      return await this.#ledger.reserve(call)
    } catch (failure) {
      // Without a reservation, the bill has nothing to release later.
      await this.#releaseHeld()
      throw failure
    }
  }

  async raise(reservation: Reservation, microCredits: number): Promise<Reservation> {
    if (this.#held) this.#held = await this.#budgets.raise(this.#held, microCredits)
    try {
      return await this.#ledger.raise(reservation, microCredits)
    } catch (failure) {
      // After any other failure the bill still has the reservation, and settles or releases it.
      if (failure instanceof InsufficientCredits) await this.#releaseHeld()
      throw failure
    }
  }

  async settle(reservation: Reservation, microCredits = reservation.microCredits): Promise<Settled> {
    const held = this.#held
    if (!held) return this.#ledger.settle(reservation, microCredits)
    if (microCredits === 0) {
      await this.#releaseHeld()
      return this.#ledger.settle(reservation, 0)
    }
    try {
      return await this.#budgets.settle(held, async (tx) => {
        const result = await this.#ledger.settleWithin(tx, reservation, microCredits)
        return { used: usedOf(result.charged), result }
      })
    } catch (cause) {
      await this.decide(reservation)
      throw new ApiError('unavailable', 'The ledger cannot be written, so the call costs nothing. Try again later.', {
        cause,
        retryAfterS: 5,
      })
    }
  }

  async settleWithin(tx: Writer, reservation: Reservation, microCredits: number): Promise<Settled> {
    const settled = await this.#ledger.settleWithin(tx, reservation, microCredits)
    if (this.#held) await this.#budgets.settleWithin(tx, this.#held, usedOf(settled.charged))
    return settled
  }

  /** What is held for later work counts as used. */
  async keepWithin(tx: Writer, reservation: Reservation, reference: string): Promise<Settled> {
    const kept = await this.#ledger.keepWithin(tx, reservation, reference)
    if (this.#held) await this.#budgets.settleWithin(tx, this.#held, usedOf(reservation.microCredits))
    return kept
  }

  /** The budgets count what was refunded: the call has had its effect in them, and they may count too much, never too little. */
  refund(reservation: Reservation): Promise<Settled | undefined> {
    return this.#ledger.refund(reservation)
  }

  async decide(reservation: Reservation): Promise<Settled | undefined> {
    await this.#releaseHeld()
    return this.#ledger.decide(reservation)
  }

  async release(reservation: Reservation): Promise<Settled | undefined> {
    await this.#releaseHeld()
    return this.#ledger.release(reservation)
  }

  /** A reservation that cannot be removed now stops counting later: see `Budgets.reserve`. */
  async #releaseHeld(): Promise<void> {
    const held = this.#held
    this.#held = undefined
    if (held) await this.#budgets.release(held).catch(() => undefined)
  }
}

function usedOf(microCredits: number) {
  return { tokens: 0, estimatedTokens: 0, microCredits, freeMicroCredits: 0, calls: 0 }
}
