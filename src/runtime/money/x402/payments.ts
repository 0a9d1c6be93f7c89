import type { Clock } from '../../base/clock.ts'
import { ApiError, type Challenge } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Store, Writer } from '../../store/types.ts'
import { type Facilitator, type Proposal, proposalOf } from './facilitator.ts'
import { mismatchOf, type Payment } from './payment.ts'
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
import type { Terms } from './terms.ts'
import type { Turns } from './turns.ts'

/** What the handler of a paid call came to. */
export interface Work {
  readonly result: unknown
  /** It cost nothing (an answer that was kept): the call is free, and the payment is not made. */
  readonly isFree: boolean
}

/** A paid answer, with the receipt where something was paid. */
export interface PaidAnswer {
  readonly result: unknown
  readonly receipt: Receipt | undefined
  /** The answer of an earlier request with the same payment. */
  readonly isReplay: boolean
}

export interface PaymentsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly facilitator: Facilitator
  readonly turns: Turns
  /** Adds a settled top-up to the balance, in the transaction that notes the settlement. Called twice it adds once. */
  credit(tx: Writer, topUp: { accountId: string; microCredits: number; reference: string; now: number }): Promise<void>
}

/** How an attempt to settle ended, and what the caller is told where it did not. */
type Attempt = { readonly receipt: Receipt } | { readonly failure: ApiError }

const firstPauseMs = 10_000
const maxPauseMs = 3_600_000
/** After this long without an answer a person has to look at the chain. */
const givenUpAfterMs = 7 * 24 * 3_600_000

/** The life of payments: each is taken once, works once and is settled once, whatever is repeated or breaks off. */
export function createPayments({ store, clock, log, facilitator, turns, credit }: PaymentsOptions) {
  /**
   * Runs `work` for a payment and hands its answer over once the payment is settled. A payment that came before does
   * not run it again.
   *
   * @param challenge says anew what would be accepted, for refusals that a new payment can answer
   * @throws ApiError payment_required where the payment is not good or was refused; conflict where it is in use or
   * was used for something else; unavailable, upstream_failed, upstream_timeout where the facilitator failed: then the
   * same payment may be sent again; and whatever `work` throws, with nothing paid
   */
  async function run(
    payment: Payment,
    terms: Terms,
    challenge: (message: string) => Promise<Challenge>,
    work: () => Promise<Work>,
  ): Promise<PaidAnswer> {
    const key = {
      network: terms.demand.network.id,
      asset: terms.demand.network.asset.toLowerCase(),
      payer: payment.payer,
      nonce: payment.authorization.nonce,
    }
    const earlier = await find(store, key)
    if (earlier) return resume(earlier)
    const mismatch = mismatchOf(payment, terms.demand, clock.now())
    if (mismatch) throw await refusals.unfit(mismatch, challenge)
    const proposal = proposalOf(payment, terms.demand, terms.resource)
    const taken = { ...key, ...newPayment(payment, terms, proposal) }
    const turn = await take(store, taken, turns.lease(), clock.now())
    if (turn) return turns.during(turn, () => begin(turn, proposal))
    // Another request took it between the look and the insertion.
    const rival = await find(store, key)
    throw rival ? refusals.inUse() : refusals.justReleased()

    async function begin(turn: Turn, proposal: Proposal): Promise<PaidAnswer> {
      const verification = await facilitator.verify(proposal)
      if (verification.kind !== 'valid') {
        await forget(store, turn, 'reserved')
        if (verification.kind === 'trouble') throw refusals.notVerified(verification.trouble)
        throw await refusals.unfit(`the facilitator refuses it: ${verification.reason}`, challenge)
      }
      if (!(await move(store, turn, { from: 'reserved', to: 'verified', now: clock.now() }))) throw refusals.takenOver()
      let done: Work
      let answer: string
      try {
        done = await work()
        answer = JSON.stringify(done.result) ?? 'null'
      } catch (failure) {
        await forget(store, turn, 'verified')
        throw failure
      }
      if (done.isFree) {
        await forget(store, turn, 'verified')
        return { result: done.result, receipt: undefined, isReplay: false }
      }
      const step = { from: 'verified', to: 'worked', now: clock.now() } as const
      if (!(await move(store, turn, step, { answer }))) throw refusals.takenOver()
      const receipt = await settleNow(turn, 'worked')
      return { result: done.result, receipt, isReplay: false }
    }

    async function resume(row: PaymentRow): Promise<PaidAnswer> {
      if (row.request_digest !== terms.requestDigest || row.payment_digest !== payment.digest) {
        throw refusals.usedElsewhere(row)
      }
      if (turns.isHeld(row)) throw refusals.inUse()
      if (row.state === 'refused') throw await refusals.refused(row.reason, payment, row, challenge)
      const provesKey = row.key_digest === (terms.keyDigest ?? null)
      if (row.state === 'settled') return hand(row, provesKey)
      if (!provesKey) throw refusals.otherKey()
      const turn = await claim(store, row, turns.lease(), clock.now())
      if (!turn) throw refusals.inUse()
      return turns.during(turn, async () => {
        if (row.state === 'reserved') return begin(turn, proposalIn(row))
        if (row.state === 'verified') {
          await interrupted(turn)
          throw await refusals.refused(interruption, payment, row, challenge)
        }
        const receipt = await settleNow(turn, row.state)
        return { result: answerOf(await load(store, row.id)), receipt, isReplay: true }
      })
    }

    /** What is settled is public on the chain: only a secret key, or never having been answered, earns the answer. */
    async function hand(row: PaymentRow, provesKey: boolean): Promise<PaidAnswer> {
      if (!provesKey || row.answer === null) throw refusals.alreadyPaid(row)
      if (row.key_digest === null && !(await deliver(store, row.id, clock.now()))) throw refusals.alreadyPaid(row)
      return { result: answerOf(row), receipt: receiptOf(row), isReplay: true }
    }

    async function settleNow(turn: Turn, from: PaymentState): Promise<Receipt> {
      const attempt = await settle(turn, from, { isAwaited: true, refused: refusedAs })
      if ('failure' in attempt) throw attempt.failure
      return attempt.receipt
    }

    function refusedAs(reason: string, row: PaymentRow): Promise<ApiError> {
      return refusals.refused(reason, payment, row, challenge)
    }
  }

  interface Settling {
    /** Whether a caller waits for the answer and is given it. */
    readonly isAwaited: boolean
    refused(reason: string, row: PaymentRow): Promise<ApiError>
  }

  async function settle(turn: Turn, from: PaymentState, settling: Settling): Promise<Attempt> {
    const row = await load(store, turn.id)
    const attempts = row.attempts + 1
    if (!(await move(store, turn, { from, to: 'settling', now: clock.now() }, { attempts }))) {
      return { failure: refusals.takenOver() }
    }
    const settlement = await facilitator.settle(proposalIn(row))
    const isFirst = from === 'worked'
    switch (settlement.kind) {
      case 'settled':
        return settled(turn, row, settlement.transaction, settling)
      case 'refused':
        if (isFirst) return refuse(turn, row, settlement.reason, settling)
        return refusedLater(turn, { ...row, attempts }, settlement.reason, settling)
      case 'unsent':
        if (!isFirst) break
        await move(store, turn, { from: 'settling', to: 'worked', ends: true, now: clock.now() })
        return { failure: refusals.notSettled(settlement.trouble) }
    }
    log.warn({ payment: row.id, err: settlement.trouble.cause }, 'a settlement has an unknown outcome')
    await leaveUnknown(turn, { ...row, attempts })
    return { failure: refusals.unknown(settlement.trouble) }
  }

  async function settled(turn: Turn, row: PaymentRow, transaction: string, { isAwaited }: Settling): Promise<Attempt> {
    const now = clock.now()
    const isOurs = await store.write(async (tx) => {
      const changes = { transaction_hash: transaction, settled_at: now, ...(isAwaited && { delivered_at: now }) }
      if (!(await move(tx, turn, { from: 'settling', to: 'settled', now }, changes))) return false
      if (row.purpose === 'top_up' && row.account_id !== null) {
        const microCredits = Number(row.micro_credits)
        await credit(tx, { accountId: row.account_id, microCredits, reference: row.id, now })
      }
      return true
    })
    if (!isOurs) return { failure: refusals.takenOver() }
    return { receipt: receiptOf({ ...row, transaction_hash: transaction }) }
  }

  async function refuse(turn: Turn, row: PaymentRow, reason: string, settling: Settling): Promise<Attempt> {
    await move(store, turn, { from: 'settling', to: 'refused', now: clock.now() }, { reason, answer: null })
    return { failure: await settling.refused(reason, row) }
  }

  /**
   * A "no" after an attempt of unknown outcome: the earlier attempt may have made the payment, and then the
   * authorization counts as used. A call is given for it, because at worst one answer is lost; a top-up is money, and
   * waits for a person. Any other "no" is final only when the authorization has ended, for until then the earlier
   * attempt can still get through.
   */
  async function refusedLater(turn: Turn, row: PaymentRow, reason: string, settling: Settling): Promise<Attempt> {
    const isUsed = /nonce|already|used/i.test(reason)
    if (isUsed && row.purpose === 'call') return settled(turn, row, '', settling)
    if (isUsed) {
      log.error({ payment: row.id, reason }, 'a top-up may have been paid: look for its nonce on the chain')
      const step = { from: 'settling', to: 'unknown', now: clock.now() } as const
      await move(store, turn, step, { reason, next_attempt_at: null })
      return { failure: refusals.underReview(row) }
    }
    if (clock.now() >= Number(row.valid_before)) return refuse(turn, row, reason, settling)
    await leaveUnknown(turn, row)
    return { failure: refusals.unknown({ kind: 'down', retryAfterS: 5, cause: new Error(reason) }) }
  }

  async function leaveUnknown(turn: Turn, row: PaymentRow): Promise<void> {
    const now = clock.now()
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(row.attempts - 1, 20))
    const isGivenUp = now > Number(row.valid_before) + givenUpAfterMs
    if (isGivenUp)
      log.error({ payment: row.id }, 'the outcome of a payment stays unknown: look for its nonce on the chain')
    const next_attempt_at = isGivenUp ? null : now + pause
    await move(store, turn, { from: 'settling', to: 'unknown', now }, { next_attempt_at })
  }

  async function interrupted(turn: Turn): Promise<void> {
    await move(store, turn, { from: 'verified', to: 'refused', now: clock.now() }, { reason: interruption })
  }

  /** Goes on with a payment that nobody works on: finds out what became of it, never runs its handler. */
  async function recover(row: PaymentRow): Promise<void> {
    if (turns.isHeld(row)) return
    const turn = await claim(store, row, turns.lease(), clock.now())
    if (!turn) return
    await turns.during(turn, async () => {
      if (row.state === 'reserved') return void (await forget(store, turn, 'reserved'))
      if (row.state === 'verified') return interrupted(turn)
      if (row.state === 'worked') {
        const step = { from: 'worked', to: 'refused', now: clock.now() } as const
        return void (await move(store, turn, step, {
          reason: 'it ended before anybody asked for the answer',
          answer: null,
        }))
      }
      const refused = async (reason: string) => new ApiError('payment_required', reason)
      await settle(turn, row.state, { isAwaited: false, refused })
    })
  }

  return { run, recover }
}

export type PaymentLives = ReturnType<typeof createPayments>

const interruption = 'the server stopped while it worked on the call'

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

/** Wallets may write "for ever" as the largest number there is. */
function millisecondsOf(seconds: string): number {
  return Math.min(Number(seconds) * 1000, 8.64e15)
}

function proposalIn(row: PaymentRow): Proposal {
  if (row.payload === null) throw new Error(`The payment ${row.id} was to be settled after its payload was dropped`)
  return JSON.parse(row.payload) as Proposal
}

function answerOf(row: PaymentRow): unknown {
  if (row.answer === null) throw new Error(`The payment ${row.id} has no answer`)
  return JSON.parse(row.answer)
}
