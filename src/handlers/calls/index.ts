import { type FamilyWorld, family } from '#runtime/kit/family.ts'

export type CallsDeps = Pick<FamilyWorld, 'callLog'>

export const calls = family('calls', {
  open: ({ callLog }): CallsDeps => ({ callLog }),
  pages: [
    {
      at: '/settings/calls',
      for: 'owner',
      load: async (site) => (await import('./pages/routes.ts')).callPages(site),
    },
  ],
})
