import type { Queries } from '../../runtime/bus/queries.ts'
import { family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'

export interface BookmarksDeps {
  readonly query: Queries['query']
}

export const bookmarks = family('bookmarks', {
  migrations,
  tables: [
    {
      table: 'bookmarks',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['title', 'url', 'excerpt', 'note'],
      archive: { file: 'bookmarks', key: 'id', without: ['url_key'] },
    },
  ],
  open: ({ query }): BookmarksDeps => ({ query }),
})
