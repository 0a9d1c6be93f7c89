import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { environmentAgency } from './providers/environment-agency.ts'
import { gdacs } from './providers/gdacs.ts'
import { usgs } from './providers/usgs.ts'
import { hazardSettings } from './settings.ts'

export interface HazardsDeps extends Pick<FamilyWorld, 'query'> {
  readonly usgs: Provider
  readonly gdacs: Provider
  readonly environmentAgency: Provider
}

export const hazards = family('hazards', {
  settings: hazardSettings,
  providers: [usgs, gdacs, environmentAgency],
  open: ({ outbound, query }: Pick<FamilyWorld, 'outbound' | 'query'>): HazardsDeps => ({
    query,
    usgs: outbound.provider(usgs),
    gdacs: outbound.provider(gdacs),
    environmentAgency: outbound.provider(environmentAgency),
  }),
  pages: [
    { at: '/hazards', for: 'everyone', load: async (site) => (await import('./pages/routes.ts')).hazardPages(site) },
  ],
})
