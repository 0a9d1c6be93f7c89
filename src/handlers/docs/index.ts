import { family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'

export const docs = family('docs', {
  migrations,
  tables: [
    {
      table: 'docs',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['title', 'content'],
      archive: { file: 'docs', key: 'id', without: ['title_key', 'snippet', 'length'], booleans: ['public'] },
    },
  ],
  open: () => ({}),
})
