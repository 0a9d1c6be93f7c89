import { attributes, type Html, html } from '#runtime/base/html.ts'

/** One point of a chart. */
interface ChartPoint {
  readonly day: string
  readonly value: number
}

const width = 640
const height = 220
const left = 8
const right = 8
const top = 24
const bottom = 28

/**
 * A line through daily values, as an image with a description in words; the values belong in a table next to it. It
 * uses the colours of the page, in light and dark mode.
 *
 * @param points oldest first; at least two
 * @param label describes it for people who cannot see it
 * @param format returns a value as text for readers
 */
export function lineChart(points: readonly ChartPoint[], label: string, format: (value: number) => string): Html {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // A constant value is a line in the middle.
  const span = high - low || Math.abs(high) || 1
  const from = high === low ? low - span / 2 : low
  const times = points.map(({ day }) => Date.parse(day))
  const [first = 0, last = 1] = [times[0], times.at(-1)]
  const x = (time: number) => left + ((time - first) / (last - first || 1)) * (width - left - right)
  const y = (value: number) => height - bottom - ((value - from) / span) * (height - top - bottom)
  const path = points
    .map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${round(x(times[index] ?? first))} ${round(y(value))}`)
    .join('')
  const line = (value: number) =>
    html`<line${attributes({ x1: String(left), x2: String(width - right), y1: round(y(value)), y2: round(y(value)), stroke: 'currentColor', 'stroke-opacity': '0.25' })}/>`
  return html`<svg class="chart" role="img" viewBox="0 0 ${String(width)} ${String(height)}" width="100%" aria-label="${label}">
${line(low)}${high !== low && line(high)}
<path d="${path}" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
${text(left, y(high) - 6, `${format(high)}`, 'start')}${high !== low && text(left, y(low) + 16, format(low), 'start')}
${text(width - right, height - 4, points.at(-1)?.day ?? '', 'end')}
</svg>
`
}

function text(x: number, y: number, words: string, anchor: 'start' | 'end'): Html {
  const values = { x: round(x), y: round(y), 'text-anchor': anchor }
  return html`<text${attributes(values)}>${words}</text>`
}

function round(value: number): string {
  return value.toFixed(1)
}
