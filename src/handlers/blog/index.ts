import { type FamilyWorld, family } from '../../runtime/kit/family.ts'
import { postDeleted, postPublished, postUpdated } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { createPostPublisher, type PostPublisher } from './publish-post.ts'

export interface BlogDeps extends Pick<FamilyWorld, 'store' | 'layout' | 'baseUrl'> {
  readonly publish: PostPublisher
}

export const blog = family('blog', {
  migrations,
  publishes: [postPublished, postUpdated, postDeleted],
  tables: [
    {
      table: 'blog_posts',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['title', 'tags', 'content'],
      archive: { file: 'blog', key: 'id', without: ['title_key', 'snippet'], booleans: ['private'] },
    },
  ],
  open: (world): BlogDeps => ({ ...world, publish: createPostPublisher(world) }),
  pages: [
    { at: '/blog', for: 'everyone', load: async (_site, deps) => (await import('./pages/routes.ts')).blogPages(deps) },
  ],
})
