import type { Handler } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { momentInZone, timeInZone } from '#runtime/base/zoned-time.ts'
import type { Context } from '#runtime/calls/context.ts'
import { feedState } from '../feed-state.ts'
import type { NewsDeps } from '../index.ts'
import { itemOf, newestFirst, textOf } from '../results.ts'
import { countStories, newestOf, type StoryFilter, type StoryRow } from '../rows.ts'
import { findStories } from '../search/stories.ts'

/** Recent stories, each topic in turn. */
export default (deps: NewsDeps): Handler<'news.list'> =>
  async ({ day, topic, limit = 30 }, ctx) => {
    const { topics } = deps
    const { search, store } = ctx
    const state = await feedState(deps, ctx.signal)
    const matches = topic === undefined ? undefined : await findStories(search, store, topic)
    const filter: StoryFilter = { ids: matches?.ids, published: day === 'today' ? await today(ctx) : undefined }
    const [found, total] = await Promise.all([
      Promise.all(topics.map((each) => newestOf(store, each, { ...filter, limit }))),
      countStories(store, topics, filter),
    ])
    const items = inTurn(found).slice(0, limit).map(itemOf)
    const none = `No ${day === 'today' ? 'story from today matches' : 'story matches'}.`
    return {
      items,
      total,
      ...(matches?.isAtLeast ? { is_total_at_least: true } : {}),
      ...state,
      text: items.length > 0 ? textOf(items) : none,
    }
  }

/** The caller's calendar day up to now: feeds also have stories dated in the future. */
async function today({ viewer, store, clock }: Context): Promise<{ fromMs: number; toMs: number }> {
  const zone = (viewer && (await timeZoneOf(store, viewer.id))) ?? 'UTC'
  const now = clock.now()
  const day = timeInZone(now, zone).slice(0, 10)
  return { fromMs: momentInZone(`${day}T00:00:00`, zone) ?? now, toMs: now + 1 }
}

/** The newest story of each topic, the topic with the newest one first; then the next of each. */
function inTurn(topics: readonly (readonly StoryRow[])[]): StoryRow[] {
  const sorted = topics
    .filter((stories) => stories.length > 0)
    .toSorted((a, b) => newestFirst(a[0] as StoryRow, b[0] as StoryRow))
  const longest = Math.max(0, ...sorted.map((stories) => stories.length))
  return Array.from({ length: longest }, (_, at) => sorted.flatMap((stories) => stories[at] ?? [])).flat()
}
