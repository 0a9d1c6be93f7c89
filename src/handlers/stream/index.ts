import { family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import type { StreamDeps } from './pages/routes.ts'
import { streamSubscriber } from './subscriber.ts'

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
  open: ({ store, layout, baseUrl }): StreamDeps => ({ store, layout, baseUrl }),
  subscribes: () => [streamSubscriber],
  pages: [
    {
      at: '/stream',
      for: 'everyone',
      load: async (_site, deps) => (await import('./pages/routes.ts')).streamPages(deps),
    },
  ],
})
