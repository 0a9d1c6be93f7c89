import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { aeroDataBoxExamples, aviationStackExamples } from '../providers/timetable-examples.ts'
import { flightsInWords } from '../timetable-text.ts'

let aeroDataBox: ProviderStandIn
let aviationStack: ProviderStandIn
let caller: TestAccount
const settings: Record<string, string> = {
  AERODATABOX_API_KEY: 'key-1',
  AVIATIONSTACK_API_KEY: 'key-2',
  AERODATABOX_PACE: '1000',
  AVIATIONSTACK_PACE: '1000',
}
const unset: Record<string, string> = {}

beforeAll(async () => {
  const now = () => server().clock.now()
  aeroDataBox = await startProviderStandIn(aeroDataBoxExamples, now)
  aviationStack = await startProviderStandIn(aviationStackExamples, now)
  settings.AERODATABOX_BASE_URL = aeroDataBox.url
  settings.AVIATIONSTACK_BASE_URL = aviationStack.url
})
const server = serverForTests({ settings })
const poor = serverForTests({ settings: unset })
beforeAll(async () => {
  caller = await server().account()
  await server().ledger.grant(caller.id, 1e9, 'for the test')
})
afterAll(() => Promise.all([aeroDataBox, aviationStack].map((each) => each[Symbol.asyncDispose]())))
beforeEach(() => {
  aeroDataBox.answers = aeroDataBoxExamples
  aeroDataBox.fault = undefined
  aviationStack.answers = aviationStackExamples
  server().clock.advance(3_600_000)
})

const at = (minutes: number) => new Date(server().clock.now() + minutes * 60_000).toISOString()
const credits = 1_000_000

describe('the status of a flight', () => {
  test('comes from AeroDataBox, in UTC with the zones of the airports', async () => {
    const { items, text, ...rest } = await caller.ok('flights.status', { flight: 'ba 117' })
    expect(aeroDataBox.requests.at(-1)).toMatchObject({ path: '/flights/Number/BA117' })
    expect(aeroDataBox.requests.at(-1)?.headers['x-api-market-key']).toBe('key-1')
    expect(items).toEqual([
      {
        flight: 'BA117',
        airline: 'British Airways',
        codeshares: [],
        day: expect.stringMatching(/^2026-11-2\d$/),
        status: 'active',
        departure: {
          airport: 'Heathrow',
          iata: 'LHR',
          timezone: 'Europe/London',
          scheduled: at(-125),
          estimated: at(-111),
          actual: at(-95),
          delay_s: 840,
          terminal: '5',
          gate: 'C62',
        },
        arrival: {
          airport: 'John F Kennedy',
          iata: 'JFK',
          timezone: 'America/New_York',
          scheduled: at(340),
          estimated: at(332),
          terminal: '8',
          baggage: '4',
        },
        registration: 'G-ZBKL',
      },
    ])
    expect(rest).toMatchObject({ total: 1, is_truncated: false, source: 'AeroDataBox', stale: false })
    expect(rest.attribution).toBe('Timetables from AeroDataBox')
    const shown = (minutes: number, timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(Date.parse(at(minutes)))
    expect(text).toContain(`left Heathrow terminal 5 gate C62 at ${shown(-95, 'Europe/London')}, 14 minutes late`)
    expect(text).toContain(`is expected at John F Kennedy terminal 8 at ${shown(332, 'America/New_York')}`)
  })

  test('that is unknown fails with not_found and costs nothing', async () => {
    const before = await server().ledger.balance(caller.id)
    expect(await caller.fails('flights.status', { flight: 'ZZ9999' })).toMatchObject({
      status: 400,
      body: { code: 'not_found' },
    })
    expect(await server().ledger.balance(caller.id)).toEqual(before)
  })

  test('costs 3 credits, and nothing while the result is cached', async () => {
    const balance = async () => (await server().ledger.balance(caller.id)).available
    const [before] = [await balance()]
    await caller.ok('flights.status', { flight: 'BA117' })
    expect(before - (await balance())).toBe(3 * credits)
    await caller.ok('flights.status', { flight: 'BA117' })
    expect(before - (await balance())).toBe(3 * credits)
  })

  test('says that a flight may be cancelled if the provider is not sure', async () => {
    aeroDataBox.answers = changing((flight) => Object.assign(flight, { status: 'CanceledUncertain' }))
    const { items, text } = await caller.ok('flights.status', { flight: 'BA117' })
    expect(items).toMatchObject([{ status: 'unknown', is_cancellation_possible: true }])
    expect(text).toContain('may be cancelled')
  })

  test('is unknown if the provider uses an unknown word', async () => {
    aeroDataBox.answers = changing((flight) => Object.assign(flight, { status: 'Hovering' }))
    expect((await caller.ok('flights.status', { flight: 'BA117' })).items[0]?.status).toBe('unknown')
  })

  test('omits times that the provider does not have', async () => {
    aeroDataBox.answers = changing((flight) => {
      const { departure, arrival } = flight as Record<'departure' | 'arrival', Record<string, unknown>>
      for (const stop of [departure, arrival]) {
        for (const name of ['revisedTime', 'predictedTime', 'runwayTime', 'terminal', 'gate', 'baggageBelt'])
          delete stop[name]
        stop.airport = { name: 'Somewhere' }
      }
    })
    const { items, text } = await caller.ok('flights.status', { flight: 'BA117' })
    expect(items[0]?.departure).toEqual({ airport: 'Somewhere', scheduled: at(-125) })
    expect(text).toContain(' UTC')
  })
})

test('the sentence of a flight names a day that differs from that of the flight in local time', () => {
  const departure = { airport: 'Heathrow', timezone: 'Europe/London', scheduled: '2026-10-24T22:30:00.000Z' }
  const arrival = { airport: 'Cairo', timezone: 'Africa/Cairo', scheduled: '2026-10-25T03:15:00.000Z' }
  const flight = {
    flight: 'BA155',
    codeshares: [],
    day: '2026-10-24',
    status: 'scheduled' as const,
    departure,
    arrival,
  }
  const about = { total: 1, what: 'flights', stale: false, as_of: '' }
  expect(flightsInWords([flight], about)).toBe(
    'BA155 on 24 October is scheduled: it leaves Heathrow at 23:30, and arrives at Cairo at 06:15 on 25 October.',
  )
})

describe('the board of an airport', () => {
  test('has a flight once, with its codeshares', async () => {
    const { items, total, text } = await caller.ok('flights.status', { airport: 'lhr', direction: 'departures' })
    expect(items.map(({ flight, codeshares, status }) => [flight, codeshares, status])).toEqual([
      ['BA117', ['AA6142'], 'active'],
      ['BA177', [], 'cancelled'],
    ])
    expect(total).toBe(2)
    expect(text).toContain('BA177 (British Airways) on')
    expect(text).toContain('is cancelled: it was to leave Heathrow')
    const { path, query } = aeroDataBox.requests.at(-1) ?? {}
    expect([path, query?.get('direction')]).toEqual(['/flights/airports/Iata/LHR', 'Departure'])
    await caller.ok('flights.status', { airport: 'LHR' })
    expect(aeroDataBox.requests.at(-1)?.query.get('direction')).toBe('Arrival')
  })

  test('that is empty is an empty list at the usual price', async () => {
    aeroDataBox.answers = () => ({ status: 204, body: '' })
    const before = (await server().ledger.balance(caller.id)).available
    expect(await caller.ok('flights.status', { airport: 'LCY' })).toMatchObject({
      items: [],
      total: 0,
      text: 'No arrivals at LCY.',
    })
    expect(before - (await server().ledger.balance(caller.id)).available).toBe(3 * credits)
  })

  test('is truncated at twenty, and marked as such', async () => {
    aeroDataBox.answers = (request, now) => {
      const json = aeroDataBoxExamples(request, now)?.json as { departures: Record<string, unknown>[] } | undefined
      const many = Array.from({ length: 50 }, (_, n) => ({
        ...json?.departures[0],
        number: `BA ${n + 1}`,
        aircraft: { reg: `G-${n}` },
      }))
      return { json: { departures: many } }
    }
    const { items, total, is_truncated, text } = await caller.ok('flights.status', {
      airport: 'LHR',
      direction: 'departures',
    })
    expect([items.length, total, is_truncated]).toEqual([20, 50, true])
    expect(text).toContain('And 30 more.')
  })
})

describe('when AeroDataBox fails', () => {
  beforeEach(() => {
    aeroDataBox.fault = 'failing'
  })

  test('AviationStack is tried, and its times are read as local times of the airport', async () => {
    const { items, source } = await caller.ok('flights.status', { flight: 'BA117' })
    expect(source).toBe('AviationStack')
    expect(items[0]).toMatchObject({
      departure: { scheduled: at(-125), actual: at(-111), delay_s: 840 },
      arrival: { airport: 'John F Kennedy International', timezone: 'America/New_York', scheduled: at(340) },
    })
    expect(items[0]?.arrival).not.toHaveProperty('estimated')
    expect(aviationStack.requests.at(-1)?.query.get('access_key')).toBe('key-2')
  })

  test('a flight has the number of the airline that operates it', async () => {
    const operated = { flight: 'BA117', airline: 'British Airways', codeshares: ['AA6142'] }
    expect((await caller.ok('flights.status', { flight: 'AA6142' })).items).toEqual([expect.objectContaining(operated)])
    expect((await caller.ok('flights.status', { airport: 'LHR', direction: 'departures' })).items).toEqual([
      expect.objectContaining(operated),
    ])
  })

  test('times without a zone are omitted', async () => {
    aviationStack.answers = (request, now) => {
      const answer = aviationStackExamples(request, now)
      const json = answer?.json as { data: { departure: Record<string, unknown> }[] } | undefined
      for (const { departure } of json?.data ?? [])
        Object.assign(departure, { timezone: null, airport: null, iata: null })
      return answer
    }
    const { items } = await caller.ok('flights.status', { flight: 'BA117' })
    expect(items[0]?.departure).toEqual({ terminal: '5', gate: 'C62', delay_s: 840 })
  })

  test('records that AviationStack did not send are counted', async () => {
    aviationStack.answers = (request, now) => {
      const json = aviationStackExamples(request, now)?.json as { pagination: { total: number } }
      json.pagination.total = 140
      return { json }
    }
    const { total, is_truncated } = await caller.ok('flights.status', { airport: 'LHR', direction: 'departures' })
    expect([total, is_truncated]).toEqual([139, true])
  })
})

test('without a key the error names the settings, before any charge', async () => {
  const account = await poor().account()
  await poor().ledger.grant(account.id, 1e9, 'for the test')
  const { status, body } = await account.fails('flights.status', { flight: 'BA117' })
  expect([status, body.code]).toEqual([503, 'not_configured'])
  expect(body.error).toContain('AERODATABOX_API_KEY or AVIATIONSTACK_API_KEY')
})

test('needs a flight or an airport', async () => {
  const { body } = await caller.fails('flights.status', {})
  expect([body.code, body.details?.map(({ path }) => path)]).toEqual(['invalid_argument', ['flight']])
})

/** Changes each flight that AeroDataBox sends. */
function changing(change: (flight: Record<string, unknown>) => void): Examples {
  return (request, now) => {
    const answer = aeroDataBoxExamples(request, now)
    ;(answer?.json as Record<string, unknown>[] | undefined)?.forEach(change)
    return answer
  }
}
