import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { ArticleTexts } from './article-texts.ts'
import { headlineChanged, storyPublished, storyWithdrawn } from './contracts.ts'
import { Ingest } from './ingest.ts'
import { purge } from './jobs/purge.ts'
import { migrations } from './migrations/index.ts'
import { DocumentParser } from './parsing/document-parser.ts'
import { type Feed, feedOf } from './providers/news-feeds.ts'
import { newsSettings } from './settings.ts'

const dayMs = 86_400_000
/** How often feeds that are due are read. */
const everyQuarter = '4,19,34,49 * * * *'

export interface NewsDeps extends Pick<FamilyWorld, 'store' | 'search' | 'bus' | 'clock'> {
  readonly feeds: readonly Feed[]
  /** The topics of the feeds, each once, in the order of the setting. */
  readonly topics: readonly string[]
  readonly ingest: Ingest
  readonly articles: ArticleTexts
  /** How long a story is stored after it was last in its feed. */
  readonly keepMs: number
}

export const news = family('news', {
  settings: newsSettings,
  migrations,
  publishes: [storyPublished, headlineChanged, storyWithdrawn],
  providersOf: ({ newsFeeds }) => newsFeeds.map((choice) => feedOf(choice).description),
  open(world): NewsDeps {
    const { settings, stack } = world
    const feeds = settings.newsFeeds.map(feedOf)
    const topics = [...new Set(feeds.map(({ topic }) => topic))]
    const parser = stack.use(new DocumentParser())
    const ingest = stack.use(new Ingest({ ...world, feeds, parser }))
    const articles = stack.use(new ArticleTexts({ ...world, parser }))
    return { ...world, feeds, topics, ingest, articles, keepMs: settings.newsKeepDays * dayMs }
  },
  schedules: (deps) => [
    ...(deps.feeds.length === 0
      ? []
      : [{ name: 'news.ingest', times: everyQuarter, ifMissed: 'once' as const, run: () => deps.ingest.run() }]),
    hourly('news.purge', (signal) => purge(deps, signal)),
  ],
  pages: [
    {
      at: '/news',
      for: 'everyone',
      isServed: ({ feeds }) => feeds.length > 0,
      load: async (site) => (await import('./pages/routes.ts')).newsPages(site),
    },
  ],
})
