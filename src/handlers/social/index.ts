import { oldFamily as family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { createSocial } from './social.ts'
import { topics } from './stored/topics.ts'

export const social = family('social', {
  migrations,
  publishes: topics,
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
