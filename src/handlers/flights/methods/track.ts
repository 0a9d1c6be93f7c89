import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { bearing, compassName, compassPoint } from '#runtime/base/geo.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { type Aircraft, aircraftOf, nauticalMileKm, tenths } from '../aircraft.ts'
import { aircraftInWords, paragraph, warning } from '../aircraft-text.ts'
import type { PositionSource } from '../providers/positions.ts'
import type { Position } from '../providers/positions-payload.ts'
import { type Airports, airports } from '../reference/airports.ts'
import { lists } from '../reference/codes.ts'
import { searchesFor } from '../reference/searches.ts'

type Tracked = Result<'flights.track'>['items'][number]

const maxItems = 200
const maxTold = 20
/** From this age on, in milliseconds, a sentence says how old a position is. */
const oldMs = 60_000
/** Nearer than this, in nautical miles, an aircraft is at the airport. */
const atAirportNm = 5

/** `flights.track`. */
export async function track(
  positions: PositionSource,
  { flight }: CallArgs<'flights.track'>,
  ctx: Context,
): Promise<Result<'flights.track'>> {
  const [known, table] = await Promise.all([lists(), airports()])
  const { data, asOfMs, provenance, isFree } = await firstMatch(positions, searchesFor(flight, known), ctx)
  if (isFree) ctx.charge(0)
  const flying = data.filter(({ onGround }) => !onGround)
  const items = flying.slice(0, maxItems).map((position) => withAirport(aircraftOf(position, asOfMs, known), table))
  const total = flying.length
  const now = ctx.clock.now()
  const text =
    total === 0
      ? paragraph(
          `No receiver hears ${flight.trim()} now: it has not departed, has landed, is out of range, or flies under another callsign. This does not mean that it is cancelled.`,
          [],
          { total, ...provenance },
        )
      : paragraph(
          '',
          items.slice(0, maxTold).map((item) => inWords(item, now)),
          { total, ...provenance },
        ).trim()
  return { items, total, text, ...provenance }
}

/** What the first search finds that finds any; else what the last one says. */
async function firstMatch(
  positions: PositionSource,
  searches: ReturnType<typeof searchesFor>,
  ctx: Context,
): Promise<Provided<readonly Position[]>> {
  let found: Provided<readonly Position[]> | undefined
  let isFree = true
  for (const search of searches) {
    found = await positions.matching(ctx, search)
    isFree &&= found.isFree
    if (found.data.length > 0) break
  }
  if (!found) throw new Error('There is no way to look for the flight')
  return { ...found, isFree }
}

function withAirport(aircraft: Aircraft, { nearestLarge }: Airports): Tracked {
  const { airport, distanceKm } = nearestLarge(aircraft)
  return {
    ...aircraft,
    nearest_airport: {
      ...airport,
      distance_nm: tenths(distanceKm / nauticalMileKm),
      compass: compassPoint(bearing(airport, aircraft)),
    },
  }
}

function inWords(tracked: Tracked, now: number): string {
  const { nearest_airport: airport, observed } = tracked
  const where =
    airport.distance_nm < atAirportNm
      ? `at ${airport.name}`
      : `${airport.distance_nm} nm ${compassName(airport.compass)} of ${airport.name}`
  const ageMs = now - Date.parse(observed)
  const age = ageMs > oldMs ? ` This was ${Math.round(ageMs / oldMs)} minutes ago.` : ''
  return `${aircraftInWords(tracked)}, ${where}.${age}${warning(tracked)}`
}
