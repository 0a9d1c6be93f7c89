import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { iso } from '#runtime/base/clock.ts'
import { momentInZone, timeInZone } from '#runtime/base/zoned-time.ts'
import type { Context } from '#runtime/calls/context.ts'
import { feedState, type News } from './feed-state.ts'
import { countStories, newestOf, type Sought, type StoryRow } from './rows.ts'
import { matching } from './search/stories.ts'

type Item = Result<'news.list'>['items'][number]

const maxHeadlines = 10

/** `news.headlines`: the newest story of each topic. */
export async function headlines(news: News, ctx: Pick<Context, 'signal'>): Promise<Result<'news.headlines'>> {
  const state = await feedState(news, ctx.signal)
  const newest = await Promise.all(news.topics.map((topic) => newestOf(news.store, topic, { limit: 1 })))
  const found = newest.flat().toSorted(newestFirst)
  const items = found.slice(0, maxHeadlines).map(itemOf)
  return { items, total: found.length, ...state, text: items.length > 0 ? inWords(items) : 'There are no stories yet.' }
}

/** `news.list`: recent stories, each topic in turn. */
export async function list(
  news: News,
  { day, topic, limit = 30 }: CallArgs<'news.list'>,
  ctx: Pick<Context, 'signal' | 'viewer' | 'store' | 'clock'>,
): Promise<Result<'news.list'>> {
  const state = await feedState(news, ctx.signal)
  const matches = topic === undefined ? undefined : await matching(news.search, news.store, topic)
  const sought: Sought = { ids: matches?.ids, published: day === 'today' ? await today(ctx) : undefined }
  const [found, total] = await Promise.all([
    Promise.all(news.topics.map((each) => newestOf(news.store, each, { ...sought, limit }))),
    countStories(news.store, news.topics, sought),
  ])
  const items = inTurn(found).slice(0, limit).map(itemOf)
  const none = `No ${day === 'today' ? 'story of today matches' : 'story matches'}.`
  return {
    items,
    total,
    ...(matches?.isAtLeast ? { is_total_at_least: true } : {}),
    ...state,
    text: items.length > 0 ? inWords(items) : none,
  }
}

/** The caller's calendar day, up to now: a story of the future is none. */
async function today({
  viewer,
  store,
  clock,
}: Pick<Context, 'viewer' | 'store' | 'clock'>): Promise<{ fromMs: number; toMs: number }> {
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
  return Array.from({ length: longest }, (_, turn) => sorted.flatMap((stories) => stories[turn] ?? [])).flat()
}

function newestFirst(a: StoryRow, b: StoryRow): number {
  return Number(b.sorted_at) - Number(a.sorted_at) || (a.id < b.id ? 1 : -1)
}

/** A story as the methods return it. */
export function itemOf(row: StoryRow): Item {
  return {
    id: row.id,
    title: row.title,
    ...(row.summary === null ? {} : { summary: row.summary }),
    topic: row.topic,
    source: row.source,
    url: row.url,
    ...(row.image === null ? {} : { image: row.image }),
    ...(row.language === null ? {} : { language: row.language }),
    ...(row.published_at === null ? {} : { published: iso(row.published_at) }),
  }
}

function inWords(items: readonly Item[]): string {
  return items
    .map(({ topic, title, source, summary }) => `${topic}: ${title} (${source}).${summary ? ` ${summary}` : ''}`)
    .join(' ')
}
