import { oldFamily as family } from '../../runtime/kit/family.ts'
import { recallListener } from './listener.ts'
import { migrations } from './migrations/index.ts'
import { recall as handlers } from './recall.ts'

export const recall = family('recall', {
  migrations,
  tables: [
    {
      table: 'recall_conversations',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'conversations', key: 'id' },
    },
    {
      table: 'recall_messages',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'messages', key: 'id', booleans: ['is_truncated'] },
    },
  ],
  open: () => ({ handlers, listens: [recallListener] }),
})
