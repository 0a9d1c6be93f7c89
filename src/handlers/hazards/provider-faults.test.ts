import { type FaultyMethod, testProviderFaults } from '#testing/provider-faults.ts'
import { environmentAgencyExamples, gdacsExamples, usgsExamples } from './providers/usgs-examples.ts'
import { quakeAges, warningAges } from './providers.ts'

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
    ages: warningAges,
    settings: (url) => ({ GDACS_BASE_URL: url }),
  },
  {
    id: 'hazards.floods',
    args: { lat: 52.2, lon: -2.2 },
    answers: environmentAgencyExamples,
    ages: warningAges,
    settings: (url) => ({ ENVIRONMENT_AGENCY_BASE_URL: url }),
  },
]

testProviderFaults(methods)
