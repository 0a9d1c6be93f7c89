import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { appSettings } from './settings.ts'

export const apps = family('apps', {
  settings: appSettings,
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
      archive: { file: 'app-versions', key: 'id', json: ['calls'] },
    },
    {
      table: 'app_uses',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'app-uses', key: 'id' },
      counting: 'kept',
    },
    {
      table: 'app_grants',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'app-grants', key: 'id', json: ['operations'] },
    },
    {
      table: 'app_builds',
      account: 'owner',
      whenDeleted: 'delete',
      archive: {
        file: 'app-builds',
        key: 'id',
        without: ['wallet', 'run', 'prompt_digest'],
        booleans: ['is_tried'],
        json: ['candidate', 'faults'],
      },
      counting: 'kept',
    },
  ],
  open: async (world) => (await import('./open.ts')).openApps(world),
})
