import tzLookup from '@photostructure/tz-lookup'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { nearest } from '#runtime/base/geo.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { together } from '#runtime/outbound/terms.ts'
import type { Found, PointOfInterest, Search } from '../point-of-interest.ts'
import { searchGoogle } from '../providers/google-places.ts'
import type { LocatedPlace } from '../providers/nominatim.ts'
import { searchOverpass } from '../providers/overpass.ts'
import { stalenessText } from '../results.ts'
import { isOpenAt } from './opening-hours.ts'

type Nearby = Result<'places.nearby'>
type Item = Nearby['items'][number]

const maxItems = 20
const maxInText = 10

interface NearbyProviders {
  readonly overpass: Provider
  /** Preferred if it has a key. */
  readonly google?: Provider
}

/**
 * The points of interest around a place, nearest first.
 *
 * @param radius in metres
 * @returns isFree if no request was made for it
 */
export async function searchNearby(
  providers: NearbyProviders,
  { centre, radius, query }: { centre: LocatedPlace; radius: number; query: string | undefined },
  asker: Asker,
  nowMs: number,
): Promise<{ result: Nearby; isFree: boolean }> {
  const { place, lat, lon } = centre
  const found = await search(providers, asker, { lat, lon, radiusM: radius, query: query?.trim() || undefined })
  const { items, total } = nearest(found.data.items, centre, { withinKm: Number.POSITIVE_INFINITY, max: maxItems })
  const shown = items.map(({ thing, distanceKm }) => itemOf(thing, distanceKm, nowMs))
  const provenance = together(found.provenance, centre.provenance)
  const isTruncated = found.data.isTruncated || total > maxItems
  const result = {
    items: shown,
    is_truncated: isTruncated,
    place,
    lat,
    lon,
    radius_m: radius,
    text: `${textOf(shown, { place, radius, isTruncated })}${stalenessText(provenance)}`,
    ...provenance,
  }
  return { result, isFree: found.isFree }
}

/** OpenStreetMap serves where Google has no key or fails. */
async function search({ google, overpass }: NearbyProviders, asker: Asker, what: Search): Promise<Provided<Found>> {
  if (google?.isConfigured) {
    try {
      return await searchGoogle(google, asker, what)
    } catch (failure) {
      if (!(failure instanceof OutboundFailure)) throw failure
    }
  }
  return searchOverpass(overpass, asker, what)
}

function itemOf({ isOpen, hasNotation, ...place }: PointOfInterest, distanceKm: number, nowMs: number): Item {
  const { opening_hours: hours, lat, lon } = place
  const isOpenNow = hasNotation && hours ? isOpenAt(hours, nowMs, tzLookup(lat, lon)) : isOpen
  return {
    ...place,
    distance_m: Math.round(distanceKm * 1000),
    ...(isOpenNow === undefined ? {} : { open_now: isOpenNow }),
  }
}

function textOf(
  items: readonly Item[],
  { place, radius, isTruncated }: { place: string; radius: number; isTruncated: boolean },
): string {
  const within = `within ${Math.round(radius).toLocaleString('en-GB')} m of ${place}`
  if (items.length === 0) return `Nothing was found ${within}.`
  const count = items.length === 1 ? 'One place' : `${items.length} places`
  const first = items.slice(0, maxInText).map(itemText).join(' ')
  return `${count} ${within}${isTruncated ? ', and there are more' : ''}. ${first}`
}

function itemText({ name, kind, address, distance_m: distance, open_now: isOpen, phone }: Item): string {
  const open = isOpen === undefined ? undefined : isOpen ? 'open now' : 'closed now'
  return `${[`${name} (${kind.replaceAll('_', ' ')})`, address, `${distance} m`, open, phone].filter(Boolean).join(', ')}.`
}
