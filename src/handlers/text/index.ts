import { oldFamily as family } from '../../runtime/kit/family.ts'

export const text = family('text', {
  // Loaded only where it is served: the command line needs none of it.
  open: async (world) => (await import('./open.ts')).openText(world),
})
