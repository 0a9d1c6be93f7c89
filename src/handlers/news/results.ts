import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { StoryRow } from './rows.ts'

type Item = Result<'news.list'>['items'][number]

/** A story as results show it; empty fields are absent. */
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

/** Stories as one text. */
export function textOf(items: readonly Item[]): string {
  return items
    .map(({ topic, title, source, summary }) => `${topic}: ${title} (${source}).${summary ? ` ${summary}` : ''}`)
    .join(' ')
}

/** Compares stories for the order newest first. */
export function newestFirst(a: StoryRow, b: StoryRow): number {
  return Number(b.sorted_at) - Number(a.sorted_at) || (a.id < b.id ? 1 : -1)
}
