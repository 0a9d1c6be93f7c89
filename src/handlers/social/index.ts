import { type FamilyWorld, family } from '../../runtime/kit/family.ts'
import { socialDeleted, socialPosted } from './contracts.ts'
import { migrations } from './migrations/index.ts'

export type SocialDeps = Pick<FamilyWorld, 'store' | 'bus' | 'clock' | 'limits' | 'baseUrl'>

export const social = family('social', {
  migrations,
  publishes: [socialPosted, socialDeleted],
  tables: [
    {
      table: 'social_posts',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'social-posts', key: 'id' },
    },
  ],
  open: (world): SocialDeps => world,
  pages: [
    {
      at: '/social',
      for: 'visitor',
      load: async (site, deps) => (await import('./pages/routes.ts')).socialPages(site, deps),
    },
  ],
})
