import type { Publisher } from '../../runtime/bus/bus.ts'
import { family } from '../../runtime/kit/family.ts'
import type { Store } from '../../runtime/store/types.ts'
import { migrations } from './migrations/index.ts'
import { serveItem } from './serve-item.ts'
import { archiveSubscriber } from './subscriber.ts'

export interface ArchiveDeps {
  readonly store: Store
  readonly bus: Publisher
}

export const archive = family('archive', {
  migrations,
  tables: [
    {
      table: 'archive_entries',
      account: 'account',
      whenDeleted: 'delete',
      archive: { leftOut: 'Copies of public records, which are in the archive of the account themselves.' },
    },
  ],
  open: ({ store, bus }): ArchiveDeps => ({ store, bus }),
  serves: (deps) => [serveItem(deps)],
  subscribes: () => [archiveSubscriber],
})
