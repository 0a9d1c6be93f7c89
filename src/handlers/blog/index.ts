import { oldFamily as family } from '../../runtime/kit/family.ts'
import { createBlog } from './blog.ts'
import { postDeleted, postPublished, postUpdated } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { createPostPublisher } from './publish-post.ts'

export const blog = family('blog', {
  migrations,
  publishes: [postPublished, postUpdated, postDeleted],
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
