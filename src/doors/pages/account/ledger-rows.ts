import type { Entry } from '#runtime/money/entries.ts'

/** A row of the ledger's page: one entry, or the charges of one day together. */
export interface LedgerRow {
  /** The newest of its entries. */
  readonly entry: Entry
  readonly microCredits: number
  /** How often each method was charged, the most frequent first; undefined for a single entry that is not a charge. */
  readonly charges?: readonly { readonly operationId: string; readonly count: number }[]
}

export interface LedgerRows {
  readonly rows: readonly LedgerRow[]
  /** The `sequence` of the last entry in the rows, if older ones follow. */
  readonly before: number | undefined
}

/**
 * Sums up the charges of each day, so that a busy day is one row. Rows are in the order of their newest entries.
 *
 * @param entries newest first
 * @param dayOf the day of a moment, in the reader's zone
 * @param isWhole whether no entries follow
 * @param maxRows of a page
 */
export function ledgerRows(
  entries: readonly Entry[],
  { dayOf, isWhole, maxRows }: { dayOf: (ms: number) => string; isWhole: boolean; maxRows: number },
): LedgerRows {
  const rows: { entry: Entry; microCredits: number; counts?: Map<string, number> }[] = []
  const charges = new Map<string, (typeof rows)[number]>()
  let last: Entry | undefined
  for (const entry of entries) {
    const day = dayOf(entry.atMs)
    const present = entry.kind === 'charge' ? charges.get(day) : undefined
    if (!present && rows.length === maxRows) return { rows: rows.map(rowOf), before: last?.sequence }
    last = entry
    if (present) {
      present.microCredits += entry.microCredits
      count(present.counts, entry)
      continue
    }
    const row = { entry, microCredits: entry.microCredits, ...(entry.kind === 'charge' && { counts: new Map() }) }
    count(row.counts, entry)
    rows.push(row)
    if (entry.kind === 'charge') charges.set(day, row)
  }
  return { rows: rows.map(rowOf), before: isWhole ? undefined : last?.sequence }
}

function count(counts: Map<string, number> | undefined, { operationId = '' }: Entry): void {
  counts?.set(operationId, (counts.get(operationId) ?? 0) + 1)
}

function rowOf({ entry, microCredits, counts }: { entry: Entry; microCredits: number; counts?: Map<string, number> }) {
  if (!counts) return { entry, microCredits }
  const charges = [...counts].map(([operationId, times]) => ({ operationId, count: times }))
  return {
    entry,
    microCredits,
    charges: charges.sort((a, b) => b.count - a.count || (a.operationId < b.operationId ? -1 : 1)),
  }
}
