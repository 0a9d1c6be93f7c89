import type { Handler } from '#generated/server/handlers.ts'
import type { RoutesDeps } from '../index.ts'
import { planJourney } from '../journeys/journey.ts'
import { stalenessText } from '../journeys/journey-text.ts'

export default (deps: RoutesDeps): Handler<'routes.eta'> =>
  async (args, ctx) => {
    const { journey, text, provenance, isFree } = await planJourney(deps, args, ctx)
    if (isFree) ctx.charge(0)
    return { ...journey, text: `${text}${stalenessText(provenance)}`, ...provenance }
  }
