import { oldFamily as family } from '#runtime/kit/family.ts'
import { headlineChanged, storyPublished, storyWithdrawn } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { feedOf } from './providers/feeds.ts'
import { newsSettings } from './settings.ts'

export const news = family('news', {
  settings: newsSettings,
  migrations,
  publishes: [storyPublished, headlineChanged, storyWithdrawn],
  providersOf: ({ newsFeeds }) => newsFeeds.map((choice) => feedOf(choice).description),
  // Loaded only where it is served.
  open: async (world) => (await import('./open.ts')).openNews(world),
})
