import { family } from '#runtime/calls/family.ts'
import { migrations } from './migrations/index.ts'
import { unserved } from './unserved.ts'

export const apps = family('apps', {
  unserved,
  migrations,
  tables: [
    {
      table: 'apps',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'apps', key: 'id', booleans: ['public'], json: ['calls'] },
    },
    {
      table: 'app_versions',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'app-versions', key: 'id' },
    },
  ],
  open: async (world) => (await import('./open.ts')).openApps(world),
})
