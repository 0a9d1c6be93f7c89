import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { nearest } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { aircraftOf, type NearbyAircraft, nauticalMileKm, nearbyOf } from '../aircraft.ts'
import { counted, nearbyInWords, paragraph, steepFpm } from '../aircraft-text.ts'
import type { PositionSource } from '../providers/positions.ts'
import type { Position } from '../providers/positions-payload.ts'
import { airports } from '../reference/airports.ts'
import { lists } from '../reference/codes.ts'

const maxOfKind = 50
const maxSentencesOfKind = 10
/** How far around an airport its traffic is looked for. */
const aroundNm = 30
/** What is on the ground within this distance is at the airport. */
const groundNm = 5
/** Higher up, aircraft only pass. */
const maxFt = 18_000

type Board = Omit<Result<'flights.airport'>, keyof Provenance>

/** `flights.airport`. */
export async function airport(
  positions: PositionSource,
  { code }: CallArgs<'flights.airport'>,
  ctx: Context,
): Promise<Result<'flights.airport'>> {
  const found = (await airports()).find(code)
  if (!found) throw new ApiError('not_found', `No airport is known as ${quote(code)}; give its IATA or ICAO code.`)
  const { data, asOfMs, provenance, isFree } = await positions.around(ctx, found, aroundNm)
  if (isFree) ctx.charge(0)
  return { ...(await boardOf(found, { data, asOfMs, provenance })), ...provenance }
}

async function boardOf(
  found: Board['airport'],
  { data, asOfMs, provenance }: Pick<Provided<readonly Position[]>, 'data' | 'asOfMs' | 'provenance'>,
): Promise<Board> {
  const known = await lists()
  const { items } = nearest(data, found, { withinKm: aroundNm * nauticalMileKm, max: data.length })
  const all = items.map(({ thing, distanceKm }) => nearbyOf(aircraftOf(thing, asOfMs, known), found, distanceKm))
  const ground = all.filter(({ on_ground, distance_nm }) => on_ground && distance_nm < groundNm)
  const low = all.filter(({ on_ground, altitude_ft = maxFt + 1 }) => !on_ground && altitude_ft <= maxFt)
  const descending = low.filter(({ climb_fpm = 0 }) => climb_fpm < -steepFpm)
  const climbing = low.filter(({ climb_fpm = 0 }) => climb_fpm > steepFpm)
  const kinds = [
    { what: 'on the ground', aircraft: ground },
    { what: 'on approach', aircraft: descending },
    { what: 'climbing out', aircraft: climbing },
  ]
  const total = kinds.reduce((sum, { aircraft }) => sum + aircraft.length, 0)
  const counts = kinds.map(({ what, aircraft }, index) => {
    const count = counted(aircraft.length)
    return index === 0 ? `${lower(count)} ${what}` : `${lower(count.replace(/ aircraft$/, ''))} ${what}`
  })
  const sentences = kinds.flatMap(({ aircraft }) => aircraft.slice(0, maxSentencesOfKind).map(nearbyInWords))
  return {
    airport: found,
    ground: shown(ground),
    on_approach: shown(descending),
    climbing_out: shown(climbing),
    total,
    text: paragraph(`Live at ${found.name} (not a timetable): ${counts.join(', ')}.`, sentences, {
      total,
      ...provenance,
    }),
  }
}

function shown(aircraft: readonly NearbyAircraft[]): NearbyAircraft[] {
  return aircraft.slice(0, maxOfKind)
}

function lower(text: string): string {
  return text.replace(/^[A-Z]/, (letter) => letter.toLowerCase())
}
