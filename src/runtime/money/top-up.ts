import type { Writer } from '../store/types.ts'
import { addCredits } from './additions.ts'
import { creditsText } from './amounts.ts'

/**
 * Adds a settled payment to a balance, in the transaction that records the settlement: neither happens without the other.
 * Called again for the same payment, it adds nothing.
 *
 * @param reference the payment's id
 */
export async function topUp(
  tx: Writer,
  {
    accountId,
    microCredits,
    reference,
    now,
  }: { accountId: string; microCredits: number; reference: string; now: number },
): Promise<void> {
  const note = `${creditsText(microCredits)} paid by x402`
  await addCredits(tx, { accountId, kind: 'topup', microCredits, now, reference, note })
}
