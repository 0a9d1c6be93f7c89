import type { FoodHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { hygiene } from './providers/food-standards-agency.ts'
import { product } from './providers/open-food-facts.ts'
import { foodStandardsAgency, openFoodFacts } from './providers.ts'

/** Packaged foods, and the hygiene of those who sell food. */
export function openFood({ outbound }: Pick<FamilyWorld, 'outbound'>): OpenFamily<'food'> {
  const products = outbound.provider(openFoodFacts)
  const agency = outbound.provider(foodStandardsAgency)
  const handlers: FoodHandlers<Context> = {
    product: (args, ctx) => product(products, args, ctx),
    hygiene: (args, ctx) => hygiene(agency, args, ctx),
  }
  return { handlers }
}
