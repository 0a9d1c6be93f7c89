import type { Handler, Result } from '#generated/server/handlers.ts'
import { distanceKm, type Point } from '#runtime/base/geo.ts'
import { once } from '#runtime/base/once.ts'
import { shorten } from '#runtime/base/text/shorten.ts'
import type { Context } from '#runtime/calls/context.ts'
import { type Around, aroundPlace } from '../around.ts'
import type { HazardsDeps } from '../index.ts'
import { type Flood, type FloodAreas, fetchFloodAreas, fetchFloods } from '../providers/environment-agency.ts'
import { away, counted, resultText, within } from '../result-text.ts'

type Item = Result<'hazards.floods'>['items'][number]

const maxItems = 500
/** Characters of a message in the text. */
const maxMessageChars = 240
const defaultKm = 30
const order: readonly Item['severity'][] = ['severe_warning', 'warning', 'alert']
/** England at Wikidata. */
const england = 'Q21'

export default ({ environmentAgency, query }: HazardsDeps): Handler<'hazards.floods'> =>
  async ({ severe = false, ...place }, ctx) => {
    const around = await aroundPlace({ query }, ctx, place, defaultKm)
    const { data, provenance, isFree } = await fetchFloods(environmentAgency, ctx)
    const areas = await areasFor(environmentAgency, ctx, around)
    if (isFree) ctx.charge(0)
    const found = data
      .filter(({ severity }) => !severe || severity !== 'alert')
      .map((flood) => located(flood, areas.get(flood.id), around))
      .filter((item) => item !== undefined)
    const items = found.toSorted(bySeverityAndDistance).slice(0, maxItems)
    const total = found.length
    const covered = around === undefined || (await isInEngland(around.point))
    const what = severe
      ? counted(total, 'flood warning', 'flood warnings')
      : counted(total, 'flood alert or warning', 'flood alerts and warnings')
    const caution = covered
      ? 'These forecasts cover only England.'
      : 'The point is not in England. Floods there are not covered, so an empty list does not mean that there are no floods.'
    const first = `${what}${within(around)}.`
    const text = resultText(first, items.map(floodInWords), { total, ...provenance }, [caution])
    return { items, total, covered, text, ...provenance }
  }

/** The flood areas. Without a point the items are complete without them, so that a failure does no harm. */
async function areasFor(
  agency: HazardsDeps['environmentAgency'],
  ctx: Context,
  around: Around | undefined,
): Promise<FloodAreas> {
  try {
    return await fetchFloodAreas(agency, ctx)
  } catch (failure) {
    if (around || ctx.signal.aborted) throw failure
    return new Map()
  }
}

/** A flood with its place; undefined if it is too far away. One without a known place counts as near every point. */
function located(flood: Flood, centre: Point | undefined, around: Around | undefined): Item | undefined {
  if (!centre) return flood
  if (!around) return { ...flood, ...centre }
  const distance = distanceKm(around.point, centre)
  if (distance > around.withinKm) return undefined
  return { ...flood, ...centre, distance_km: Math.round(distance * 10) / 10 }
}

function bySeverityAndDistance(a: Item, b: Item): number {
  const far = Number.POSITIVE_INFINITY
  return (
    order.indexOf(a.severity) - order.indexOf(b.severity) ||
    compare(a.distance_km ?? far, b.distance_km ?? far) ||
    compare(b.updated, a.updated) ||
    compare(a.id, b.id)
  )
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The borders of the world take 25 MB, which few servers ever need. */
const borders = once(() => import('@rapideditor/country-coder'))

/** The borders run a little off the coast, so that beaches and harbours are inside. */
async function isInEngland({ lat, lon }: Point): Promise<boolean> {
  const { featuresContaining } = await borders()
  return featuresContaining([lon, lat]).some(({ properties }) => properties.wikidata === england)
}

const expectations: Readonly<Record<Item['severity'], string>> = {
  severe_warning: 'severe flooding, danger to life',
  warning: 'flooding is expected',
  alert: 'flooding is possible',
}

function floodInWords({ area, distance_km, severity, message }: Item): string {
  const head = [area, ...away(distance_km)].join(', ')
  return `${head}: ${expectations[severity]}.${message ? ` ${shorten(message, maxMessageChars)}` : ''}`
}
