import type { Clock } from '../base/clock.ts'
import type { Writer } from '../store/types.ts'
import { addCredits } from './additions.ts'
import { checkAmount } from './amounts.ts'
import { InsufficientCredits } from './ledger.ts'
import { type EntryRow, writeBalances, writeEntries } from './rows.ts'

/** Credits that one account pays another. */
export interface Transfer {
  readonly from: string
  readonly to: string
  /** More than 0. */
  readonly microCredits: number
  /** What is paid for, as the payer's entry names it. */
  readonly operationId: string
  /** Identifies the payment: a second one with the same reference fails. */
  readonly reference: string
  /** Shown in both ledgers. */
  readonly note: string
}

/** Credits that are returned to an account. */
export interface Refund {
  readonly to: string
  /** More than 0. */
  readonly microCredits: number
  /** Identifies the charge. */
  readonly reference: string
  /** Shown in the ledger. */
  readonly note: string
}

/** @param usesCredits whether anything costs anything */
export function createTransfers({ clock, usesCredits }: { clock: Clock; usesCredits: boolean }) {
  return {
    /** Whether anything costs anything here. */
    isOn: usesCredits,
    /**
     * Returns credits that were charged for something that has failed since, in the transaction that records the failure.
     *
     * @returns false if the same reference was refunded before
     */
    refund(tx: Writer, { to, microCredits, reference, note }: Refund): Promise<boolean> {
      return addCredits(tx, { accountId: to, kind: 'grant', microCredits, reference, note, now: clock.now() })
    },
    /**
     * Moves credits from one balance to another, in the transaction of what is paid for: both entries are stored, or neither.
     *
     * @throws InsufficientCredits (payment_required)
     */
    async pay(tx: Writer, { from, to, microCredits, operationId, reference, note }: Transfer): Promise<void> {
      checkAmount(microCredits, 'The payment')
      const rows = await tx.all<Account>(
        tx
          .sql('balances')
          .select('owner', 'balance', 'reserved', 'entries')
          .whereIn('owner', [from, to])
          .orderBy('owner'),
      )
      const payer = accountIn(rows, from)
      const payee = accountIn(rows, to)
      const available = payer.balance - payer.reserved
      if (microCredits > available) throw new InsufficientCredits(microCredits, available)
      payer.balance -= microCredits
      payee.balance += microCredits
      for (const account of [payer, payee]) account.entries += 1
      // First: a concurrent transaction on the same balances then waits or restarts.
      await tx.run(writeBalances([payer, payee].sort((a, b) => (a.owner < b.owner ? -1 : 1))))
      const common = { request_id: null, reservation: null, note, created_at: clock.now() }
      const paid: EntryRow = {
        ...entryOf(payer, 'charge', -microCredits),
        ...common,
        operation: operationId,
        reference,
      }
      const got: EntryRow = { ...entryOf(payee, 'grant', microCredits), ...common, operation: null, reference }
      await tx.run(writeEntries([paid, got]))
    },
  }
}

export type Transfers = ReturnType<typeof createTransfers>

interface Account {
  readonly owner: string
  balance: number
  reserved: number
  entries: number
}

function accountIn(rows: readonly Account[], owner: string): Account {
  return rows.find((row) => row.owner === owner) ?? { owner, balance: 0, reserved: 0, entries: 0 }
}

function entryOf({ owner, balance, entries }: Account, kind: 'charge' | 'grant', amount: number) {
  return { owner, sequence: entries, kind, amount, balance_after: balance }
}
