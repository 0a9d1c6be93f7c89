import { oldFamily as family } from '../../runtime/kit/family.ts'
import { createPostPublisher, topics } from './announcements.ts'
import { createBlog } from './blog.ts'
import { migrations } from './migrations/index.ts'

export const blog = family('blog', {
  migrations,
  publishes: topics,
  tables: [
    {
      table: 'blog_posts',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'blog', key: 'id', without: ['title_key', 'snippet'], booleans: ['private'] },
    },
  ],
  open: (world) => ({
    handlers: createBlog(createPostPublisher(world)),
    publicPages: async () => (await import('./pages.ts')).blogPages(world),
  }),
})
