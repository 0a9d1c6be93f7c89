import { z } from 'zod'
import { query } from '#runtime/base/query.ts'
import { shortText, topic } from '#runtime/base/topic.ts'

const item = z.object({
  id: z.string(),
  kind: z.enum(['news', 'video', 'market', 'social', 'post', 'reminder']),
  title: z.string(),
  text: z.string(),
  url: z.string().optional(),
  source: z.string(),
})

export type ArchivedItem = z.output<typeof item>

/** The item with an id, even if it was published just now. */
export const archivedItem = query<{ readonly id: string }, ArchivedItem>('archive.item', item)

/** A public item, in the shape that the archive uses for families without a shape for it. */
const publication = z.object({
  id: z.string(),
  /** Absent where it has none: its text then begins the list entry. */
  title: z.string().optional(),
  /** The whole text, or what there is of it: a summary, a description, a price in words. */
  text: z.string(),
  url: z.string().optional(),
  /** Who published it: a feed, a channel, a data provider, a username. */
  source: z.string(),
  attribution: z.string().optional(),
  /** When it was published or quoted, in epoch milliseconds. */
  published: z.number(),
})

export type Publication = z.output<typeof publication>

const example = {
  id: 'video_01k9y1f4g6h8j0k2m4n6p8q0r2',
  title: 'Pruning an apple tree',
  text: 'How to cut, and when.',
  url: 'https://videos.example/watch/pruning',
  source: 'The Orchard Channel',
  published: 1_795_251_600_000,
}

export const videoPublished = topic('videos.published', publication, {
  meaning: 'A video has appeared on a followed channel.',
  example,
})

export const videoWithdrawn = topic('videos.withdrawn', z.object({ id: shortText }), {
  meaning: 'A video was removed because its channel was removed.',
  example: { id: example.id },
})

export const reminderPublished = topic('prayer.reminded', publication, {
  meaning: 'A reminder was published.',
  example: { ...example, id: 'reminder_01k9y1f4g6h8j0k2m4n6p8q0r2', title: 'Friday', text: 'A text for the day.' },
})
