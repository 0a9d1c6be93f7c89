import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { nearest } from '#runtime/base/geo.ts'
import { aroundPlace } from '../around.ts'
import type { HazardsDeps } from '../index.ts'
import { fetchQuakes, type Quake } from '../providers/usgs.ts'
import { away, counted, depthText, resultText, within } from '../result-text.ts'

type Item = Result<'hazards.quakes'>['items'][number]

const maxItems = 500
const defaultKm = 500

export default ({ usgs, query }: HazardsDeps): Handler<'hazards.quakes'> =>
  async ({ min = 2.5, period = 'day', ...place }, ctx) => {
    const around = await aroundPlace({ query }, ctx, place, defaultKm)
    const { data, provenance, isFree } = await fetchQuakes(usgs, ctx, { min, period })
    if (isFree) ctx.charge(0)
    const now = ctx.clock.now()
    const strong = data.filter(({ magnitude }) => magnitude >= min)
    const { items: found, total } = around
      ? nearest(strong, around.point, { ...around, max: maxItems })
      : newest(strong)
    const items = found.map(({ thing, distanceKm }) => itemOf(thing, now, distanceKm))
    const what = counted(total, 'earthquake', 'earthquakes')
    const first = `${what} of magnitude ${min} or more${within(around)} in the last ${period}.`
    const caution = items.some(({ tsunami_check }) => tsunami_check)
      ? ['This service does not know whether there is a tsunami. Check with the tsunami warning centre.']
      : []
    return {
      items,
      total,
      text: resultText(first, items.map(quakeInWords), { total, ...provenance }, caution),
      ...provenance,
    }
  }

function newest(quakes: readonly Quake[]): { items: { thing: Quake; distanceKm?: number }[]; total: number } {
  const sorted = quakes.toSorted((a, b) => b.occurredMs - a.occurredMs)
  return { items: sorted.slice(0, maxItems).map((thing) => ({ thing })), total: quakes.length }
}

function itemOf({ occurredMs, ...quake }: Quake, now: number, distanceKm: number | undefined): Item {
  return {
    ...quake,
    occurred: iso(occurredMs),
    // The provider's clock may be ahead of this one.
    age_s: Math.max(0, Math.floor((now - occurredMs) / 1000)),
    ...(distanceKm === undefined ? {} : { distance_km: Math.round(distanceKm * 10) / 10 }),
  }
}

function quakeInWords({ magnitude, place, age_s, distance_km, depth_km, tsunami_check }: Item): string {
  const facts = [
    `Magnitude ${magnitude}`,
    ...(place ? [place] : []),
    ago(age_s),
    ...away(distance_km),
    ...(depth_km === undefined ? [] : [depthText(depth_km)]),
    ...(tsunami_check ? ['large and at sea'] : []),
  ]
  return `${facts.join(', ')}.`
}

/** In the largest unit of which there is at least one. */
function ago(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'just now'
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : hoursOrDays(Math.floor(minutes / 60))
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

function hoursOrDays(hours: number): [number, string] {
  return hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
}
