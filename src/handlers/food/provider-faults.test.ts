import { testProviderFaults } from '#testing/provider-faults.ts'
import { ratingAges } from './providers/food-standards-agency.ts'
import { foodStandardsExamples } from './providers/food-standards-agency-examples.ts'
import { productAges } from './providers/open-food-facts.ts'
import { openFoodFactsExamples } from './providers/open-food-facts-examples.ts'

testProviderFaults([
  {
    id: 'food.product',
    args: { barcode: '5012345678900' },
    answers: openFoodFactsExamples,
    ages: productAges,
    settings: (url) => ({ OPEN_FOOD_FACTS_BASE_URL: url }),
  },
  {
    id: 'food.hygiene',
    args: { lat: 53.23, lon: -0.54 },
    answers: foodStandardsExamples,
    ages: ratingAges,
    settings: (url) => ({ FOOD_STANDARDS_AGENCY_BASE_URL: url }),
  },
])
