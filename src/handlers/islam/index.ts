import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { aslam } from './providers/aslam.ts'
import { islamSettings } from './settings.ts'

export interface IslamDeps extends Pick<FamilyWorld, 'query'> {
  readonly aslam: Provider
}

export const islam = family('islam', {
  settings: islamSettings,
  providers: [aslam],
  open: ({ outbound, query }): IslamDeps => ({ aslam: outbound.provider(aslam), query }),
})
