import { Router } from 'express'
import { type Html, html } from '#runtime/base/html.ts'
import { creditsText, formatCredits } from '#runtime/money/amounts.ts'
import type { Entry, Spending } from '#runtime/money/entries.ts'
import { moment } from '../kit/fields.ts'
import { recordTable } from '../kit/record-table.ts'
import { spendingChart } from './chart.ts'
import type { AccountServices } from './services.ts'
import { show } from './view.ts'
import { accountOf } from './visitor.ts'

const place = '/settings/credits'
const spendingDays = 30
const pageSize = 50

const kinds: Readonly<Record<Entry['kind'], string>> = {
  welcome: 'Welcome credits',
  grant: 'Given by an administrator',
  topup: 'Topped up',
  charge: 'Charged',
  refund: 'Refunded',
}

/** `/settings/credits`: the balance, what was spent on what, and the ledger. */
export function creditPages({ clock, ledger, profiles }: AccountServices): Router {
  const router = Router()
  router.get(place, async (req, res) => {
    const { id } = accountOf(res)
    const before = /^[1-9]\d{0,14}$/.test(String(req.query.before)) ? Number(req.query.before) : undefined
    const [{ timeZone }, balance, entries, spending] = await Promise.all([
      profiles.get(id),
      ledger.balance(id),
      // One more than is shown tells whether there are older ones.
      ledger.entries(id, { before, limit: pageSize + 1 }),
      ledger.spendingByMethod(id, clock.now() - spendingDays * 86_400_000),
    ])
    const reserved = balance.reserved > 0 && html` ${creditsText(balance.reserved)} are reserved by running calls.`
    const main = html`<p class="balance"><b>${creditsText(balance.available)}</b> can be spent.${reserved}</p>
<h2>Spent in the last ${spendingDays} days</h2>
${spending.length > 0 ? spendingParts(spending) : html`<p>Nothing was spent.</p>\n`}<h2>Ledger</h2>
${ledgerTable(entries.slice(0, pageSize), timeZone)}${older(entries)}`
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

function ledgerTable(entries: readonly Entry[], timeZone: string): Html {
  const rows = entries.map(({ kind, operationId, note, microCredits, balanceAfter, atMs }) => [
    moment(atMs, timeZone),
    html`${kinds[kind]}${operationId && html`: ${operationId}`}${note && html` (${note})`}`,
    html`${microCredits > 0 && '+'}${formatCredits(microCredits)}`,
    html`${formatCredits(balanceAfter)}`,
  ])
  return rows.length > 0
    ? recordTable('Ledger, newest first', ['When', 'What', 'Credits', 'Balance'], rows)
    : html`<p>There are no entries.</p>\n`
}

function older(entries: readonly Entry[]): Html | undefined {
  const last = entries[pageSize - 1]
  if (entries.length <= pageSize || !last) return undefined
  return html`<p><a href="${place}?before=${last.sequence}">Older entries</a></p>\n`
}
