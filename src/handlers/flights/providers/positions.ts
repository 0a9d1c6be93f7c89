import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { firstOf } from '#runtime/outbound/first-of.ts'
import { longList, type Reader } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import type { FlightsDeps } from '../index.ts'
import type { Search } from '../reference/searches.ts'
import { flightSettings } from '../settings.ts'

const secondMs = 1000
const mebibyte = 1024 * 1024

/** Everything within 250 nautical miles of London is 1 MB. */
const common = {
  pace: flightSettings.positionsPace,
  maxRunning: 2,
  maxBytes: 6 * mebibyte,
  kept: { maxEntries: 400, maxBytes: 24 * mebibyte },
  probe: { path: '/v2/hex/000000' },
}

/** Its rate limit varies with its load; it has always accepted one request in 1.1 seconds. */
export const adsbLol: ProviderDescription = {
  ...common,
  name: 'adsb-lol',
  source: 'adsb.lol',
  attribution: 'Aircraft positions from adsb.lol contributors',
  licence: 'ODbL 1.0',
  baseUrl: flightSettings.adsbLolBaseUrl,
  examples: async () => (await import('./position-examples.ts')).positionExamples,
}

export const airplanesLive: ProviderDescription = {
  ...common,
  name: 'airplanes-live',
  source: 'airplanes.live',
  attribution: 'Aircraft positions from airplanes.live contributors',
  baseUrl: flightSettings.airplanesLiveBaseUrl,
  examples: async () => (await import('./position-examples.ts')).positionExamples,
}

export const adsbFi: ProviderDescription = {
  ...common,
  name: 'adsb-fi',
  source: 'adsb.fi',
  attribution: 'Aircraft positions from adsb.fi contributors',
  baseUrl: flightSettings.adsbFiBaseUrl,
  examples: async () => (await import('./position-examples.ts')).adsbFiExamples,
}

/** Aircraft move 2 nautical miles in 15 seconds, and 8 in a minute. */
export const positionAges: Ages = { freshMs: 15 * secondMs, maxAgeMs: 60 * secondMs }

/** The largest circle that providers accept. */
const maxNm = 250
/** Half the diagonal of a hundredth of a degree. */
const roundingNm = 0.5

/** An aircraft as it was last received. */
export interface Position {
  /** Six hexadecimal digits. */
  readonly hex: string
  readonly callsign?: string
  readonly registration?: string
  readonly typeCode?: string
  readonly lat: number
  readonly lon: number
  readonly onGround: boolean
  readonly altitudeFt?: number
  readonly climbFpm?: number
  readonly speedKt?: number
  readonly headingDeg?: number
  readonly squawk?: string
  /** Seconds from when the position was received to when the provider responded. */
  readonly ageS: number
}

const aircraft = z
  .object({
    hex: z.string(),
    /** How it was received. */
    type: z.string().nullish(),
    /** The callsign, padded with spaces. */
    flight: z.string().nullish(),
    r: z.string().nullish(),
    t: z.string().nullish(),
    alt_baro: z.union([z.number(), z.literal('ground')]).nullish(),
    gs: z.number().min(0).nullish(),
    track: z.number().min(0).max(360).nullish(),
    baro_rate: z.number().nullish(),
    geom_rate: z.number().nullish(),
    squawk: z.string().nullish(),
    category: z.string().nullish(),
    lat: z.number().min(-90).max(90).nullish(),
    lon: z.number().min(-180).max(180).nullish(),
    seen_pos: z.number().min(0).nullish(),
    seen: z.number().min(0).nullish(),
  })
  .transform((entry): Position | undefined => {
    const { hex, lat, lon } = entry
    // Categories C are cars and obstacles at airports; a tilde marks an address that does not belong to an aircraft.
    const isAircraft = /^[0-9a-f]{6}$/i.test(hex) && !entry.category?.startsWith('C') && entry.type !== 'adsb_icao_nt'
    if (!isAircraft || typeof lat !== 'number' || typeof lon !== 'number') return undefined
    return {
      hex: hex.toLowerCase(),
      ...texts(entry),
      lat,
      lon,
      ...movement(entry),
      ageS: entry.seen_pos ?? entry.seen ?? 0,
    }
  })

type Entry = z.input<typeof aircraft>

function texts({ flight, r, t, squawk }: Entry): Partial<Position> {
  const [callsign, registration, typeCode] = [flight, r, t].map((text) => text?.trim().toUpperCase())
  return {
    ...(callsign && /^[A-Z0-9]{1,8}$/.test(callsign) ? { callsign } : {}),
    ...(registration ? { registration } : {}),
    ...(typeCode ? { typeCode } : {}),
    ...(squawk && /^[0-7]{4}$/.test(squawk) ? { squawk } : {}),
  }
}

function movement({
  alt_baro: altitude,
  baro_rate,
  geom_rate,
  gs,
  track,
}: Entry): Pick<Position, 'onGround'> & Partial<Position> {
  const onGround = altitude === 'ground'
  const climb = baro_rate ?? geom_rate
  return {
    onGround,
    ...(typeof altitude === 'number' ? { altitudeFt: Math.round(altitude) } : {}),
    ...(!onGround && typeof climb === 'number' ? { climbFpm: Math.round(climb) } : {}),
    ...(typeof gs === 'number' ? { speedKt: gs } : {}),
    ...(typeof track === 'number' ? { headingDeg: track % 360 } : {}),
  }
}

/** Aircraft without a position are omitted. */
const aircraftList = longList('ac', aircraft)
/** adsb.fi names the list differently around a place. */
const aircraftListOfPlace = longList('aircraft', aircraft)

/** The three providers, in order of preference. */
type PositionProviders = Pick<FlightsDeps, 'adsbLol' | 'airplanesLive' | 'adsbFi'>
type Positions = Promise<Provided<readonly Position[]>>

/** At least the aircraft within a distance of a point, in nautical miles; some may be farther away. */
export function fetchAround(
  { adsbLol, airplanesLive, adsbFi }: PositionProviders,
  asker: Asker,
  point: Point,
  withinNm: number,
): Positions {
  const { lat, lon, nm } = circleAround(point, withinNm)
  const path = `/v2/lat/${lat}/lon/${lon}/dist/${nm}`
  const choices = [
    choice(adsbLol, asker, path),
    choice(airplanesLive, asker, `/v2/point/${lat}/${lon}/${nm}`),
    choice(adsbFi, asker, path, aircraftListOfPlace),
  ]
  return firstOf(choices, asker)
}

/** The aircraft that match a search. */
export function fetchMatching(
  { adsbLol, airplanesLive, adsbFi }: PositionProviders,
  asker: Asker,
  { by, values }: Search,
): Positions {
  const path = `/v2/${by}/${values.join(',')}`
  const choices = [
    choice(adsbLol, asker, path),
    choice(airplanesLive, asker, path.replace('/registration/', '/reg/')),
    choice(adsbFi, asker, path),
  ]
  return firstOf(choices, asker)
}

function choice(provider: Provider, asker: Asker, path: string, reader: Reader<readonly Position[]> = aircraftList) {
  return { provider, read: () => provider.read(asker, { path, reader, ages: positionAges }) }
}

/** The circle to request. Points close together share one, so that many readers of one city make one request. */
function circleAround({ lat, lon }: Point, withinNm: number): { lat: string; lon: string; nm: number } {
  const shared = Math.ceil((withinNm + roundingNm) / 5) * 5
  if (shared <= maxNm) return { lat: fixed(lat, 2), lon: fixed(lon, 2), nm: shared }
  return { lat: fixed(lat, 4), lon: fixed(lon, 4), nm: Math.min(maxNm, Math.ceil(withinNm)) }
}

/** Without the sign of a negative zero. */
function fixed(degrees: number, digits: number): string {
  const text = degrees.toFixed(digits)
  return Number(text) === 0 ? (0).toFixed(digits) : text
}
