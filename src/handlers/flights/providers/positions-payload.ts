import { z } from 'zod'
import { longList } from '#runtime/outbound/payload.ts'

/** What was heard of an aircraft. */
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
  /** Seconds from when the position was received to when the provider answered. */
  readonly ageS: number
}

const aircraft = z
  .object({
    hex: z.string(),
    /** How it was heard. */
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
  .transform((heard): Position | undefined => {
    const { hex, lat, lon } = heard
    // Cars and obstacles of airports are of the categories C; a tilde marks an address that is no aircraft's own.
    const isAircraft = /^[0-9a-f]{6}$/i.test(hex) && !heard.category?.startsWith('C') && heard.type !== 'adsb_icao_nt'
    if (!isAircraft || typeof lat !== 'number' || typeof lon !== 'number') return undefined
    return {
      hex: hex.toLowerCase(),
      ...texts(heard),
      lat,
      lon,
      ...movement(heard),
      ageS: heard.seen_pos ?? heard.seen ?? 0,
    }
  })

type Subscription = z.input<typeof aircraft>

function texts({ flight, r, t, squawk }: Subscription): Partial<Position> {
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
}: Subscription): Pick<Position, 'onGround'> & Partial<Position> {
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

/** Reads a list of aircraft, without those whose position is not known. */
export const aircraftList = longList('ac', aircraft)
/** The same by the name that adsb.fi gives it where it is asked for a place. */
export const aircraftListOfPlace = longList('aircraft', aircraft)
