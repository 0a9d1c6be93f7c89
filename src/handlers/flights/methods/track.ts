import type { Handler, Result } from '#generated/server/handlers.ts'
import { bearing, compassName, compassPoint } from '#runtime/base/geo.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { type Aircraft, aircraftOf, nauticalMileKm, tenths } from '../aircraft.ts'
import { aircraftInWords, resultText, warning } from '../aircraft-text.ts'
import type { FlightsDeps } from '../index.ts'
import { fetchMatching, type Position } from '../providers/positions.ts'
import { type Airports, airports } from '../reference/airports.ts'
import { codes } from '../reference/codes.ts'
import { type Search, searchesFor } from '../reference/searches.ts'

type Tracked = Result<'flights.track'>['items'][number]

const maxItems = 200
const maxDescribed = 20
/** The age from which the text mentions it, in milliseconds. */
const oldMs = 60_000
/** An aircraft within this distance is at the airport, in nautical miles. */
const atAirportNm = 5

export default (deps: FlightsDeps): Handler<'flights.track'> =>
  async ({ flight }, ctx) => {
    const [known, table] = await Promise.all([codes(), airports()])
    const { data, asOfMs, provenance, isFree } = await firstMatch(deps, searchesFor(flight, known), ctx)
    if (isFree) ctx.charge(0)
    const flying = data.filter(({ onGround }) => !onGround)
    const items = flying.slice(0, maxItems).map((position) => withAirport(aircraftOf(position, asOfMs, known), table))
    const total = flying.length
    const nothing = `No receiver is picking up ${flight.trim()} now. The aircraft may not have departed, may have landed, may be out of range, or may use another callsign. This does not mean that the flight is cancelled.`
    const now = ctx.clock.now()
    const sentences = items.slice(0, maxDescribed).map((item) => inWords(item, now))
    const rest = total - sentences.length
    return { items, total, text: resultText(total > 0 ? sentences : [nothing], { rest, ...provenance }), ...provenance }
  }

/** The result of the first search that finds something, else of the last one. */
async function firstMatch(
  deps: FlightsDeps,
  searches: readonly Search[],
  ctx: Context,
): Promise<Provided<readonly Position[]>> {
  let found: Provided<readonly Position[]> | undefined
  let isFree = true
  for (const search of searches) {
    found = await fetchMatching(deps, ctx, search)
    isFree &&= found.isFree
    if (found.data.length > 0) break
  }
  if (!found) throw new Error('No search fits the flight')
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
