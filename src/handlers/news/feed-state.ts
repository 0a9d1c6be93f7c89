import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { NewsDeps } from './index.ts'
import type { Feed } from './providers/news-feeds.ts'
import { feedRows } from './rows.ts'

const minuteMs = 60_000
/** Feeds that were not read for this long are read when somebody asks for news. */
const overdueMs = 60 * minuteMs
/** Older news is not returned. */
export const maxAgeMs = 24 * 60 * minuteMs
const retryAfterS = 60

/** The state of the feeds, as results show it. */
export interface FeedState {
  readonly topics: string[]
  readonly failed_topics: string[]
  readonly as_of: string
  readonly stale: boolean
}

/**
 * Reads the feeds if that is overdue, and returns their state.
 *
 * @throws ApiError not_configured without feeds; the failure of a feed if none could be read for a day
 */
export async function feedState(deps: NewsDeps, signal: AbortSignal): Promise<FeedState> {
  const { feeds, topics, clock, ingest } = deps
  if (feeds.length === 0) {
    throw new ApiError('not_configured', 'This server has no news, because NEWS_FEEDS is set to none.')
  }
  let known = await readings(deps)
  if (clock.now() - known.lastMs > overdueMs) {
    await unlessAborted(ingest.run(), signal)
    known = await readings(deps)
  }
  if (clock.now() - known.lastMs > maxAgeMs) {
    throw (
      ingest.lastFailure ??
      new OutboundFailure('busy', 'No feed has been read yet. Try again in a minute.', { retryAfterS })
    )
  }
  return {
    topics: [...topics],
    failed_topics: topics.filter((topic) => known.failed.some((feed) => feed.topic === topic)),
    as_of: iso(known.lastMs),
    stale: known.failed.length === feeds.length,
  }
}

async function readings({ feeds, store }: NewsDeps): Promise<{ lastMs: number; failed: Feed[] }> {
  const rows = await feedRows(store)
  const read = feeds.map(({ id }) => Number(rows.get(id)?.read_at ?? Number.NEGATIVE_INFINITY))
  return { lastMs: Math.max(...read), failed: feeds.filter(({ id }) => (rows.get(id)?.failures ?? 0) > 0) }
}
