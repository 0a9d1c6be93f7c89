import type { Clock } from '../../base/clock.ts'
import type { ApiError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Store, Writer } from '../../store/types.ts'
import type { Chain } from './chain.ts'
import type { Facilitator, Proposal } from './facilitator.ts'
import { load, move, type PaymentRow, type PaymentState, type Turn } from './payments-table.ts'
import { type Receipt, receiptOf } from './receipt.ts'
import * as refusals from './refusals.ts'

/** The outcome of an attempt to settle: the receipt, or the error for the waiting caller. */
export type Attempt = { readonly receipt: Receipt } | { readonly failure: ApiError }

/** For whom a payment is settled. */
export interface Settling {
  /** Whether a caller is waiting and gets the result now. */
  readonly isAwaited: boolean
  /** That caller's error if the payment is finally refused. */
  refused(reason: string, row: PaymentRow): Promise<ApiError>
}

export interface SettlementsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly facilitator: Pick<Facilitator, 'settle'>
  /** Decides about payments with an unknown outcome; without it, the operator does. */
  readonly chain?: Chain | undefined
  /**
   * Adds a settled top-up to the balance, in the transaction that records the settlement. Called twice, it adds once.
   */
  credit(tx: Writer, topUp: { accountId: string; microCredits: number; reference: string; now: number }): Promise<void>
}

const firstPauseMs = 10_000
const maxPauseMs = 3_600_000
/**
 * This long after its end a payment without an outcome is left to the operator, who has to look at the chain. One whose
 * authorization is valid for longer than this counts as ended then.
 */
const givenUpAfterMs = 7 * 24 * 3_600_000

/** Settles payments whose result is ready: each once, also if requests are repeated or interrupted. */
export class Settlements {
  readonly #options: SettlementsOptions

  constructor(options: SettlementsOptions) {
    this.#options = options
  }

  /**
   * Requests the settlement from the facilitator, and records the outcome.
   *
   * @param from `worked` for the first attempt, `settling` or `unknown` after an attempt with an unknown outcome
   */
  async settle(turn: Turn, from: PaymentState, settling: Settling): Promise<Attempt> {
    const { store, clock, log, facilitator } = this.#options
    const row = await load(store, turn.id)
    const attempts = row.attempts + 1
    if (!(await move(store, turn, { from, to: 'settling', now: clock.now() }, { attempts }))) {
      return { failure: refusals.takenOver() }
    }
    const isFirst = from === 'worked'
    const known = isFirst ? undefined : await this.#onChain(turn, row, settling)
    if (known) return known
    const settlement = await facilitator.settle(proposalIn(row))
    switch (settlement.kind) {
      case 'settled':
        return this.#settled(turn, row, settlement.transaction, settling)
      case 'refused':
        if (isFirst && !saysUsed(settlement.reason)) return this.#refused(turn, row, settlement.reason, settling)
        if (isFirst) {
          const used = await this.#onChain(turn, row, settling)
          return used ?? this.#refused(turn, row, settlement.reason, settling)
        }
        return this.#refusedLater(turn, { ...row, attempts }, settlement.reason, settling)
      case 'unsent':
        if (!isFirst) break
        await move(store, turn, { from: 'settling', to: 'worked', ends: true, now: clock.now() })
        return { failure: refusals.notSettled(settlement.trouble) }
    }
    const fields = { payment: row.id, err: settlement.trouble.cause }
    if (this.#options.chain) log.warn(fields, 'settlement outcome unknown')
    // For the operator, who sees it with "onedoor payments list" and can resolve it.
    else log.error(fields, 'settlement outcome unknown')
    await this.#leaveUnknown(turn, { ...row, attempts })
    return { failure: refusals.unknown(settlement.trouble) }
  }

  /** The outcome of a payment that the chain knows; undefined if it is open, or the chain cannot be read. */
  async #onChain(turn: Turn, row: PaymentRow, settling: Settling): Promise<Attempt | undefined> {
    const { chain, log } = this.#options
    if (!chain) return undefined
    const found = await chain.look(row).catch((err: unknown) => {
      log.warn({ payment: row.id, err }, 'chain not readable')
    })
    if (found?.kind === 'paid') return this.#settled(turn, row, found.transaction, settling)
    if (found?.kind === 'void') return this.#refused(turn, row, found.reason, settling)
    return undefined
  }

  async #settled(turn: Turn, row: PaymentRow, transaction: string, { isAwaited }: Settling): Promise<Attempt> {
    const { store, clock, credit } = this.#options
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

  async #refused(turn: Turn, row: PaymentRow, reason: string, settling: Settling): Promise<Attempt> {
    const { store, clock } = this.#options
    await move(store, turn, { from: 'settling', to: 'refused', now: clock.now() }, { reason, answer: null })
    return { failure: await settling.refused(reason, row) }
  }

  /**
   * A rejection after an attempt with an unknown outcome. It says only that the transfer cannot be made now: the
   * earlier attempt may have made it, or can still succeed until the authorization ends. If the authorization counts as
   * used, the result of a call is returned, because at worst one call goes unpaid. A top-up is money, and a rejection
   * after the end of the authorization proves nothing either: both wait for the chain or the operator, and are never
   * reported as unpaid.
   */
  async #refusedLater(turn: Turn, row: PaymentRow, reason: string, settling: Settling): Promise<Attempt> {
    const { store, clock, log, chain } = this.#options
    const isUsed = saysUsed(reason)
    if (!chain && isUsed && row.purpose === 'call') return this.#settled(turn, row, '', settling)
    if (!chain && (isUsed || clock.now() >= Number(row.valid_before))) {
      log.error({ payment: row.id, reason }, 'payment needs review: look for its nonce on the chain')
      const step = { from: 'settling', to: 'unknown', now: clock.now() } as const
      await move(store, turn, step, { reason, next_attempt_at: null })
      return { failure: refusals.underReview(row) }
    }
    await this.#leaveUnknown(turn, row)
    return { failure: refusals.unknown({ kind: 'down', retryAfterS: 5, cause: new Error(reason) }) }
  }

  async #leaveUnknown(turn: Turn, row: PaymentRow): Promise<void> {
    const { store, clock, log } = this.#options
    const now = clock.now()
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(row.attempts - 1, 20))
    const endsAt = Math.min(Number(row.valid_before), Number(row.created_at) + givenUpAfterMs)
    const isGivenUp = now > endsAt + givenUpAfterMs
    if (isGivenUp) {
      log.error({ payment: row.id }, 'settlement given up: look for its nonce on the chain')
    }
    const next_attempt_at = isGivenUp ? null : now + pause
    await move(store, turn, { from: 'settling', to: 'unknown', now }, { next_attempt_at })
  }
}

/** Whether a facilitator refuses a payment because its nonce is used: facilitators have different names for that. */
function saysUsed(reason: string): boolean {
  return /nonce|already|used/i.test(reason)
}

/** The message to the facilitator about a payment, to be sent again. */
export function proposalIn(row: PaymentRow): Proposal {
  if (row.payload === null) throw new Error(`The payment ${row.id} cannot be settled: its payload was dropped`)
  return JSON.parse(row.payload) as Proposal
}
