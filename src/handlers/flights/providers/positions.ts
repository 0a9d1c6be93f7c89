import type { Asker } from '#runtime/base/asker.ts'
import type { Point } from '#runtime/base/geo.ts'
import { firstOf } from '#runtime/outbound/first-of.ts'
import type { Reader } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Search } from '../reference/searches.ts'
import { aircraftList, aircraftListOfPlace, type Position } from './positions-payload.ts'
import { positionAges } from './providers.ts'

/** The providers of positions, which are asked in this order. */
export interface PositionProviders {
  readonly adsbLol: Provider
  readonly airplanesLive: Provider
  readonly adsbFi: Provider
}

type Positions = Provided<readonly Position[]>

/** Where aircraft are now. */
export interface PositionSource {
  /** At least those within a distance of a point, in nautical miles; some may be farther away. */
  around(asker: Asker, point: Point, withinNm: number): Promise<Positions>
  matching(asker: Asker, search: Search): Promise<Positions>
}

/** The largest circle that providers take. */
const maxNm = 250
/** Half the diagonal of a hundredth of a degree. */
const roundingNm = 0.5

export function createPositionSource({ adsbLol, airplanesLive, adsbFi }: PositionProviders): PositionSource {
  const ask = (provider: Provider, asker: Asker, path: string, reader: Reader<readonly Position[]> = aircraftList) => ({
    provider,
    read: () => provider.read(asker, { path, reader, ages: positionAges }),
  })
  return {
    around(asker, point, withinNm) {
      const { lat, lon, nm } = circleAround(point, withinNm)
      const asPlace = `/v2/lat/${lat}/lon/${lon}/dist/${nm}`
      return firstOf(
        [
          ask(adsbLol, asker, asPlace),
          ask(airplanesLive, asker, `/v2/point/${lat}/${lon}/${nm}`),
          ask(adsbFi, asker, asPlace, aircraftListOfPlace),
        ],
        asker,
      )
    },
    matching(asker, { by, values }) {
      const value = values.join(',')
      const path = `/v2/${by}/${value}`
      return firstOf(
        [
          ask(adsbLol, asker, path),
          ask(airplanesLive, asker, by === 'registration' ? `/v2/reg/${value}` : path),
          ask(adsbFi, asker, path),
        ],
        asker,
      )
    },
  }
}

/** The circle to ask for. Points close together share one, so that many who look at one city ask once. */
function circleAround({ lat, lon }: Point, withinNm: number): { lat: string; lon: string; nm: number } {
  const shared = Math.ceil((withinNm + roundingNm) / 5) * 5
  if (shared <= maxNm) return { lat: fixed(lat, 2), lon: fixed(lon, 2), nm: shared }
  return { lat: fixed(lat, 4), lon: fixed(lon, 4), nm: Math.min(maxNm, Math.ceil(withinNm)) }
}

/** Without the sign that zero has when it was rounded up from below. */
function fixed(degrees: number, digits: number): string {
  const text = degrees.toFixed(digits)
  return Number(text) === 0 ? (0).toFixed(digits) : text
}
