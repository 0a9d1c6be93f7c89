import { type Html, html } from '#runtime/base/html.ts'
import { stepMs, type TrafficStep } from '#runtime/calls/traffic.ts'
import { lineChart } from '#runtime/graphics/line-chart.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'

const hourMs = 3_600_000
const stepsInMinutes = stepMs / 60_000

/** Charts of the traffic of the last 24 hours, and a table of the same values by hour, for `/admin`. */
export async function trafficParts({ traffic }: Pick<AccountServices, 'traffic'>): Promise<Html> {
  const steps = await traffic.steps()
  if (steps.length < 2) return html`<p>Charts of the traffic appear after ten minutes.</p>\n`
  return html`<h3>The last 24 hours</h3>
<div class="charts">
${chart(steps, 'Calls a minute', ({ calls }) => calls / stepsInMinutes, oneDecimal)}${chart(
  steps,
  'Failed calls a minute',
  ({ failures }) => failures / stepsInMinutes,
  oneDecimal,
)}${chart(steps, 'Duration of 99 of 100 calls', ({ p99Ms }) => p99Ms, milliseconds)}${chart(
  steps,
  'Jobs that wait for a free slot',
  ({ jobsDue }) => jobsDue,
  String,
)}</div>
<details><summary>The same by hour</summary>
${recordTable('Traffic by hour, UTC', ['Hour', 'Calls', 'Failed', '99 of 100 within', 'Most jobs waiting'], hourRows(steps))}</details>
`
}

function chart(
  steps: readonly TrafficStep[],
  label: string,
  value: (step: TrafficStep) => number | undefined,
  format: (value: number) => string,
): Html {
  const points = steps.flatMap((step) => {
    const shown = value(step)
    return shown === undefined ? [] : [{ day: `${minuteOf(step.atMs)}Z`, value: shown }]
  })
  if (points.length < 2) return html``
  const most = format(Math.max(...points.map((point) => point.value)))
  return html`<figure><figcaption>${label}</figcaption>
${lineChart(points, `${label}: ${format(points.at(-1)?.value ?? 0)} at the end, at most ${most}`, format)}</figure>
`
}

function hourRows(steps: readonly TrafficStep[]): Html[][] {
  const byHour = Map.groupBy(steps, ({ atMs }) => Math.floor(atMs / hourMs) * hourMs)
  return [...byHour].reverse().map(([hour, own]) => {
    const slowest = Math.max(...own.map(({ p99Ms = -1 }) => p99Ms))
    const sum = (value: (step: TrafficStep) => number) => own.reduce((total, step) => total + value(step), 0)
    return [
      html`${minuteOf(hour)}`,
      html`${sum(({ calls }) => calls)}`,
      html`${sum(({ failures }) => failures)}`,
      html`${slowest < 0 ? '' : milliseconds(slowest)}`,
      html`${Math.max(...own.map(({ jobsDue }) => jobsDue))}`,
    ]
  })
}

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const oneDecimal = (value: number) => value.toFixed(1).replace(/\.0$/, '')
const milliseconds = (value: number) => `${value < 10 ? oneDecimal(value) : Math.round(value)} ms`
