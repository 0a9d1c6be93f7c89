import { offsetInZone, timeInZone } from '#runtime/base/zoned-time.ts'
import type { ExampleResponse, Examples } from '#runtime/outbound/description.ts'

const minuteMs = 60_000

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

/** What AeroDataBox would send: a flight under way; a board has it under two numbers, and a cancelled one. */
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
  const number = query.get('flight_iata')
  const data = number === 'AA6142' ? [sold] : number ? [operated] : [operated, sold]
  return { json: { pagination: page(data.length), data } }
}

function page(count: number) {
  return { limit: 100, offset: 0, count, total: count }
}

function aviationStackFlight(now: number) {
  const start = Math.floor(now / minuteMs) * minuteMs - 125 * minuteMs
  // The local time at the airport, with a meaningless offset.
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

/** The local time with its offset: `2026-11-21 09:05+00:00`. */
function localText(ms: number, timeZone: string): string {
  const ahead = offsetInZone(ms, timeZone)
  const offset = `${ahead < 0 ? '-' : '+'}${new Date(Math.abs(ahead)).toISOString().slice(11, 16)}`
  return `${timeInZone(ms, timeZone).slice(0, 16).replace('T', ' ')}${offset}`
}
