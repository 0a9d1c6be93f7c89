import { oldFamily as family } from '#runtime/kit/family.ts'
import { aslam } from './providers/aslam.ts'
import { islamSettings } from './settings.ts'

export const islam = family('islam', {
  settings: islamSettings,
  providers: [aslam],
  open: async (world) => (await import('./open.ts')).openIslam(world),
})
