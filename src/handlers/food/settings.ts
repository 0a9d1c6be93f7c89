import { baseUrlSetting } from '#runtime/outbound/description.ts'

/** Settings of the providers of food. Neither needs a key. */
export const foodSettings = {
  openFoodFactsBaseUrl: baseUrlSetting(
    'OPEN_FOOD_FACTS_BASE_URL',
    'https://world.openfoodfacts.org',
    'from which data about packaged foods is fetched',
  ),
  foodStandardsBaseUrl: baseUrlSetting(
    'FOOD_STANDARDS_AGENCY_BASE_URL',
    'https://api.ratings.food.gov.uk',
    'from which hygiene ratings are fetched',
  ),
} as const
