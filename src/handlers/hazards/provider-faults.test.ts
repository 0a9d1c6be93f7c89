import { type FaultyMethod, testProviderFaults } from '#testing/provider-faults.ts'
import { floodAges } from './providers/environment-agency.ts'
import { environmentAgencyExamples } from './providers/environment-agency-examples.ts'
import { alertAges } from './providers/gdacs.ts'
import { gdacsExamples } from './providers/gdacs-examples.ts'
import { quakeAges } from './providers/usgs.ts'
import { usgsExamples } from './providers/usgs-examples.ts'

const methods: FaultyMethod[] = [
  {
    id: 'hazards.quakes',
    args: {},
    answers: usgsExamples,
    ages: quakeAges,
    settings: (url) => ({ USGS_BASE_URL: url }),
  },
  {
    id: 'hazards.alerts',
    args: { lat: 14.6, lon: 121 },
    answers: gdacsExamples,
    ages: alertAges,
    settings: (url) => ({ GDACS_BASE_URL: url }),
  },
  {
    id: 'hazards.floods',
    args: { lat: 52.2, lon: -2.2 },
    answers: environmentAgencyExamples,
    ages: floodAges,
    settings: (url) => ({ ENVIRONMENT_AGENCY_BASE_URL: url }),
  },
]

testProviderFaults(methods)
