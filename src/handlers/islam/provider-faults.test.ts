import { testProviderFaults } from '../../testing/provider-faults.ts'
import { aslamExamples } from './example-payloads.ts'
import { passageAges } from './providers.ts'

testProviderFaults([
  {
    id: 'islam.read',
    args: { path: '/hadith/1' },
    answers: aslamExamples,
    ages: passageAges,
    settings: (url) => ({ ASLAM_BASE_URL: url }),
  },
])
