import type { Transfers } from '#runtime/money/transfers.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { SummaryRow } from './rows/messages.ts'

/** The note in the ledger for a message that was deleted before delivery. */
export const recalled = 'mail that was deleted before it was sent'

/**
 * Refunds a message that was not delivered and never will be, in the transaction that records so. Refunds a message only once,
 * however often it is called.
 */
export async function refund(
  transfers: Transfers,
  tx: Writer,
  { id, owner, micro_credits }: Pick<SummaryRow, 'id' | 'owner' | 'micro_credits'>,
  note: string,
): Promise<void> {
  const microCredits = Number(micro_credits)
  if (microCredits > 0) await transfers.refund(tx, { to: owner, microCredits, reference: `mail ${id}`, note })
}
