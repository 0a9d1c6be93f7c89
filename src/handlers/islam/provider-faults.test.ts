import { testProviderFaults } from '#testing/provider-faults.ts'
import { passageAges } from './providers/aslam.ts'
import { aslamExamples } from './providers/aslam-examples.ts'

testProviderFaults([
  {
    id: 'islam.read',
    args: { path: '/hadith/1' },
    answers: aslamExamples,
    ages: passageAges,
    settings: (url) => ({ ASLAM_BASE_URL: url }),
  },
])
