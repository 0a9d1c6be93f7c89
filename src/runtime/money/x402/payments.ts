import { ApiError, type Challenge } from '../../base/errors.ts'
import { type Facilitator, type Proposal, proposalOf } from './facilitator.ts'
import { mismatchOf, type Payment } from './payment.ts'
import type { Turns } from './payment-leases.ts'
import type { Terms } from './payment-terms.ts'
import {
  claim,
  deliver,
  find,
  forget,
  load,
  move,
  type NewPayment,
  type PaymentRow,
  type PaymentState,
  type Turn,
  take,
} from './payments-table.ts'
import { type Receipt, receiptOf } from './receipt.ts'
import * as refusals from './refusals.ts'
import { proposalIn, Settlements, type SettlementsOptions } from './settlement.ts'
import { TakenPayment } from './taken-payment.ts'

/** The result of an earlier request with the same payment, as JSON. It is paid for. */
export interface PaidAnswer {
  readonly answer: string
  readonly receipt: Receipt
}

export interface PaymentsOptions extends SettlementsOptions {
  readonly facilitator: Facilitator
  readonly turns: Turns
}

/** A request that came with a payment. */
interface Paying {
  readonly payment: Payment
  readonly terms: Terms
  /** What would be accepted, for refusals after which a new payment can succeed. */
  challenge(message: string): Promise<Challenge>
}

const interruption = 'the server stopped while it worked on the call'

/** The life of payments: each is taken once, runs one call and is settled once, also if requests are repeated or interrupted. */
export class Payments {
  readonly #options: PaymentsOptions
  readonly #settlements: Settlements

  constructor(options: PaymentsOptions) {
    this.#options = options
    this.#settlements = new Settlements(options)
  }

  /**
   * Takes a payment for a call and verifies it. A payment that was used before does not run a call again: the result of
   * that call is returned, once the payment is settled.
   *
   * @throws ApiError payment_required if the payment is invalid or was refused; conflict if it is in use or
   * was used for something else; unavailable, upstream_failed, upstream_timeout if the facilitator failed: then the
   * same payment can be sent again
   */
  async begin(paying: Paying): Promise<TakenPayment | PaidAnswer> {
    const { payment, terms, challenge } = paying
    const key = {
      network: terms.demand.network.id,
      asset: terms.demand.network.asset.toLowerCase(),
      payer: payment.payer,
      nonce: payment.authorization.nonce,
    }
    const earlier = await find(this.#options.store, key)
    if (earlier) return this.#resume(earlier, paying)
    const mismatch = mismatchOf(payment, terms.demand, this.#options.clock.now())
    if (mismatch) throw await refusals.unfit(mismatch, challenge)
    const proposal = proposalOf(payment, terms.demand, terms.resource)
    const taken = { ...key, ...newPayment(payment, terms, proposal) }
    const turn = await take(this.#options.store, taken, this.#options.turns.lease(), this.#options.clock.now())
    if (turn) return this.#verify(turn, proposal, paying)
    // Another request inserted it in between.
    const rival = await find(this.#options.store, key)
    throw rival ? refusals.inUse() : refusals.justReleased()
  }

  /** Continues a payment that no process is working on: completes or refuses it, and never runs its handler. */
  async recover(row: PaymentRow): Promise<void> {
    if (this.#options.turns.isHeld(row)) return
    const turn = await claim(this.#options.store, row, this.#options.turns.lease(), this.#options.clock.now())
    if (turn) await this.#options.turns.during(turn, () => this.#finish(turn, row))
  }

  async #finish(turn: Turn, { state }: PaymentRow): Promise<void> {
    if (state === 'reserved') {
      await forget(this.#options.store, turn, 'reserved')
    } else if (state === 'verified') {
      await this.#interrupted(turn)
    } else if (state === 'worked') {
      const step = { from: 'worked', to: 'refused', now: this.#options.clock.now() } as const
      const reason = 'it expired before the answer was collected'
      await move(this.#options.store, turn, step, { reason, answer: null })
    } else {
      const refused = async (reason: string) => new ApiError('payment_required', reason)
      await this.#settlements.settle(turn, state, { isAwaited: false, refused })
    }
  }

  async #verify(turn: Turn, proposal: Proposal, paying: Paying): Promise<TakenPayment> {
    const end = this.#hold(turn)
    try {
      const verification = await this.#options.facilitator.verify(proposal)
      if (verification.kind !== 'valid') {
        await forget(this.#options.store, turn, 'reserved')
        if (verification.kind === 'trouble') throw refusals.notVerified(verification.trouble)
        throw await refusals.unfit(`the facilitator rejects it: ${verification.reason}`, paying.challenge)
      }
      const step = { from: 'reserved', to: 'verified', now: this.#options.clock.now() } as const
      if (!(await move(this.#options.store, turn, step))) throw refusals.takenOver()
    } catch (failure) {
      end()
      throw failure
    }
    return new TakenPayment({
      store: this.#options.store,
      clock: this.#options.clock,
      turn,
      payer: paying.payment.payer,
      settle: () => this.#settleFor(paying, turn, 'worked'),
      end,
    })
  }

  /** Keeps the turn's lease alive until the returned function is called. */
  #hold(turn: Turn): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    void this.#options.turns.during(turn, () => promise)
    return resolve
  }

  async #resume(row: PaymentRow, paying: Paying): Promise<TakenPayment | PaidAnswer> {
    const { payment, terms, challenge } = paying
    if (row.request_digest !== terms.requestDigest || row.payment_digest !== payment.digest) {
      throw refusals.usedElsewhere(row)
    }
    if (this.#options.turns.isHeld(row)) throw refusals.inUse()
    if (row.state === 'refused') throw await refusals.refused(row.reason, payment, row, challenge)
    const provesKey = row.key_digest === (terms.keyDigest ?? null)
    if (row.state === 'settled') return this.#hand(row, provesKey)
    if (!provesKey) throw refusals.otherKey()
    const turn = await claim(this.#options.store, row, this.#options.turns.lease(), this.#options.clock.now())
    if (!turn) throw refusals.inUse()
    if (row.state === 'reserved') return this.#verify(turn, proposalIn(row), paying)
    return this.#options.turns.during(turn, async () => {
      if (row.state === 'verified') {
        await this.#interrupted(turn)
        throw await refusals.refused(interruption, payment, row, challenge)
      }
      const receipt = await this.#settleFor(paying, turn, row.state)
      return { answer: answerIn(await load(this.#options.store, row.id)), receipt }
    })
  }

  /**
   * A settled payment is public on the chain, so it proves nothing: the result is returned only with the Idempotency-Key of
   * the first request, or if it has never been returned.
   */
  async #hand(row: PaymentRow, provesKey: boolean): Promise<PaidAnswer> {
    if (!provesKey || row.answer === null) throw refusals.alreadyPaid(row)
    const isOwed = row.key_digest !== null || (await deliver(this.#options.store, row.id, this.#options.clock.now()))
    if (!isOwed) throw refusals.alreadyPaid(row)
    return { answer: row.answer, receipt: receiptOf(row) }
  }

  async #settleFor({ payment, challenge }: Paying, turn: Turn, from: PaymentState): Promise<Receipt> {
    const attempt = await this.#settlements.settle(turn, from, {
      isAwaited: true,
      refused: (reason, row) => refusals.refused(reason, payment, row, challenge),
    })
    if ('failure' in attempt) throw attempt.failure
    return attempt.receipt
  }

  async #interrupted(turn: Turn): Promise<void> {
    const step = { from: 'verified', to: 'refused', now: this.#options.clock.now() } as const
    await move(this.#options.store, turn, step, { reason: interruption })
  }
}

function newPayment(payment: Payment, terms: Terms, proposal: Proposal) {
  return {
    purpose: terms.purpose,
    operationId: terms.resource.operation.id,
    accountId: terms.accountId,
    microCredits: terms.microCredits,
    amount: terms.demand.amount,
    payTo: terms.demand.payTo,
    proposal,
    validBefore: millisecondsOf(payment.authorization.validBefore),
    requestDigest: terms.requestDigest,
    paymentDigest: payment.digest,
    keyDigest: terms.keyDigest,
  } satisfies Partial<NewPayment>
}

/** Wallets may write "without end" as the largest number that fits. */
function millisecondsOf(seconds: string): number {
  return Math.min(Number(seconds) * 1000, 8.64e15)
}

function answerIn({ id, answer }: PaymentRow): string {
  if (answer === null) throw new Error(`The payment ${id} has no answer`)
  return answer
}
