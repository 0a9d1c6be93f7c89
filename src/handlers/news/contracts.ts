import { z } from 'zod'
import { moment, shortText, topic } from '#runtime/base/topic.ts'

const story = z.object({
  id: shortText,
  title: z.string().min(1).max(1000),
  /** The summary, or the headline without one. */
  text: z.string().min(1).max(20_000),
  url: z.url(),
  /** The domain of its publisher. */
  source: shortText,
  published: moment,
})

const example: z.output<typeof story> = {
  id: 'news_7c1e94d05ab2f638',
  title: 'Severn expected to crest on Sunday after a week of rain',
  text: 'Flood warnings are in force from Shrewsbury to Gloucester, and barriers are up in Worcester.',
  url: 'https://www.bbc.co.uk/news/articles/c4gw1x7lmz2o',
  source: 'bbc.co.uk',
  published: 1_795_251_600_000,
}

export const storyPublished = topic('news.published', story, {
  meaning: 'A story has appeared in a feed, or its headline or summary has changed.',
  example,
})

export const headlineChanged = topic(
  'news.headline',
  z.object({ id: shortText, title: story.shape.title, url: z.url() }),
  {
    meaning: 'A story is now the latest in all feeds.',
    example: { id: example.id, title: example.title, url: example.url },
  },
)

export const storyWithdrawn = topic('news.withdrawn', z.object({ id: shortText }), {
  meaning: 'A story was deleted because its feed is no longer listed. Copies of it should also be deleted.',
  example: { id: example.id },
})
