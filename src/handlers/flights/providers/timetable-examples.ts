import { offsetInZone, timeInZone } from '#runtime/base/zoned-time.ts'
import type { ExampleRequest, ExampleResponse, Examples } from '#runtime/outbound/description.ts'

const minuteMs = 60_000

/** Differences from the place that is asked for, so that it has traffic wherever it is. */
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

/** What adsb.lol and airplanes.live would send: three aircraft, a car, and an aircraft whose position is not known. */
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
  const asked = values.split(',').map((value) => value.toUpperCase())
  return traffic
    .filter(({ hex, flight, r }) => {
      const own = by === 'hex' ? hex : by === 'callsign' ? flight : r
      return asked.includes(own?.trim().toUpperCase() ?? '')
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

const heathrow = {
  icao: 'EGLL',
  iata: 'LHR',
  name: 'London Heathrow',
  shortName: 'Heathrow',
  timeZone: 'Europe/London',
}
const kennedy = {
  icao: 'KJFK',
  iata: 'JFK',
  name: 'New York John F Kennedy',
  shortName: 'John F Kennedy',
  timeZone: 'America/New_York',
}

/** What AeroDataBox would send: a flight under way, and on a board the same under two numbers, and a cancelled one. */
export const aeroDataBoxExamples: Examples = ({ path, query }, now) => {
  const [, number] = /\/flights\/Number\/([A-Z0-9]+)$/.exec(path) ?? []
  if (number === 'ZZ9999') return { status: 204, body: '' }
  if (number !== undefined) return { json: [aeroDataBoxFlight(now, number, 'IsOperator')] }
  if (!/\/flights\/airports\/Iata\/[A-Z]{3}$/.test(path)) return undefined
  const flights = [
    aeroDataBoxFlight(now, 'BA117', 'IsOperator'),
    {
      ...aeroDataBoxFlight(now, 'AA6142', 'IsCodeshared'),
      airline: { name: 'American Airlines', iata: 'AA', icao: 'AAL' },
    },
    {
      ...aeroDataBoxFlight(now + 45 * minuteMs, 'BA177', 'IsOperator'),
      ...{ status: 'Canceled', callSign: 'BAW177', aircraft: { model: 'Boeing 777-300ER' } },
    },
  ]
  return { json: query.get('direction') === 'Arrival' ? { arrivals: flights } : { departures: flights } }
}

function aeroDataBoxFlight(now: number, number: string, codeshareStatus: string): object {
  const start = Math.floor(now / minuteMs) * minuteMs - 125 * minuteMs
  const time = (ms: number, zone: string) => ({
    utc: `${utcText(ms).replace('T', ' ').slice(0, 16)}Z`,
    local: localText(ms, zone),
  })
  return {
    departure: {
      airport: heathrow,
      scheduledTime: time(start, heathrow.timeZone),
      revisedTime: time(start + 14 * minuteMs, heathrow.timeZone),
      runwayTime: time(start + 30 * minuteMs, heathrow.timeZone),
      terminal: '5',
      gate: 'C62',
      quality: ['Basic', 'Live'],
    },
    arrival: {
      airport: kennedy,
      scheduledTime: time(start + 465 * minuteMs, kennedy.timeZone),
      predictedTime: time(start + 457 * minuteMs, kennedy.timeZone),
      terminal: '8',
      baggageBelt: '4',
      quality: ['Basic', 'Approximate'],
    },
    lastUpdatedUtc: `${utcText(now).replace('T', ' ').slice(0, 16)}Z`,
    number: number.replace(/^(..)(\d)/, '$1 $2'),
    callSign: 'BAW117',
    status: 'EnRoute',
    codeshareStatus,
    isCargo: false,
    aircraft: { reg: 'G-ZBKL', modeS: '406F78', model: 'Boeing 787-9' },
    airline: { name: 'British Airways', iata: 'BA', icao: 'BAW' },
  }
}

/** What AviationStack would send: a flight under its own number and under that of another airline. */
export const aviationStackExamples: Examples = ({ path, query }, now): ExampleResponse | undefined => {
  if (!path.endsWith('/v1/flights')) return undefined
  if (query.get('flight_iata') === 'ZZ9999') return { json: { pagination: page(0), data: [] } }
  const operated = aviationStackFlight(now)
  const sold = {
    ...operated,
    airline: { name: 'American Airlines', iata: 'AA', icao: 'AAL' },
    flight: {
      number: '6142',
      iata: 'AA6142',
      icao: 'AAL6142',
      codeshared: {
        airline_name: 'british airways',
        airline_iata: 'ba',
        flight_number: '117',
        flight_iata: 'ba117',
        flight_icao: 'baw117',
      },
    },
  }
  const asked = query.get('flight_iata')
  const data = asked === 'AA6142' ? [sold] : asked ? [operated] : [operated, sold]
  return { json: { pagination: page(data.length), data } }
}

function page(count: number) {
  return { limit: 100, offset: 0, count, total: count }
}

function aviationStackFlight(now: number) {
  const start = Math.floor(now / minuteMs) * minuteMs - 125 * minuteMs
  // Clocks at the airport, with an offset that means nothing.
  const time = (ms: number, zone: string) => `${localText(ms, zone).replace(' ', 'T').slice(0, 16)}:00+00:00`
  const leaves = time(start, heathrow.timeZone)
  return {
    flight_date: leaves.slice(0, 10),
    flight_status: 'active',
    departure: {
      ...{
        airport: 'Heathrow',
        timezone: heathrow.timeZone,
        iata: 'LHR',
        icao: 'EGLL',
        terminal: '5',
        gate: 'C62',
        delay: 14,
      },
      ...{ scheduled: leaves, estimated: leaves, actual: time(start + 14 * minuteMs, heathrow.timeZone) },
    },
    arrival: {
      ...{ airport: 'John F Kennedy International', timezone: kennedy.timeZone, iata: 'JFK', icao: 'KJFK' },
      ...{ terminal: '8', gate: null, baggage: null, delay: null },
      ...{ scheduled: time(start + 465 * minuteMs, kennedy.timeZone), estimated: null, actual: null },
    },
    airline: { name: 'British Airways', iata: 'BA', icao: 'BAW' },
    flight: { number: '117', iata: 'BA117', icao: 'BAW117', codeshared: null as object | null },
    aircraft: { registration: 'G-ZBKL', iata: 'B789', icao: 'B789', icao24: '406F78' },
    live: null,
  }
}

function utcText(ms: number): string {
  return new Date(ms).toISOString()
}

/** As clocks of a zone show it, with their offset: `2026-11-21 09:05+00:00`. */
function localText(ms: number, timeZone: string): string {
  const ahead = offsetInZone(ms, timeZone)
  const offset = `${ahead < 0 ? '-' : '+'}${new Date(Math.abs(ahead)).toISOString().slice(11, 16)}`
  return `${timeInZone(ms, timeZone).slice(0, 16).replace('T', ' ')}${offset}`
}
