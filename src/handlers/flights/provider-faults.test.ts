import { type FaultyMethod, testProviderFaults } from '#testing/provider-faults.ts'
import { positionExamples } from './providers/position-examples.ts'
import { positionAges } from './providers/positions.ts'
import { aeroDataBoxExamples, aviationStackExamples } from './providers/timetable-examples.ts'
import { timetableAges } from './providers/timetables.ts'

const adsbLol = (url: string) => ({ ADSB_LOL_BASE_URL: url, FLIGHT_POSITIONS_PACE: '1000' })
const aeroDataBox = (url: string) => ({
  AERODATABOX_BASE_URL: url,
  AERODATABOX_API_KEY: 'key-1',
  AERODATABOX_PACE: '1000',
})

const methods: FaultyMethod[] = [
  {
    id: 'flights.overhead',
    args: { lat: 51.47, lon: -0.46 },
    answers: positionExamples,
    ages: positionAges,
    settings: adsbLol,
  },
  {
    id: 'flights.track',
    args: { flight: 'BA117' },
    answers: positionExamples,
    ages: positionAges,
    settings: adsbLol,
  },
  {
    id: 'flights.airport',
    args: { code: 'LHR' },
    answers: positionExamples,
    ages: positionAges,
    settings: adsbLol,
  },
  {
    id: 'flights.status',
    args: { flight: 'BA117' },
    answers: aeroDataBoxExamples,
    ages: timetableAges,
    settings: aeroDataBox,
  },
  {
    id: 'flights.status',
    args: { airport: 'LHR', direction: 'departures' },
    answers: aviationStackExamples,
    ages: timetableAges,
    settings: (url) => ({ AVIATIONSTACK_BASE_URL: url, AVIATIONSTACK_API_KEY: 'key-2', AVIATIONSTACK_PACE: '1000' }),
  },
]

testProviderFaults(methods)
