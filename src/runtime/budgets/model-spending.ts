import { ApiError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Ledger } from '../money/ledger.ts'
import type { Reservation } from '../money/movements.ts'
import { isForeignKeyViolation } from '../store/store-errors.ts'
import type { Writer } from '../store/types.ts'
import type { Room, Used } from './books.ts'
import type { Budgets, Held, Plan, Reserved } from './budgets.ts'
import type { Spender } from './types.ts'

/** An answer with fewer tokens is of no use: without room for them, the model is not asked. */
const minOutputTokens = 1024

/** Credits for a million tokens; the same number is micro-credits for one. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
}

/** Tokens of one answer of a language model. */
export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Who pays for an answer. */
export interface ModelPayer {
  readonly spender: Spender
  /** Of the call or run, for the ledger. */
  readonly requestId: string
  /** Whether the method has a fixed price that includes its tokens: then they are only counted. */
  readonly isIncluded?: boolean
  /** Called with what an answer has cost, in micro-credits, even if the answer was cut off. */
  readonly onCharged?: (microCredits: number) => void
}

/** The tokens that one answer may use. */
export interface TokenAllowance {
  /** The most tokens that the model may write. */
  readonly outputTokens: number
  /**
   * Counts and charges what was used, once; undefined if nothing was.
   *
   * @returns what it cost, in micro-credits
   * @throws ApiError unavailable if the database fails. Then nothing is charged
   */
  end(used: (Tokens & { readonly estimatedTokens: number }) | undefined): Promise<number>
}

export interface ModelSpendingOptions {
  readonly budgets: Pick<Budgets, 'reserve' | 'settle' | 'release'>
  readonly ledger: Pick<Ledger, 'reserve' | 'settleWithin' | 'release' | 'decide'>
  readonly prices: TokenPrices
  readonly log: Log
}

/** Charges the tokens of language models to those who use them, within their budgets. */
export class ModelSpending {
  readonly #options: ModelSpendingOptions

  constructor(options: ModelSpendingOptions) {
    this.#options = options
  }

  /**
   * Reserves the most that an answer can cost. If the budgets leave less room than for the longest answer, it must be shorter.
   *
   * @param operationId what the ledger says that it was for
   * @param most what the answer can use: at least all of its input
   * @param longestMs the longest time until `end`
   * @throws BudgetExhausted (rate_limited); InsufficientCredits (payment_required)
   */
  async begin(
    { spender, requestId, isIncluded = false, onCharged }: ModelPayer,
    operationId: string,
    most: Tokens,
    longestMs: number,
  ): Promise<TokenAllowance> {
    const { budgets, ledger } = this.#options
    const prices = isIncluded ? { input: 0, output: 0 } : this.#options.prices
    const held = await budgets.reserve(spender, longestMs, (room) => planFor(room, most, prices))
    let reservation: Reservation | undefined
    if (held.microCredits > 0) {
      const call = { accountId: spender.accountId, operationId, requestId, microCredits: held.microCredits }
      reservation = await ledger.reserve(call).catch(async (refusal: unknown) => {
        await this.#release(held)
        throw refusal
      })
    }
    let ending: Promise<number> | undefined
    return {
      outputTokens: held.tokens - most.inputTokens,
      end: (used) => {
        ending ??= this.#end({ held, reservation }, used && usedOf(used, held, prices)).then((charged) => {
          onCharged?.(charged)
          return charged
        })
        return ending
      },
    }
  }

  async #end({ held, reservation }: Begun, used: Used | undefined): Promise<number> {
    const { budgets, ledger } = this.#options
    if (!used) {
      if (reservation) await ledger.release(reservation)
      await this.#release(held)
      return 0
    }
    const isCharged = reservation !== undefined && used.microCredits > 0
    const charge = async (tx: Writer) => {
      if (!isCharged) return { used, result: used.microCredits }
      const { charged } = await ledger.settleWithin(tx, reservation, used.microCredits)
      return { used: { ...used, microCredits: charged }, result: charged }
    }
    try {
      const microCredits = await budgets.settle(held, charge)
      if (reservation && !isCharged) await ledger.release(reservation)
      return microCredits
    } catch (cause) {
      if (reservation) await ledger.decide(reservation)
      await this.#release(held)
      // The account was deleted while the model answered.
      if (isForeignKeyViolation(cause)) return 0
      throw new ApiError('unavailable', 'The tokens of the language model cannot be counted. Try again later.', {
        cause,
        retryAfterS: 5,
      })
    }
  }

  /** A reservation that cannot be removed now stops counting later: see `Budgets.reserve`. */
  async #release(held: Held): Promise<void> {
    const { budgets, log } = this.#options
    await budgets.release(held).catch((err: unknown) => {
      log.warn({ err, reservation: held.id }, 'budget reservation release failed')
    })
  }
}

interface Begun {
  readonly held: Held
  readonly reservation: Reservation | undefined
}

/** @returns micro-credits, a whole number */
function priceOf({ inputTokens, outputTokens }: Tokens, { input, output }: TokenPrices): number {
  return Math.ceil(inputTokens * input + outputTokens * output)
}

/** The longest answer for which there is room. */
function planFor(room: Room, { inputTokens, outputTokens: wanted }: Tokens, prices: TokenPrices): Plan {
  const reserve = (outputTokens: number): Reserved => {
    const price = priceOf({ inputTokens, outputTokens }, prices)
    const freeMicroCredits = Math.min(price, room.freeMicroCredits)
    return { tokens: inputTokens + outputTokens, microCredits: price - freeMicroCredits, freeMicroCredits }
  }
  const shortest = Math.min(wanted, minOutputTokens)
  const payable = room.microCredits + room.freeMicroCredits - inputTokens * prices.input
  const affordable = prices.output === 0 ? Number.POSITIVE_INFINITY : Math.floor(payable / prices.output) - 1
  const longest = Math.min(wanted, room.tokens - inputTokens, affordable)
  const { tokens, microCredits } = reserve(shortest)
  return { least: { tokens, microCredits, calls: 0 }, reserved: reserve(Math.max(shortest, longest)) }
}

/** What counts as used: at most what was reserved, even if the provider reports more than it was asked for. */
function usedOf(tokens: Tokens & { readonly estimatedTokens: number }, held: Held, prices: TokenPrices): Used {
  const price = Math.min(priceOf(tokens, prices), held.microCredits + held.freeMicroCredits)
  const freeMicroCredits = Math.min(price, held.freeMicroCredits)
  return {
    tokens: Math.min(tokens.inputTokens + tokens.outputTokens, held.tokens),
    estimatedTokens: Math.min(tokens.estimatedTokens, held.tokens),
    microCredits: price - freeMicroCredits,
    freeMicroCredits,
    calls: 0,
  }
}
