import { oldFamily as family } from '../../runtime/kit/family.ts'
import { createItemAnswer, archive as handlers } from './archive.ts'
import { archiveListener } from './listener.ts'
import { migrations } from './migrations/index.ts'

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
  open: (world) => ({
    handlers,
    listens: [archiveListener],
    answers: { 'archive.item': createItemAnswer(world) },
  }),
})
