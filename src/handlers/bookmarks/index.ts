import { oldFamily as family } from '../../runtime/kit/family.ts'
import { createBookmarks } from './bookmarks.ts'
import { migrations } from './migrations/index.ts'

export const bookmarks = family('bookmarks', {
  migrations,
  tables: [
    {
      table: 'bookmarks',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'bookmarks', key: 'id', without: ['url_key'] },
    },
  ],
  open: ({ ask }) => ({ handlers: createBookmarks(ask) }),
})
