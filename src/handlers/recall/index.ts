import { family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { recallSubscriber } from './subscriber.ts'

export const recall = family('recall', {
  migrations,
  tables: [
    {
      table: 'recall_conversations',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'It has a mark that nobody clears: `has_foreign_text`.' },
      archive: { file: 'conversations', key: 'id', booleans: ['has_foreign_text'] },
    },
    {
      table: 'recall_messages',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'Its conversation has the mark.' },
      archive: { file: 'messages', key: 'id', booleans: ['is_truncated'] },
    },
  ],
  open: () => ({}),
  subscribes: () => [recallSubscriber],
})
