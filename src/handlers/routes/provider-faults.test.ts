import { testProviderFaults } from '#testing/provider-faults.ts'
import { routeAges } from './providers/road-travel.ts'
import { googleRoutesExamples, osrmExamples, valhallaExamples } from './providers/router-examples.ts'

const ends = { from_lat: 51.5308, from_lon: -0.1238, to_lat: 51.5194, to_lon: -0.1269 }
const fallback = { is_estimate: true, source: 'straight-line estimate' }
const paced = { OSRM_PER_SECOND: '1000' }

testProviderFaults([
  {
    id: 'routes.eta',
    args: ends,
    answers: osrmExamples,
    ages: routeAges,
    fallback,
    settings: (url) => ({ ...paced, OSRM_BASE_URL: url }),
  },
  {
    id: 'routes.directions',
    args: { ...ends, mode: 'walk' },
    answers: valhallaExamples,
    ages: routeAges,
    fallback: { ...fallback, steps: [] },
    settings: (url) => ({ ...paced, VALHALLA_BASE_URL: url, OSRM_BASE_URL: url }),
  },
  {
    id: 'routes.nearest',
    args: { from_lat: 51.5308, from_lon: -0.1238, to: ['51.5194,-0.1269'], mode: 'transit' },
    answers: googleRoutesExamples,
    keepsNothing: true,
    fallback: { items: [{ is_estimate: true }], source: 'straight-line estimate' },
    settings: (url) => ({ GOOGLE_ROUTES_BASE_URL: url, GOOGLE_API_KEY: 'key' }),
  },
])
