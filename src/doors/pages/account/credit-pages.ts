import { Router } from 'express'
import { type Html, html } from '#runtime/base/html.ts'
import { creditsText, formatCredits } from '#runtime/money/amounts.ts'
import type { Entry, Spending } from '#runtime/money/entries.ts'
import { dayIn, moment } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf } from './visitor.ts'

const place = '/settings/credits'
const spendingDays = 30
const pageSize = 50
/** Entries that one page sums up, at most. */
const maxEntries = 1000

const chartWidth = 360
const barRowHeight = 40
const barHeight = 14
const maxBars = 8

const kinds: Readonly<Record<Entry['kind'], string>> = {
  welcome: 'Welcome credits',
  grant: 'Granted by an administrator',
  topup: 'Topped up',
  charge: 'Charged',
  refund: 'Refunded',
}

/** `/settings/credits`: the balance, the spending by method, and the ledger. */
export function creditPages({ clock, ledger, profiles }: AccountServices): Router {
  const router = Router()
  router.get(place, async (req, res) => {
    const { id } = accountOf(res)
    const before = /^[1-9]\d{0,14}$/.test(String(req.query.before)) ? Number(req.query.before) : undefined
    const [{ timeZone }, balance, entries, spending] = await Promise.all([
      profiles.get(id),
      ledger.balance(id),
      // One more than is summed up, to see whether older ones exist.
      ledger.entries(id, { before, limit: maxEntries + 1 }),
      ledger.spendingByMethod(id, clock.now() - spendingDays * 86_400_000),
    ])
    const reserved = balance.reserved > 0 && html` ${creditsText(balance.reserved)} are reserved by running calls.`
    const main = html`<p class="balance"><b>${creditsText(balance.available)}</b> can be spent.${reserved}</p>
<h2>Spent in the last ${spendingDays} days</h2>
${spending.length > 0 ? spendingParts(spending) : html`<p>Nothing was spent.</p>\n`}<h2>Ledger</h2>
${ledgerParts(entries, timeZone)}`
    show(res, { title: 'Credits', place, main })
  })
  return router
}

function spendingParts(spending: readonly Spending[]): Html {
  const rows = spending.map(({ operationId, calls, microCredits }) => [
    html`${operationId}`,
    html`${calls}`,
    html`${formatCredits(microCredits)}`,
  ])
  return html`<div id="spending" class="sums">
${spendingChart(spending, 'spending-table')}<div id="spending-table">
${recordTable('Credits spent by method', ['Method', 'Calls', 'Credits'], rows)}</div>
</div>
`
}

function ledgerParts(entries: readonly Entry[], timeZone: string): Html {
  const { rows, before } = ledgerRows(entries.slice(0, maxEntries), {
    dayOf: (ms) => dayIn(ms, timeZone),
    isWhole: entries.length <= maxEntries,
    maxRows: pageSize,
  })
  if (rows.length === 0) return html`<p>There are no entries.</p>\n`
  const cells = rows.map(({ entry, microCredits, charges }) => [
    charges && entriesOf(charges) > 1 ? html`${dayIn(entry.atMs, timeZone)}` : moment(entry.atMs, timeZone),
    charges ? chargesText(charges) : entryText(entry),
    html`${microCredits > 0 && '+'}${formatCredits(microCredits)}`,
    html`${formatCredits(entry.balanceAfter)}`,
  ])
  return html`<p class="note">The costs of calls are added up by day, and the balance is the one after the last call.</p>
${recordTable('Ledger, newest first', ['When', 'What', 'Credits', 'Balance'], cells)}${
  before !== undefined && html`<p><a href="${place}?before=${before}">Older entries</a></p>\n`
}`
}

type Charges = NonNullable<LedgerRow['charges']>

function entriesOf(charges: Charges): number {
  return charges.reduce((sum, { count }) => sum + count, 0)
}

function chargesText(charges: Charges): Html {
  return html`${kinds.charge}: ${charges
    .map(({ operationId, count }) => (count > 1 ? `${operationId} (${count} calls)` : operationId))
    .join(', ')}`
}

function entryText({ kind, operationId, note }: Entry): Html {
  return html`${kinds[kind]}${operationId && html`: ${operationId}`}${note && html` (${note})`}`
}

/**
 * Spending by method as bars, the largest first; methods that do not fit share one bar. The table beside it has the same numbers, so
 * screen readers are pointed there.
 *
 * @param spending the most first; at least one
 */
function spendingChart(spending: readonly Spending[], tableId: string): Html {
  const bars = barsOf(spending)
  const most = Math.max(...bars.map(({ microCredits }) => microCredits), 1)
  const rows = bars.map(({ name, microCredits }, index) => {
    const y = index * barRowHeight
    const length = Math.max(1, Math.round((microCredits / most) * chartWidth))
    return html`<text class="name" x="0" y="${y + 14}">${name}</text>
<text class="amount" x="${chartWidth}" y="${y + 14}" text-anchor="end">${formatCredits(microCredits)}</text>
<rect x="0" y="${y + 20}" width="${length}" height="${barHeight}" rx="3"/>
`
  })
  return html`<svg class="chart" viewBox="0 0 ${chartWidth} ${bars.length * barRowHeight}" role="img" aria-label="Bar chart of credits spent by method" aria-describedby="${tableId}">
${rows}</svg>
`
}

/** The methods of the bars, the rest as one if there are too many. */
export function barsOf(spending: readonly Spending[]): { name: string; microCredits: number }[] {
  const fits = spending.length <= maxBars
  const shown = fits ? spending : spending.slice(0, maxBars - 1)
  const rest = spending.slice(shown.length)
  const bars = shown.map(({ operationId, microCredits }) => ({ name: operationId, microCredits }))
  if (rest.length === 0) return bars
  return [
    ...bars,
    { name: `${rest.length} others`, microCredits: rest.reduce((sum, { microCredits }) => sum + microCredits, 0) },
  ]
}

/** A row of the ledger's page: one entry, or the charges of one day together. */
interface LedgerRow {
  /** The newest of its entries. */
  readonly entry: Entry
  readonly microCredits: number
  /** How often each method was charged, the most frequent first; undefined for a single entry that is not a charge. */
  readonly charges?: readonly { readonly operationId: string; readonly count: number }[]
}

interface LedgerRows {
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
