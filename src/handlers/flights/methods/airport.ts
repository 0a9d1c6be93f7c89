import type { Handler, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { nearest } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { aircraftOf, nauticalMileKm, nearbyOf } from '../aircraft.ts'
import { nearbyInWords, resultText, steepFpm } from '../aircraft-text.ts'
import type { FlightsDeps } from '../index.ts'
import { fetchAround, type Position } from '../providers/positions.ts'
import { airports } from '../reference/airports.ts'
import { codes } from '../reference/codes.ts'

const maxOfKind = 50
const maxSentencesOfKind = 10
/** How far the traffic of an airport reaches. */
const aroundNm = 30
/** Aircraft on the ground within this distance are at the airport. */
const groundNm = 5
/** Higher aircraft only pass. */
const maxFt = 18_000

type Board = Omit<Result<'flights.airport'>, keyof Provenance>

export default (deps: FlightsDeps): Handler<'flights.airport'> =>
  async ({ code }, ctx) => {
    const airport = (await airports()).find(code)
    if (!airport) throw new ApiError('not_found', `No airport matches ${quote(code)}. Use its IATA or ICAO code.`)
    const provided = await fetchAround(deps, ctx, airport, aroundNm)
    if (provided.isFree) ctx.charge(0)
    return { ...(await boardOf(airport, provided)), ...provided.provenance }
  }

async function boardOf(
  airport: Board['airport'],
  { data, asOfMs, provenance }: Pick<Provided<readonly Position[]>, 'data' | 'asOfMs' | 'provenance'>,
): Promise<Board> {
  const known = await codes()
  const { items } = nearest(data, airport, { withinKm: aroundNm * nauticalMileKm, max: data.length })
  const all = items.map(({ thing, distanceKm }) => nearbyOf(aircraftOf(thing, asOfMs, known), airport, distanceKm))
  const ground = all.filter(({ on_ground, distance_nm }) => on_ground && distance_nm < groundNm)
  const low = all.filter(({ on_ground, altitude_ft = maxFt + 1 }) => !on_ground && altitude_ft <= maxFt)
  const descending = low.filter(({ climb_fpm = 0 }) => climb_fpm < -steepFpm)
  const climbing = low.filter(({ climb_fpm = 0 }) => climb_fpm > steepFpm)
  const kinds = [ground, descending, climbing]
  const total = kinds.reduce((sum, { length }) => sum + length, 0)
  const [onGround, onApproach, climbingOut] = kinds.map(({ length }) =>
    length === 0 ? 'no' : length === 1 ? 'one' : length,
  )
  const first = `Live at ${airport.name} (not a timetable): ${onGround} aircraft on the ground, ${onApproach} on approach, ${climbingOut} climbing out.`
  const sentences = kinds.flatMap((aircraft) => aircraft.slice(0, maxSentencesOfKind).map(nearbyInWords))
  return {
    airport,
    ground: ground.slice(0, maxOfKind),
    on_approach: descending.slice(0, maxOfKind),
    climbing_out: climbing.slice(0, maxOfKind),
    total,
    text: resultText([first, ...sentences], { rest: total - sentences.length, ...provenance }),
  }
}
