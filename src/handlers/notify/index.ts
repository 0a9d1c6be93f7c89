import { oldFamily as family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { notifySettings } from './settings.ts'

export const notify = family('notify', {
  settings: notifySettings,
  migrations,
  tables: [
    {
      table: 'notify_devices',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'devices', key: 'id', without: ['endpoint', 'endpoint_sha256', 'p256dh', 'auth'] },
    },
  ],
  open: async (world) => (await import('./open.ts')).openNotify(world),
})
