import type { Handler } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { momentInZone, timeInZone } from '#runtime/base/zoned-time.ts'
import type { Context } from '#runtime/calls/context.ts'
import { pageOf } from '#runtime/kit/page.ts'
import type { Reader } from '#runtime/store/types.ts'
import { feedState } from '../feed-state.ts'
import type { NewsDeps } from '../index.ts'
import { itemOf, newestFirst, textOf } from '../results.ts'
import { countStories, newestOf, type StoryFilter, type StoryRow } from '../rows.ts'
import { findStories } from '../search/stories.ts'

/** Recent stories, each topic in turn. */
export default (deps: NewsDeps): Handler<'news.list'> =>
  async ({ day, topic, limit = 30, offset = 0 }, ctx) => {
    const { topics } = deps
    const { search, store } = ctx
    const state = await feedState(deps, ctx.signal)
    const matches = topic === undefined ? undefined : await findStories(search, store, topic)
    const filter: StoryFilter = { ids: matches?.ids, published: day === 'today' ? await today(ctx) : undefined }
    const [newest, totals] = await Promise.all([
      Promise.all(topics.map((each) => newestOf(store, each, { ...filter, limit: 1 }))),
      countStories(store, topics, filter),
    ])
    const sorted = newest.flat().toSorted(newestFirst)
    const counted = sorted.map(({ topic: name }) => ({ name, total: totals.get(name) ?? 0 }))
    const total = counted.reduce((sum, each) => sum + each.total, 0)
    const turns = turnsOf(counted, offset + limit)
    const items = (await storiesOf(store, filter, { turns, offset, limit })).map(itemOf)
    const page = pageOf(items, total, offset)
    const none = `No ${total > 0 ? 'further ' : ''}story ${day === 'today' ? 'from today ' : ''}matches.`
    return {
      ...page,
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

/** The topic of each of the first stories: every topic once, then each again that has another story, and so on. */
function turnsOf(topics: readonly { readonly name: string; readonly total: number }[], count: number): string[] {
  const turns: string[] = []
  let left = topics
  for (let round = 0; left.length > 0 && turns.length < count; round++) {
    turns.push(...left.map(({ name }) => name))
    left = left.filter(({ total }) => total > round + 1)
  }
  return turns
}

/** The stories of one page, which takes the next ones of each topic whose turn it is. */
async function storiesOf(
  store: Reader,
  filter: StoryFilter,
  { turns, offset, limit }: { turns: readonly string[]; offset: number; limit: number },
): Promise<StoryRow[]> {
  const before = turns.slice(0, offset)
  const shown = turns.slice(offset, offset + limit)
  const reading = [...new Set(shown)].map(async (topic) => {
    const isOfTopic = (name: string) => name === topic
    const range = { skip: before.filter(isOfTopic).length, limit: shown.filter(isOfTopic).length }
    return [topic, (await newestOf(store, topic, { ...filter, ...range })).values()] as const
  })
  const stories = new Map(await Promise.all(reading))
  return shown.flatMap((topic) => stories.get(topic)?.next().value ?? [])
}
