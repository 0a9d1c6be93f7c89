import { oldFamily as family } from '../../runtime/kit/family.ts'
import { streamListener } from './listener.ts'
import { migrations } from './migrations/index.ts'
import { stream as handlers } from './stream.ts'

export const stream = family('stream', {
  migrations,
  tables: [
    {
      table: 'stream_entries',
      account: 'account',
      whenDeleted: 'delete',
      archive: { file: 'stream', key: 'id', without: ['subject'], booleans: ['public'] },
    },
  ],
  open: (world) => ({
    handlers,
    listens: [streamListener],
    publicPages: async () => (await import('./pages.ts')).streamPages(world),
  }),
})
