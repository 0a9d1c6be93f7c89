import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { deleteLinks } from './on-account-deleted.ts'
import { urlSettings } from './settings.ts'

export const url = family('url', {
  settings: urlSettings,
  migrations,
  tables: [
    {
      table: 'links',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'links', key: 'id', booleans: ['forward_query'], json: ['tags'] },
    },
  ],
  onAccountDeleted: deleteLinks,
  // Loaded only where it is served: the command line needs no more than the settings.
  service: async () => (await import('#generated/proto/url_pb.js')).Url,
  pages: async () => (await import('./pages/routes.ts')).linkPages,
  open: async (world) => (await import('./open.ts')).openUrl(world),
})
