import { family } from '../../runtime/calls/family.ts'
import { blog as handlers } from './blog.ts'
import { migrations } from './migrations/index.ts'

export const blog = family('blog', {
  migrations,
  tables: [
    {
      table: 'blog_posts',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'blog', key: 'id', without: ['title_key', 'snippet'], booleans: ['private'] },
    },
  ],
  open: () => ({ handlers }),
})
