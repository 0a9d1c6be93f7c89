import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { foodStandardsAgency } from './providers/food-standards-agency.ts'
import { openFoodFacts } from './providers/open-food-facts.ts'
import { foodSettings } from './settings.ts'

export interface FoodDeps {
  readonly products: Provider
  readonly ratings: Provider
}

export const food = family('food', {
  settings: foodSettings,
  providers: [openFoodFacts, foodStandardsAgency],
  open: ({ outbound }: Pick<FamilyWorld, 'outbound'>): FoodDeps => ({
    products: outbound.provider(openFoodFacts),
    ratings: outbound.provider(foodStandardsAgency),
  }),
})
