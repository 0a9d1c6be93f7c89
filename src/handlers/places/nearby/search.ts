import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { ArgumentFault } from '#runtime/base/errors.ts'
import { nearest } from '#runtime/base/geo.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeArgument } from '#runtime/kit/place-argument.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { together } from '#runtime/outbound/terms.ts'
import { located, staleness } from '../names/find.ts'
import type { Found, PointOfInterest, Search } from '../point-of-interest.ts'
import { fromGoogle } from '../providers/google-places.ts'
import { fromOverpass } from '../providers/overpass.ts'
import { isOpenAt } from './opening-hours.ts'

type Item = Result<'places.nearby'>['items'][number]

const maxItems = 20
const maxTold = 10

/** Who is asked for places nearby. */
export interface NearbyProviders {
  readonly nominatim: Provider
  readonly overpass: Provider
  /** Asked first, if there is a key. */
  readonly google?: Provider
  /** The IANA time zone at a point. */
  zoneAt(lat: number, lon: number): string
}

/** `places.nearby`, and whether it costs nothing because no provider was asked for it. */
export async function nearby(
  providers: NearbyProviders,
  { near, lat, lon, query, radius = 1000 }: CallArgs<'places.nearby'>,
  asker: Asker,
  nowMs: number,
): Promise<{ result: Result<'places.nearby'>; isFree: boolean }> {
  const faults: ArgumentFault[] = []
  const argument = placeArgument({ name: near, lat, lon }, { name: 'near', lat: 'lat', lon: 'lon' }, faults)
  if (!argument) throw errorOfFaults(faults)
  const centre = await located(providers.nominatim, asker, argument)
  const search = { lat: centre.lat, lon: centre.lon, radiusM: radius, query: query?.trim() || undefined }
  const { data, isFree, ...answer } = await found(providers, asker, search)
  const { items, total } = nearest(data.items, centre, { withinKm: Number.POSITIVE_INFINITY, max: maxItems })
  const shown = items.map(({ thing, distanceKm }) => itemOf(thing, distanceKm, providers, nowMs))
  const provenance = together(answer.provenance, centre.provenance)
  const isTruncated = data.isCut || total > maxItems
  const result = {
    items: shown,
    is_truncated: isTruncated,
    place: centre.place,
    lat: centre.lat,
    lon: centre.lon,
    radius_m: radius,
    text: `${inSentences(shown, { place: centre.place, radius, isTruncated })}${staleness(provenance)}`,
    ...provenance,
  }
  return { result, isFree }
}

/** What Google knows, if there is a key; OpenStreetMap where there is none or Google fails. */
async function found({ google, overpass }: NearbyProviders, asker: Asker, search: Search): Promise<Provided<Found>> {
  if (google?.isConfigured) {
    try {
      return await fromGoogle(google, asker, search)
    } catch (failure) {
      if (!(failure instanceof OutboundFailure)) throw failure
    }
  }
  return fromOverpass(overpass, asker, search)
}

function itemOf(
  { isOpen, hasNotation, ...place }: PointOfInterest,
  distanceKm: number,
  { zoneAt }: NearbyProviders,
  nowMs: number,
): Item {
  const { opening_hours: hours, lat, lon } = place
  const isOpenNow = hasNotation && hours ? isOpenAt(hours, nowMs, zoneAt(lat, lon)) : isOpen
  return {
    ...place,
    distance_m: Math.round(distanceKm * 1000),
    ...(isOpenNow === undefined ? {} : { open_now: isOpenNow }),
  }
}

function inSentences(
  items: readonly Item[],
  { place, radius, isTruncated }: { place: string; radius: number; isTruncated: boolean },
): string {
  const within = `within ${Math.round(radius).toLocaleString('en-GB')} m of ${place}`
  if (items.length === 0) return `Nothing was found ${within}.`
  const count = items.length === 1 ? 'One place' : `${items.length} places`
  const told = items.slice(0, maxTold).map(inSentence).join(' ')
  return `${count} ${within}${isTruncated ? ', and there are more' : ''}. ${told}`
}

function inSentence({ name, kind, address, distance_m: distance, open_now: isOpen, phone }: Item): string {
  const open = isOpen === undefined ? undefined : isOpen ? 'open now' : 'closed now'
  return `${[`${name} (${kind.replaceAll('_', ' ')})`, address, `${distance} m`, open, phone].filter(Boolean).join(', ')}.`
}
