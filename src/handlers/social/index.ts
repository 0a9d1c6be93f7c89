import { oldFamily as family } from '../../runtime/kit/family.ts'
import { socialDeleted, socialPosted } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { createSocial } from './social.ts'

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
  open: (world) => ({
    handlers: createSocial(world.baseUrl),
    visitorPages: async (site) => (await import('./pages/routes.ts')).socialPages(site, world),
  }),
})
