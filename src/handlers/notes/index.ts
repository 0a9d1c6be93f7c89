import { family } from '../../runtime/kit/family.ts'
import type { Store } from '../../runtime/store/types.ts'
import { latestNotes } from './agent-context.ts'
import { migrations } from './migrations/index.ts'

export interface NotesDeps {
  readonly store: Store
}

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
  open: ({ store }): NotesDeps => ({ store }),
  agentContext: ({ store }, account) => latestNotes(store, account),
})
