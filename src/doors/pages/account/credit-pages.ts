import { Router } from 'express'
import { type Html, html } from '#runtime/base/html.ts'
import { creditsText, formatCredits } from '#runtime/money/amounts.ts'
import type { Entry, Spending } from '#runtime/money/entries.ts'
import { dayIn, moment } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import { spendingChart } from './chart.ts'
import { type LedgerRow, ledgerRows } from './ledger-rows.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf } from './visitor.ts'

const place = '/settings/credits'
const spendingDays = 30
const pageSize = 50
/** Entries that one page sums up, at most. */
const maxEntries = 1000

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
  return html`<p class="note">Costs of calls are added up by day; the balance is the one after the last call.</p>
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
