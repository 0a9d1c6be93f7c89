import { baseUrlSetting, type ProviderDescription } from '#runtime/outbound/description.ts'
import { feedId, publisherOf } from '../article-id.ts'
import { type FeedChoice, isDefaultFeed } from '../settings.ts'

/** A feed, described as a provider. */
export interface Feed extends FeedChoice {
  readonly id: string
  readonly description: ProviderDescription
  /** Path and query of its address. */
  readonly path: string
}

const mebibyte = 1024 * 1024
/** The server looks descriptions up by identity. */
const created = new Map<string, Feed>()

/** The feed of a choice: the same object for equal choices. */
export function feedOf(choice: FeedChoice): Feed {
  const key = JSON.stringify(choice)
  let feed = created.get(key)
  if (!feed) {
    feed = createFeed(choice)
    created.set(key, feed)
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
    // An operator's own feed may be at a private address; the default ones are on the public internet.
    baseUrl: baseUrlSetting(
      'NEWS_FEEDS',
      isDefaultFeed(choice.url) ? url.origin : 'none',
      'from which news is fetched',
    ),
    address: url.origin,
    pace: { calls: 6, perMs: 60_000 },
    maxRunning: 1,
    maxBytes: 4 * mebibyte,
    // The stories are stored in the database.
    kept: { maxEntries: 100, maxBytes: 1 },
    probe: { path },
    examples: async () => (await import('./feed-examples.ts')).exampleFeed(choice.topic),
  }
  return { ...choice, id, description, path }
}
