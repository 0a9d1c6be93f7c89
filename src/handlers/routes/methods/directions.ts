import type { Handler } from '#generated/server/handlers.ts'
import type { RoutesDeps } from '../index.ts'
import { planJourney } from '../journeys/journey.ts'
import { stalenessText, stepsText, travelText } from '../journeys/journey-text.ts'

export default (deps: RoutesDeps): Handler<'routes.directions'> =>
  async (args, ctx) => {
    const { journey, route, provenance, isFree } = await planJourney(deps, args, ctx)
    if (isFree) ctx.charge(0)
    const { steps, polyline } = route
    const directions = steps.length > 0 ? stepsText(steps) : 'No instructions are available without a routing provider.'
    return {
      ...journey,
      steps: [...steps],
      ...(polyline === undefined ? {} : { polyline }),
      text: `${capitalised(travelText(journey.mode, journey))}. ${directions}${stalenessText(provenance)}`,
      ...provenance,
    }
  }

function capitalised(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
