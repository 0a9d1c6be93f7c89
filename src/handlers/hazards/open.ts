import type { HazardsHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { isInEngland } from './england.ts'
import { floods } from './providers/environment-agency.ts'
import { alerts } from './providers/gdacs.ts'
import { quakes } from './providers/usgs.ts'
import { environmentAgency, gdacs, usgs } from './providers.ts'

/** Earthquakes, disasters and floods, from three public agencies. */
export function openHazards({ outbound }: Pick<FamilyWorld, 'outbound'>): OpenFamily<'hazards'> {
  const earthquakes = outbound.provider(usgs)
  const disasters = outbound.provider(gdacs)
  const england = { agency: outbound.provider(environmentAgency), isInEngland }
  const handlers: HazardsHandlers<Context> = {
    quakes: (args, ctx) => quakes(earthquakes, args, ctx),
    alerts: (args, ctx) => alerts(disasters, args, ctx),
    floods: (args, ctx) => floods(england, args, ctx),
  }
  return { handlers, publicPages: async (site) => (await import('./pages/routes.ts')).hazardPages(site) }
}
