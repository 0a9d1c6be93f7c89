import { oldFamily as family } from '../../runtime/kit/family.ts'
import { knownNotes } from './known.ts'
import { migrations } from './migrations/index.ts'
import { notes as handlers } from './notes.ts'

export const notes = family('notes', {
  migrations,
  tables: [
    {
      table: 'notes',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'notes', key: 'id', without: ['title_key'] },
    },
  ],
  open: ({ store }) => ({
    handlers,
    answers: { 'notes.known': ({ account }: { account: string }) => knownNotes(store, account) },
  }),
})
