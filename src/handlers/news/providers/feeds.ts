import { baseUrlSetting, type ProviderDescription } from '#runtime/outbound/description.ts'
import { feedId, publisherOf } from '../article-id.ts'
import { type FeedChoice, isDefaultFeed } from '../settings.ts'

/** A feed, and the provider that it is for the rest of the server. */
export interface Feed extends FeedChoice {
  readonly id: string
  readonly description: ProviderDescription
  /** Path and query of its address. */
  readonly path: string
}

const mebibyte = 1024 * 1024
const known = new Map<string, Feed>()

/** The feed of a choice: the same one for the same choice. */
export function feedOf(choice: FeedChoice): Feed {
  const key = JSON.stringify(choice)
  let feed = known.get(key)
  if (!feed) {
    feed = createFeed(choice)
    known.set(key, feed)
  }
  return feed
}

function createFeed(choice: FeedChoice): Feed {
  const id = feedId(choice.url)
  const url = new URL(choice.url)
  const path = `${url.pathname}${url.search}`
  const source = publisherOf(choice.url)
  const description: ProviderDescription = {
    name: `${source.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 40)}-${id.slice(-4)}`,
    source: `${source} (${choice.topic})`,
    // Where an operator's own feed is, is theirs to decide; the default ones are on the public internet.
    baseUrl: baseUrlSetting('NEWS_FEEDS', isDefaultFeed(choice.url) ? url.origin : 'none', 'news are asked for'),
    address: url.origin,
    pace: { calls: 6, perMs: 60_000 },
    maxRunning: 1,
    maxBytes: 4 * mebibyte,
    // The stories are kept in the database.
    kept: { maxEntries: 1, maxBytes: 1 },
    probe: { path },
    examples: async () => (await import('./feed-examples.ts')).exampleFeed(choice.topic),
  }
  return { ...choice, id, description, path }
}
