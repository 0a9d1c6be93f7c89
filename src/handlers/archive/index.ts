import { serve } from '../../runtime/base/query.ts'
import type { Publisher } from '../../runtime/bus/bus.ts'
import { family } from '../../runtime/kit/family.ts'
import type { Store } from '../../runtime/store/types.ts'
import { archivedItem } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import * as rows from './rows.ts'
import { archiveSubscriber } from './subscriber.ts'

export interface ArchiveDeps {
  readonly store: Store
  readonly bus: Publisher
}

/** What was published just now is found after the archive's own delivery of it. */
const serveItem = ({ store, bus }: ArchiveDeps) =>
  serve(archivedItem, async ({ id }) => {
    let row = await rows.find(store, id)
    if (!row && (await bus.reached('archive'))) row = await rows.find(store, id)
    if (!row) return undefined
    const { kind, title, text, url, source } = row
    return { id, kind, title, text, url: url ?? undefined, source }
  })

export const archive = family('archive', {
  migrations,
  tables: [
    {
      table: 'archive_entries',
      account: 'account',
      whenDeleted: 'delete',
      archive: { leftOut: 'These are copies of public records. The original records are in the archive.' },
    },
  ],
  open: ({ store, bus }): ArchiveDeps => ({ store, bus }),
  serves: (deps) => [serveItem(deps)],
  subscribes: () => [archiveSubscriber],
})
