import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { nearest } from '#runtime/base/geo.ts'
import type { Context } from '#runtime/calls/context.ts'
import { aroundPoint } from '#runtime/kit/around-point.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { quakeAges } from '../providers.ts'
import { quakesInWords } from '../result-text.ts'

type Item = Result<'hazards.quakes'>['items'][number]

/** An earthquake of a feed. */
interface Quake extends Omit<Item, 'occurred' | 'age_s' | 'distance_km'> {
  readonly occurredMs: number
}

const maxItems = 500
const defaultKm = 500

const feature = z
  .object({
    id: z.string(),
    properties: z.object({
      mag: z.number().nullish(),
      magType: z.string().nullish(),
      place: z.string().nullish(),
      time: z.int(),
      url: z.url({ protocol: /^https?$/ }),
      tsunami: z.union([z.literal(0), z.literal(1)]),
      alert: z.enum(['green', 'yellow', 'orange', 'red']).nullish(),
      status: z.string(),
      type: z.string(),
    }),
    geometry: z.object({
      coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90), z.number().nullish()]),
    }),
  })
  .transform(({ id, properties, geometry }): Quake | undefined => {
    const { mag, magType, place, alert, status, type } = properties
    // The feeds also hold quarry blasts and the like, and events without a magnitude yet.
    if (type !== 'earthquake' || status === 'deleted' || typeof mag !== 'number') return undefined
    const [lon, lat, depth] = geometry.coordinates
    return {
      id,
      magnitude: mag,
      ...(magType ? { magnitude_type: magType } : {}),
      ...(place ? { place } : {}),
      occurredMs: properties.time,
      lat,
      lon,
      ...(typeof depth === 'number' ? { depth_km: depth } : {}),
      tsunami_check: properties.tsunami === 1,
      ...(alert ? { impact: alert } : {}),
      reviewed: status === 'reviewed',
      url: properties.url,
    }
  })

const reader = longList('features', feature)

/**
 * The feed that holds all earthquakes of this magnitude. That of significant ones is not it for large ones, because it leaves
 * out those in remote places.
 */
function feedFor(min: number): string {
  if (min >= 4.5) return '4.5'
  if (min >= 2.5) return '2.5'
  return min >= 1 ? '1.0' : 'all'
}

/** `hazards.quakes`. */
export async function quakes(
  usgs: Provider,
  args: CallArgs<'hazards.quakes'>,
  ctx: Context,
): Promise<Result<'hazards.quakes'>> {
  const { min = 2.5, period = 'day' } = args
  const around = aroundPoint(args, defaultKm)
  const path = `/earthquakes/feed/v1.0/summary/${feedFor(min)}_${period}.geojson`
  const { data, provenance, isFree } = await usgs.read(ctx, { path, reader, ages: quakeAges })
  if (isFree) ctx.charge(0)
  const now = ctx.clock.now()
  const strong = data.filter(({ magnitude }) => magnitude >= min)
  const { items, total } = around ? nearest(strong, around.point, { ...around, max: maxItems }) : newest(strong)
  const shown = items.map(({ thing, distanceKm }) => itemOf(thing, now, distanceKm))
  const text = quakesInWords(shown, { total, min, period, around, ...provenance })
  return { items: shown, total, text, ...provenance }
}

function newest(quakes: readonly Quake[]): { items: { thing: Quake; distanceKm?: number }[]; total: number } {
  const sorted = quakes.toSorted((a, b) => b.occurredMs - a.occurredMs)
  return { items: sorted.slice(0, maxItems).map((thing) => ({ thing })), total: quakes.length }
}

/** In whole seconds. The provider's clock may be ahead of this one. */
function ageOf(occurredMs: number, now: number): number {
  return Math.max(0, Math.floor((now - occurredMs) / 1000))
}

function itemOf({ occurredMs, ...quake }: Quake, now: number, distanceKm: number | undefined): Item {
  return {
    ...quake,
    occurred: iso(occurredMs),
    age_s: ageOf(occurredMs, now),
    ...(distanceKm === undefined ? {} : { distance_km: Math.round(distanceKm * 10) / 10 }),
  }
}
