import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { SummaryRow } from './rows/messages.ts'

/** What the ledger says of a message that was deleted before it had left. */
export const recalled = 'mail that was deleted before it left'

/** Returns what a message cost that has not left and will not, in the transaction that says so; once, however often it is said. */
export async function giveBack(
  { transfers }: Pick<FamilyWorld, 'transfers'>,
  tx: Writer,
  { id, owner, micro_credits }: Pick<SummaryRow, 'id' | 'owner' | 'micro_credits'>,
  note: string,
): Promise<void> {
  const microCredits = Number(micro_credits)
  if (microCredits > 0) await transfers.giveBack(tx, { to: owner, microCredits, reference: `mail ${id}`, note })
}
