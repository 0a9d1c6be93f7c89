import { type Html, html } from '#runtime/base/html.ts'

/** The visits of a day. */
export interface DayVisits {
  /** `2026-11-21` */
  readonly day: string
  readonly people: number
  readonly bots: number
  readonly heads: number
}

const width = 360
const height = 120
const labelHeight = 20
const numberHeight = 18

/**
 * A bar chart of visits of people by day, the oldest on the left. It refers screen readers to the table beside it, which has the
 * same numbers.
 *
 * @param days at least one
 */
export function visitsChart(days: readonly DayVisits[], tableId: string): Html {
  const most = Math.max(...days.map(({ people }) => people))
  const step = width / days.length
  const bars = days.flatMap(({ people }, index) => {
    if (people === 0) return []
    const length = Math.max(2, Math.round((people / most) * height))
    const bar = Math.max(1, step * 0.8)
    return html`<rect x="${(index * step).toFixed(2)}" y="${numberHeight + height - length}" width="${bar.toFixed(2)}" height="${length}"/>\n`
  })
  const bottom = numberHeight + height
  return html`<svg class="chart" viewBox="0 0 ${width} ${bottom + labelHeight}" role="img" aria-label="Bar chart of visits by day" aria-describedby="${tableId}">
<text x="0" y="13">${most} at most in a day</text>
${bars}<line x1="0" y1="${bottom}" x2="${width}" y2="${bottom}"/>
<text x="0" y="${bottom + 15}">${days[0]?.day}</text>
${days.length > 1 && html`<text x="${width}" y="${bottom + 15}" text-anchor="end">${days.at(-1)?.day}</text>\n`}</svg>
`
}
