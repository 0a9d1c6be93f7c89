import { ApiError } from '../base/errors.ts'
import type { Writer } from '../store/types.ts'
import { checkAmount, creditsText } from './amounts.ts'
import { writeBalances, writeEntries } from './rows.ts'

export interface Addition {
  readonly accountId: string
  readonly kind: 'welcome' | 'grant' | 'topup'
  readonly microCredits: number
  /** Epoch milliseconds. */
  readonly now: number
  /** Its reason, such as a payment's id: a second addition of the kind with the same reference adds nothing. */
  readonly reference?: string | undefined
  /** Shown in the ledger. */
  readonly note?: string | undefined
  readonly requestId?: string | undefined
}

/**
 * Adds credits to an account inside the caller's transaction: the only way in which credits are created.
 *
 * @returns whether anything was added: not if the reference was used before, nor if the amount is 0
 * @throws RangeError for an invalid amount; ApiError failed_precondition if the balance would become too large to be counted
 * exactly
 */
export async function addCredits(tx: Writer, addition: Addition): Promise<boolean> {
  const { accountId: owner, kind, microCredits, now, reference, note, requestId } = addition
  checkAmount(microCredits, `The ${kind}`)
  if (reference !== undefined) {
    const earlier = await tx.get(tx.sql('ledger_entries').select('sequence').where({ reference, kind }))
    if (earlier) return false
  }
  const row = await tx.get<{ balance: number; reserved: number; entries: number }>(
    tx.sql('balances').select('balance', 'reserved', 'entries').where({ owner }),
  )
  const balance = (row?.balance ?? 0) + microCredits
  const entries = (row?.entries ?? 0) + (microCredits > 0 ? 1 : 0)
  if (!Number.isSafeInteger(balance)) {
    throw new ApiError(
      'failed_precondition',
      `The balance of ${creditsText(row?.balance ?? 0)} cannot grow by ${creditsText(microCredits)}, because it would be too large to count exactly.`,
    )
  }
  await tx.run(writeBalances([{ owner, balance, reserved: row?.reserved ?? 0, entries }]))
  if (microCredits === 0) return false
  const entry = {
    owner,
    sequence: entries,
    kind,
    amount: microCredits,
    balance_after: balance,
    operation: null,
    request_id: requestId ?? null,
    reservation: null,
    reference: reference ?? null,
    note: note ?? null,
    created_at: now,
  }
  await tx.run(writeEntries([entry]))
  return true
}
