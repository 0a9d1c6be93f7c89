import type { ExampleRequest, Examples } from '#runtime/outbound/description.ts'

/** Positions are relative to the requested place, so that every place has traffic. */
const traffic = [
  {
    ...{ hex: '406f78', type: 'adsb_icao', flight: 'BAW117  ', r: 'G-ZBKL', t: 'B789', category: 'A5', squawk: '2256' },
    ...{
      alt_baro: 7425,
      gs: 296.4,
      track: 279.1,
      baro_rate: 1856,
      seen_pos: 1.4,
      seen: 0.1,
      lat: 0.0315,
      lon: -0.2124,
    },
  },
  {
    ...{ hex: '4ca9d2', type: 'adsb_icao', flight: 'EIN16R  ', r: 'EI-DVN', t: 'A320', category: 'A3', squawk: '1450' },
    ...{ alt_baro: 'ground', gs: 12.5, true_heading: 92.8, seen_pos: 1.2, seen: 0.8, lat: 0.0015, lon: 0.0087 },
  },
  {
    ...{ hex: '3c6589', type: 'adsb_icao', flight: 'DLH4PK  ', r: 'D-AILI', t: 'A319', category: 'A3', squawk: '3041' },
    ...{
      alt_baro: 1900,
      gs: 139.2,
      track: 269.8,
      baro_rate: -768,
      seen_pos: 0.9,
      seen: 0.2,
      lat: -0.0055,
      lon: 0.1557,
    },
  },
  {
    ...{ hex: '43bf95', type: 'adsb_icao', flight: 'CHECKER1', r: '', category: 'C2', squawk: '0000' },
    ...{ alt_baro: 'ground', gs: 0, seen_pos: 2, seen: 0.5, lat: -0.0016, lon: 0.0018 },
  },
  {
    ...{ hex: '400a1b', type: 'mode_s', flight: 'EZY42KT ', r: 'G-EZTH', t: 'A320', category: 'A3', squawk: '7700' },
    ...{ alt_baro: 14025, seen: 3.4 },
  },
]

/** What adsb.lol and airplanes.live would send: three aircraft, a car, and an aircraft without a position. */
export const positionExamples: Examples = (request, now) => {
  const ac = aircraftFor(request)
  return ac && { json: { ac, msg: 'No error', now, total: ac.length, ctime: now, ptime: 0 } }
}

/** What adsb.fi would send. */
export const adsbFiExamples: Examples = (request, now) => {
  const found = aircraftFor(request)
  if (!found) return undefined
  const isPlace = request.path.includes('/lat/')
  return isPlace
    ? { json: { now, aircraft: found, resultCount: found.length, ptime: 0 } }
    : { json: { ac: found, msg: 'No error', now, total: found.length } }
}

function aircraftFor({ path }: ExampleRequest): object[] | undefined {
  const [, lat, lon] = /\/v2\/(?:lat|point)\/(-?[\d.]+)\/(?:lon\/)?(-?[\d.]+)\/(?:dist\/)?\d+$/.exec(path) ?? []
  if (lat !== undefined && lon !== undefined) return traffic.map((each) => moved(each, Number(lat), Number(lon)))
  const [, by, values = ''] = /\/v2\/(hex|callsign|registration|reg)\/([\w,-]+)$/.exec(path) ?? []
  if (by === undefined) return undefined
  const requested = values.split(',').map((value) => value.toUpperCase())
  return traffic
    .filter(({ hex, flight, r }) => {
      const own = by === 'hex' ? hex : by === 'callsign' ? flight : r
      return requested.includes(own?.trim().toUpperCase() ?? '')
    })
    .map((each) => moved(each, 51.4706, -0.4619))
}

function moved(aircraft: (typeof traffic)[number], lat: number, lon: number): object {
  if (!('lat' in aircraft) || aircraft.lat === undefined) return { ...aircraft }
  const east = lon + aircraft.lon
  return {
    ...aircraft,
    lat: Math.max(-90, Math.min(90, Number((lat + aircraft.lat).toFixed(4)))),
    lon: Number((((((east + 180) % 360) + 360) % 360) - 180).toFixed(4)),
  }
}
