import type { NewsHandlers } from '#generated/server/handlers.ts'
import { SingleFlights } from '#runtime/base/once.ts'
import type { Context } from '#runtime/calls/context.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { type ArticleReader, read } from './article-texts.ts'
import type { News } from './feed-state.ts'
import { Ingest } from './ingest.ts'
import { headlines, list } from './list.ts'
import { DocumentReader } from './parsing/document-parser.ts'
import { feedOf } from './providers/feeds.ts'
import { purge } from './purge.ts'
import { Robots } from './robots.ts'
import type { newsSettings } from './settings.ts'

const dayMs = 86_400_000
/** Feeds that are due are read this often; each says itself when it is. */
const everyQuarter = '4,19,34,49 * * * *'

/** News from the feeds that the operator has chosen. */
export function openNews(world: FamilyWorld<typeof newsSettings>): OpenFamily<'news'> {
  const { settings, outbound, clock, log, store, search } = world
  const feeds = settings.newsFeeds.map(feedOf)
  const reading = new DocumentReader()
  const ingest = new Ingest({ ...world, feeds, reading })
  const news: News = { feeds, topics: [...new Set(feeds.map(({ topic }) => topic))], store, search, clock, ingest }
  const stop = new AbortController()
  const flights: ArticleReader['flights'] = new SingleFlights()
  const reader = { outbound, reading, robots: new Robots(outbound, clock), log, flights, stop: stop.signal }
  const handlers: NewsHandlers<Context> = {
    headlines: (_args, ctx) => headlines(news, ctx),
    list: (args, ctx) => list(news, args, ctx),
    read: (args, ctx) => read(news, reader, args, ctx),
  }
  const keepMs = settings.newsKeepDays * dayMs
  return {
    handlers,
    ...(feeds.length > 0 && { publicPages: async (site) => (await import('./pages/routes.ts')).newsPages(site) }),
    schedules: [
      ...(feeds.length === 0
        ? []
        : [{ name: 'news.ingest', times: everyQuarter, ifMissed: 'once' as const, run: () => ingest.run() }]),
      hourly('news.purge', (signal) => purge({ ...world, feeds, keepMs }, signal)),
    ],
    async close() {
      stop.abort()
      await flights.idle()
      await ingest.close()
      await reading.close()
    },
  }
}
