import type { Knex } from 'knex'
import type { SearchIndex } from '#runtime/search/index.ts'
import { selectJsonTexts } from '#runtime/store/dialect-sql.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { searchKind } from './search/stories.ts'

/** A row of `news_feeds`. */
export interface FeedRow {
  id: string
  topic: string
  url: string
  etag: string | null
  last_modified: string | null
  next_at: number | string
  failures: number
  read_at: number | string | null
}

/** A row of `news_stories` as lists need it. */
export interface StoryRow {
  id: string
  topic: string
  title: string
  summary: string | null
  url: string
  source: string
  image: string | null
  language: string | null
  published_at: number | string | null
  sorted_at: number | string
}

/** A row with the article. */
export interface ArticleRow extends StoryRow {
  feed: string
  seen_at: number | string
  text: string | null
  text_at: number | string | null
  text_failed_at: number | string | null
}

export type NewStory = Omit<StoryRow, 'published_at' | 'sorted_at'> & {
  feed: string
  published_at: number | null
  sorted_at: number
  seen_at: number
}

/** Stories that are stored, of all feeds together. */
const maxStories = 10_000
/** Rows that one transaction deletes. */
const purgeBatch = 200

const listColumns = 'id topic title summary url source image language published_at sorted_at'.split(' ')

const feeds = statement<Record<never, never>>((sql) => sql('news_feeds').select('*'))

/** The stored feeds by id, including those that are no longer listed. */
export async function feedRows(reader: Reader): Promise<Map<string, FeedRow>> {
  const rows = await reader.all<FeedRow>(feeds({}))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Adds a feed unless it is stored already; it is due at once. */
export const addFeed = statement<{ id: string; topic: string; url: string }>((sql, param) =>
  sql('news_feeds')
    .insert({ id: param('id'), topic: param('topic'), url: param('url'), next_at: 0, failures: 0 })
    .onConflict('id')
    .ignore(),
)

/** Claims a feed that is due, so that no other process reads it at the same time. */
export const claimFeed = statement<{ id: string; now: number; until: number }>((sql, param) =>
  sql('news_feeds')
    .where(param.columns('id'))
    .where('next_at', '<=', param('now'))
    .update({ next_at: param('until') }),
)

type FeedReading = Pick<FeedRow, 'id' | 'etag' | 'topic'> & { now: number; next: number; modified: string | null }

export const noteRead = statement<FeedReading>((sql, param) =>
  sql('news_feeds')
    .where(param.columns('id'))
    .update({
      ...param.columns('etag', 'topic'),
      read_at: param('now'),
      next_at: param('next'),
      failures: 0,
      last_modified: param('modified'),
    }),
)

export const noteFailure = statement<{ id: string; next: number; failures: number }>((sql, param) =>
  sql('news_feeds')
    .where(param.columns('id'))
    .update({ next_at: param('next'), failures: param('failures') }),
)

const storyOfId = statement<{ id: string }>((sql, param) => sql('news_stories').where(param.columns('id')).select('*'))

export function findStory(reader: Reader, id: string): Promise<ArticleRow | undefined> {
  return reader.get<ArticleRow>(storyOfId({ id }))
}

export const insertStory = statement<NewStory>((sql, param) =>
  sql('news_stories')
    .insert({
      ...param.columns('id', 'feed', 'topic', 'title', 'summary', 'url', 'source', 'image', 'language'),
      ...param.columns('published_at', 'sorted_at', 'seen_at'),
    })
    .onConflict('id')
    .ignore(),
)

type StoryChange = Pick<NewStory, 'id' | 'feed' | 'topic' | 'url' | 'source' | 'title' | 'summary' | 'image'>

/** Changes a story whose feed has another version now. Its publication time stays. */
export const updateStory = statement<StoryChange>((sql, param) =>
  sql('news_stories')
    .where(param.columns('id'))
    .update(param.columns('feed', 'topic', 'url', 'source', 'title', 'summary', 'image')),
)

/** Records that a story is still in its feed. */
export const touchStory = statement<{ id: string; now: number }>((sql, param) =>
  sql('news_stories')
    .where(param.columns('id'))
    .update({ seen_at: param('now') }),
)

export const storeText = statement<{ id: string; text: string; at: number }>((sql, param) =>
  sql('news_stories')
    .where(param.columns('id'))
    .update({ text: param('text'), text_at: param('at'), text_failed_at: null }),
)

export const noteTextFailure = statement<{ id: string; at: number }>((sql, param) =>
  sql('news_stories')
    .where(param.columns('id'))
    .update({ text_failed_at: param('at') }),
)

/** The stories that a list is limited to. */
export interface StoryFilter {
  readonly ids?: readonly string[] | undefined
  /** Published at `fromMs` or later and before `toMs`. */
  readonly published?: { readonly fromMs: number; readonly toMs: number } | undefined
}

function filtered(reader: Reader, query: Knex.QueryBuilder, { ids, published }: StoryFilter): Knex.QueryBuilder {
  if (ids) query.whereRaw('id in (?)', [selectJsonTexts(reader.sql, JSON.stringify(ids))])
  if (published) {
    query.where('published_at', '>=', published.fromMs).where('published_at', '<', published.toMs)
  }
  return query
}

/** The newest stories of a topic, after those that are skipped. */
export function newestOf(
  reader: Reader,
  topic: string,
  { limit, skip = 0, ...filter }: StoryFilter & { readonly limit: number; readonly skip?: number },
): Promise<StoryRow[]> {
  const query = reader.sql('news_stories').where({ topic }).select(listColumns)
  return reader.all<StoryRow>(filtered(reader, query, filter).orderByRaw(newestFirst).offset(skip).limit(limit))
}

const newestFirst = 'sorted_at desc, id desc'

/** How many stories of each of these topics match; the bound on stories also bounds this count. */
export async function countStories(
  reader: Reader,
  topics: readonly string[],
  filter: StoryFilter,
): Promise<ReadonlyMap<string, number>> {
  const query = filtered(reader, reader.sql('news_stories').whereIn('topic', topics), filter)
  const rows = await reader.all<{ topic: string; total: number | string }>(
    query.groupBy('topic').select('topic').count({ total: '*' }),
  )
  return new Map(rows.map(({ topic, total }) => [topic, Number(total)]))
}

/** Stories to delete: those last seen before a time, and the oldest beyond the bound. */
export async function outdated(reader: Reader, before: number): Promise<string[]> {
  const old = await reader.all<{ id: string }>(
    reader.sql('news_stories').where('seen_at', '<', before).select('id').limit(purgeBatch),
  )
  if (old.length > 0) return old.map(({ id }) => id)
  const beyond = await reader.all<{ id: string }>(
    reader.sql('news_stories').select('id').orderByRaw('seen_at desc, id desc').offset(maxStories).limit(purgeBatch),
  )
  return beyond.map(({ id }) => id)
}

/** Ids of stories of a feed, a batch of them. @param source only those with this one */
export async function storiesOfFeed(reader: Reader, feed: string, source?: string): Promise<string[]> {
  const query = reader.sql('news_stories').where({ feed, ...(source === undefined ? {} : { source }) })
  return (await reader.all<{ id: string }>(query.select('id').limit(purgeBatch))).map(({ id }) => id)
}

/** Deletes stories, also from the search index. */
export async function deleteStories(
  search: Pick<SearchIndex, 'remove'>,
  tx: Writer,
  ids: readonly string[],
): Promise<void> {
  await tx.run(tx.sql('news_stories').whereIn('id', ids).delete())
  for (const id of ids) await search.remove(tx, searchKind, id)
}

export function deleteFeed(tx: Writer, id: string): Promise<{ changes: number }> {
  return tx.run(tx.sql('news_feeds').where({ id }).delete())
}
