import { testProviderFaults } from '#testing/provider-faults.ts'
import { placeAges } from './providers/cache-ages.ts'
import { googlePlacesExamples } from './providers/google-places-examples.ts'
import { nominatimExamples } from './providers/nominatim-examples.ts'
import { openMeteoExamples } from './providers/open-meteo-examples.ts'
import { overpassExamples } from './providers/overpass-examples.ts'

const ages = placeAges

testProviderFaults([
  {
    id: 'places.geocode',
    args: { address: 'Ben Nevis' },
    answers: nominatimExamples,
    ages,
    settings: (url) => ({ NOMINATIM_BASE_URL: url, NOMINATIM_PER_SECOND: '1000' }),
  },
  {
    id: 'places.address',
    args: { lat: 51.5309, lon: -0.1233 },
    answers: nominatimExamples,
    ages,
    settings: (url) => ({ NOMINATIM_BASE_URL: url, NOMINATIM_PER_SECOND: '1000' }),
  },
  {
    id: 'places.elevation',
    args: { lat: 56.7969, lon: -5.0036 },
    answers: openMeteoExamples,
    ages,
    settings: (url) => ({ OPEN_METEO_BASE_URL: url }),
  },
  {
    id: 'places.nearby',
    args: { lat: 51.5393, lon: -0.1427 },
    answers: overpassExamples,
    ages,
    settings: (url) => ({ OVERPASS_BASE_URL: url }),
  },
  {
    id: 'places.nearby',
    args: { lat: 51.5393, lon: -0.1427, query: 'cafe' },
    answers: googlePlacesExamples,
    keepsNothing: true,
    settings: (url) => ({ GOOGLE_PLACES_BASE_URL: url, GOOGLE_API_KEY: 'key', OVERPASS_BASE_URL: url }),
  },
])
