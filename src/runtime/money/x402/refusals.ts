import { ApiError, type Challenge } from '../../base/errors.ts'
import type { Trouble } from './facilitator.ts'
import type { Payment } from './payment.ts'
import type { PaymentRow } from './payments-table.ts'
import { receiptHeaders, refusalOf } from './receipt.ts'

/** The errors for payers. Each says what happened to the money and whether to send the same payment again. */

type MakeChallenge = (message: string) => Promise<Challenge>

const codeOf = { down: 'unavailable', timeout: 'upstream_timeout', garbled: 'upstream_failed' } as const

/** The payment does not match the price, or the facilitator rejects it: a new one is needed. */
export async function unfit(reason: string, challenge: MakeChallenge): Promise<ApiError> {
  const message = `The payment cannot be accepted: ${reason}. Nothing was paid.`
  return new ApiError('payment_required', message, { challenge: await challenge(message) })
}

/** The payment was finally refused: at its settlement, because its call was interrupted, or by a refund. A new one is needed. */
export async function refused(
  reason: string | null,
  payment: Pick<Payment, 'payer'>,
  row: Pick<PaymentRow, 'network' | 'transaction_hash'>,
  challenge: MakeChallenge,
): Promise<ApiError> {
  const why = reason ?? 'no reason given'
  const message = row.transaction_hash
    ? `The payment was made and then refunded by transaction ${row.transaction_hash}. Sign a new payment to try again.`
    : `The payment was not made: ${why}. Nothing was paid. Sign a new payment to try again.`
  const { headers, body } = await challenge(message)
  const receipt = receiptHeaders(refusalOf({ network: row.network, payer: payment.payer }, why))
  return new ApiError('payment_required', message, { challenge: { headers: { ...headers, ...receipt }, body } })
}

export function inUse(): ApiError {
  return new ApiError('conflict', 'A request with this payment is still running. Send the same request later.', {
    retryAfterS: 1,
  })
}

export function justReleased(): ApiError {
  return new ApiError(
    'conflict',
    'A request with this payment has just failed, and nothing was paid. Send the same request again.',
    {
      retryAfterS: 1,
    },
  )
}

export function takenOver(): ApiError {
  return new ApiError('conflict', 'The request took so long that the payment was abandoned. Nothing was paid.')
}

export function usedElsewhere(row: PaymentRow): ApiError {
  return new ApiError(
    'conflict',
    `This payment was already used for ${row.operation_id}, possibly with other arguments. Sign a new payment.`,
  )
}

export function otherKey(): ApiError {
  return new ApiError(
    'conflict',
    'This payment was first sent with another Idempotency-Key, or without one. Send the request exactly as before.',
  )
}

export function alreadyPaid({ transaction_hash }: PaymentRow): ApiError {
  const which = transaction_hash ? ` by transaction ${transaction_hash}` : ''
  return new ApiError(
    'conflict',
    `This payment was made${which}, and the result was returned. For a day, only a request with the same Idempotency-Key can get the result again.`,
  )
}

export function notVerified({ kind, retryAfterS, cause }: Trouble): ApiError {
  const message =
    'The payment could not be verified, because the facilitator failed. Nothing was paid. Send the same payment again.'
  return new ApiError(codeOf[kind], message, { retryAfterS, cause })
}

export function notSettled({ kind, retryAfterS, cause }: Trouble): ApiError {
  const message =
    'The result is ready, but the facilitator could not be reached to settle the payment. Nothing was paid. To get the result, send the same request with the same payment again.'
  return new ApiError(codeOf[kind], message, { retryAfterS, cause })
}

export function unknown({ kind, retryAfterS, cause }: Trouble): ApiError {
  const message =
    'The payment was sent for settlement, but it is not yet known whether it succeeded. Send the same request with the same payment again. Do not sign a new payment.'
  return new ApiError(codeOf[kind], message, { retryAfterS, cause })
}

export function underReview({ id }: Pick<PaymentRow, 'id'>): ApiError {
  return new ApiError(
    'unavailable',
    `It is not known whether the payment ${id} was made. The operator must check the blockchain. Do not sign a new payment.`,
    { retryAfterS: 3600 },
  )
}
