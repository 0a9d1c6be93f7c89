import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { iso, parseTime } from '#runtime/base/clock.ts'
import { distanceKm, type Point } from '#runtime/base/geo.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'
import type { Context } from '#runtime/calls/context.ts'
import { type Around, aroundPoint } from '#runtime/kit/around-point.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { areaAges, warningAges } from '../providers.ts'
import { floodsInWords } from '../result-text.ts'

type Item = Result<'hazards.floods'>['items'][number]
type Message = Omit<Item, 'lat' | 'lon' | 'distance_km'>
type Centres = ReadonlyMap<string, Point>

const maxItems = 500
const defaultKm = 30

/** By the agency's level; a message of level 4 is no longer in force. */
const severities: Readonly<Record<number, Item['severity']>> = { 1: 'severe_warning', 2: 'warning', 3: 'alert' }
const order: readonly Item['severity'][] = ['severe_warning', 'warning', 'alert']

/** Times have no zone: they are those of clocks in England. */
const time = z.string().transform((text, { addIssue }) => {
  const ms = parseTime(text) ?? momentInZone(text, 'Europe/London')
  if (ms === undefined) addIssue('is no time')
  return ms ?? 0
})

const message = z
  .object({
    description: z.string(),
    floodAreaID: z.string(),
    floodArea: z.object({ county: z.string().nullish(), riverOrSea: z.string().nullish() }).nullish(),
    isTidal: z.boolean().nullish(),
    message: z.string().nullish(),
    severityLevel: z.int().min(0).max(4),
    timeRaised: time,
    timeMessageChanged: time.nullish(),
  })
  .transform((item): Message | undefined => {
    const severity = severities[item.severityLevel]
    if (!severity) return undefined
    const text = item.message?.replace(/\s+/g, ' ').trim()
    const { county, riverOrSea } = item.floodArea ?? {}
    return {
      id: item.floodAreaID,
      area: item.description,
      ...(county ? { county } : {}),
      ...(riverOrSea ? { river_or_sea: riverOrSea } : {}),
      severity,
      ...(text ? { message: text } : {}),
      ...(typeof item.isTidal === 'boolean' ? { tidal: item.isTidal } : {}),
      raised: iso(item.timeRaised),
      updated: iso(item.timeMessageChanged ?? item.timeRaised),
      url: `https://check-for-flooding.service.gov.uk/target-area/${encodeURIComponent(item.floodAreaID)}`,
    }
  })

const messages = longList('items', message)

const area = z
  .object({
    notation: z.string(),
    lat: z.number().min(-90).max(90).nullish(),
    long: z.number().min(-180).max(180).nullish(),
  })
  .transform(({ notation, lat, long }): readonly [string, Point] | undefined =>
    typeof lat === 'number' && typeof long === 'number' ? [notation, { lat, lon: long }] : undefined,
  )

const centres = longList('items', area, (entries): Centres => new Map(entries))

/** Whether a point is in England, or off its coast. */
export type IsInEngland = (point: Point) => Promise<boolean>

/** `hazards.floods`. */
export async function floods(
  { agency, isInEngland }: { agency: Provider; isInEngland: IsInEngland },
  { severe = false, ...place }: CallArgs<'hazards.floods'>,
  ctx: Context,
): Promise<Result<'hazards.floods'>> {
  const around = aroundPoint(place, defaultKm)
  const path = '/flood-monitoring/id/floods'
  const { data, provenance, isFree } = await agency.read(ctx, { path, reader: messages, ages: warningAges })
  const centre = await centresOf(agency, ctx, around)
  if (isFree) ctx.charge(0)
  const items = sorted(
    data
      .filter(({ severity }) => !severe || severity !== 'alert')
      .map((item) => located(item, centre.get(item.id), around))
      .filter((item) => item !== undefined),
  )
  const covered = around === undefined || (await isInEngland(around.point))
  const shown = items.slice(0, maxItems)
  const text = floodsInWords(shown, { total: items.length, severe, around, covered, ...provenance })
  return { items: shown, total: items.length, covered, text, ...provenance }
}

/** Where the flood areas are. Without a point the messages are complete without it. */
async function centresOf(agency: Provider, ctx: Context, around: Around | undefined): Promise<Centres> {
  const path = '/flood-monitoring/id/floodAreas'
  try {
    const { data }: Provided<Centres> = await agency.read(ctx, {
      path,
      query: { _limit: 10_000 },
      reader: centres,
      ages: areaAges,
    })
    return data
  } catch (failure) {
    if (around || ctx.signal.aborted) throw failure
    return new Map()
  }
}

/** A message with its place; undefined for one that is too far away. One whose place is not known is near every point. */
function located(item: Message, centre: Point | undefined, around: Around | undefined): Item | undefined {
  if (!centre) return item
  if (!around) return { ...item, ...centre }
  const distance = distanceKm(around.point, centre)
  if (distance > around.withinKm) return undefined
  return { ...item, ...centre, distance_km: Math.round(distance * 10) / 10 }
}

function sorted(items: readonly Item[]): Item[] {
  const far = Number.POSITIVE_INFINITY
  return items.toSorted(
    (a, b) =>
      order.indexOf(a.severity) - order.indexOf(b.severity) ||
      compare(a.distance_km ?? far, b.distance_km ?? far) ||
      compare(b.updated, a.updated) ||
      compare(a.id, b.id),
  )
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}
