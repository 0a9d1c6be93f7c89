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
      archive: { file: 'conversations', key: 'id' },
    },
    {
      table: 'recall_messages',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'messages', key: 'id', booleans: ['is_truncated'] },
    },
  ],
  open: () => ({}),
  subscribes: () => [recallSubscriber],
})
