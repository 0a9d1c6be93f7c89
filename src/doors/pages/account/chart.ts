import { type Html, html } from '#runtime/base/html.ts'
import { formatCredits } from '#runtime/money/amounts.ts'
import type { Spending } from '#runtime/money/entries.ts'

const width = 360
const rowHeight = 40
const barHeight = 14
const shownRows = 8

/**
 * Spending by method as bars, the largest first; methods that do not fit share one bar. The table beside it has the same numbers, so
 * screen readers are pointed there.
 *
 * @param spending the most first; at least one
 */
export function spendingChart(spending: readonly Spending[], tableId: string): Html {
  const bars = barsOf(spending)
  const most = Math.max(...bars.map(({ microCredits }) => microCredits), 1)
  const rows = bars.map(({ name, microCredits }, index) => {
    const y = index * rowHeight
    const length = Math.max(1, Math.round((microCredits / most) * width))
    return html`<text class="name" x="0" y="${y + 14}">${name}</text>
<text class="amount" x="${width}" y="${y + 14}" text-anchor="end">${formatCredits(microCredits)}</text>
<rect x="0" y="${y + 20}" width="${length}" height="${barHeight}" rx="3"/>
`
  })
  return html`<svg class="chart" viewBox="0 0 ${width} ${bars.length * rowHeight}" role="img" aria-label="Bar chart of credits spent by method" aria-describedby="${tableId}">
${rows}</svg>
`
}

/** The methods of the bars, the rest as one if there are too many. */
export function barsOf(spending: readonly Spending[]): { name: string; microCredits: number }[] {
  const fits = spending.length <= shownRows
  const shown = fits ? spending : spending.slice(0, shownRows - 1)
  const rest = spending.slice(shown.length)
  const bars = shown.map(({ operationId, microCredits }) => ({ name: operationId, microCredits }))
  if (rest.length === 0) return bars
  return [
    ...bars,
    { name: `${rest.length} others`, microCredits: rest.reduce((sum, { microCredits }) => sum + microCredits, 0) },
  ]
}
