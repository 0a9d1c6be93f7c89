import type { Handler, Result } from '#generated/server/handlers.ts'
import { nearest } from '#runtime/base/geo.ts'
import { aroundPlace } from '../around.ts'
import type { HazardsDeps } from '../index.ts'
import { type Alert, fetchAlerts } from '../providers/gdacs.ts'
import { away, counted, resultText, within } from '../result-text.ts'

type Item = Result<'hazards.alerts'>['items'][number]

const maxItems = 200
const defaultKm = 1000
const levels: readonly Item['level'][] = ['green', 'orange', 'red']
/** Before "alerts" in the text. */
const levelWords = { green: '', orange: 'orange or red ', red: 'red ' } as const

export default ({ gdacs, query }: HazardsDeps): Handler<'hazards.alerts'> =>
  async ({ level = 'green', ...place }, ctx) => {
    const around = await aroundPlace({ query }, ctx, place, defaultKm)
    const { data, provenance, isFree } = await fetchAlerts(gdacs, ctx)
    if (isFree) ctx.charge(0)
    const listed = data.filter((alert) => levels.indexOf(alert.level) >= levels.indexOf(level))
    const { items: found, total } = around ? nearest(listed, around.point, { ...around, max: maxItems }) : worst(listed)
    const items = found.map(({ thing, distanceKm }) => itemOf(thing, distanceKm))
    const first = `${counted(total, `${levelWords[level]}alert`, `${levelWords[level]}alerts`)}${within(around)}.`
    return { items, total, text: resultText(first, items.map(alertInWords), { total, ...provenance }), ...provenance }
  }

function worst(alerts: readonly Alert[]): { items: { thing: Alert; distanceKm?: number }[]; total: number } {
  const sorted = alerts.toSorted(
    (a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || (a.updated < b.updated ? 1 : -1),
  )
  return { items: sorted.slice(0, maxItems).map((thing) => ({ thing })), total: alerts.length }
}

function itemOf(alert: Alert, distanceKm: number | undefined): Item {
  return { ...alert, ...(distanceKm === undefined ? {} : { distance_km: Math.round(distanceKm * 10) / 10 }) }
}

function alertInWords({ name, level, countries, severity, distance_km }: Item): string {
  const where = countries.map((country) => country.name).join(', ')
  const head = `${name} (${level})${where && !name.includes(where) ? `, ${where}` : ''}`
  const facts = [...(severity ? [severity] : []), ...away(distance_km)].join(', ')
  return `${facts ? `${head}: ${facts}` : head}.`
}
