import { type Clock, iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { SearchIndex } from '#runtime/search/index.ts'
import type { Store } from '#runtime/store/types.ts'
import type { Ingest } from './ingest.ts'
import type { Feed } from './providers/feeds.ts'
import { feedRows } from './rows.ts'

const minuteMs = 60_000
/** Feeds that nobody has read for this long are read for whoever asks. */
const overdueMs = 60 * minuteMs
/** Older news are none. */
export const maxAgeMs = 24 * 60 * minuteMs
const retryAfterS = 60

/** What the methods of the family work with. */
export interface News {
  readonly feeds: readonly Feed[]
  /** Each once, in the order of the setting. */
  readonly topics: readonly string[]
  readonly store: Store
  readonly search: SearchIndex
  readonly clock: Clock
  readonly ingest: Pick<Ingest, 'run' | 'lastFailure'>
}

/** How the feeds are. */
export interface FeedState {
  readonly topics: string[]
  readonly failed_topics: string[]
  readonly as_of: string
  readonly stale: boolean
}

/**
 * How the feeds are, after reading them if that is overdue.
 *
 * @throws ApiError not_configured without feeds; the failure of a feed if none could be read for too long
 */
export async function feedState(news: News, signal: AbortSignal): Promise<FeedState> {
  const { feeds, clock, ingest } = news
  if (feeds.length === 0) {
    throw new ApiError('not_configured', 'This server has no news: its setting NEWS_FEEDS is none.')
  }
  let known = await readings(news)
  if (clock.now() - known.lastMs > overdueMs) {
    await unlessAborted(ingest.run(), signal)
    known = await readings(news)
  }
  if (clock.now() - known.lastMs > maxAgeMs) {
    throw (
      ingest.lastFailure ??
      new OutboundFailure('busy', 'No feed could be read yet; try again in a minute.', { retryAfterS })
    )
  }
  return {
    topics: [...news.topics],
    failed_topics: news.topics.filter((topic) => known.failed.some((feed) => feed.topic === topic)),
    as_of: iso(known.lastMs),
    stale: known.failed.length === feeds.length,
  }
}

async function readings({ feeds, store }: News): Promise<{ lastMs: number; failed: Feed[] }> {
  const rows = await feedRows(store)
  const read = feeds.map(({ id }) => Number(rows.get(id)?.read_at ?? Number.NEGATIVE_INFINITY))
  return { lastMs: Math.max(...read), failed: feeds.filter(({ id }) => (rows.get(id)?.failures ?? 0) > 0) }
}
