import { z } from 'zod'
import { moment, shortText, topic } from '#runtime/base/topic.ts'

const post = z.object({
  id: shortText,
  title: shortText,
  /** The beginning of the content as plain text. */
  snippet: z.string().max(300),
  /** The content, markdown, or its beginning. */
  text: z.string(),
  author: shortText,
  /** Whether everybody can read it, or only its author. */
  public: z.boolean(),
  url: z.url(),
  /** When it was first published. */
  published: moment,
})

const example: z.output<typeof post> = {
  id: 'post_01k9y6d4f6g8h0j2k4m6n8p0q2',
  title: 'The heron at the mill pond',
  snippet: 'Every morning this week the same heron has stood below the weir, one leg tucked up, waiting for the light.',
  text: 'Every morning this week the same heron has stood below the weir, one leg tucked up, waiting for the light.\n',
  author: 'layla',
  public: true,
  url: 'https://onedoor.example/blog/post_01k9y6d4f6g8h0j2k4m6n8p0q2',
  published: 1_795_251_600_000,
}

export const postPublished = topic('blog.published', post, { meaning: 'A post was written.', example })

export const postUpdated = topic('blog.updated', post, {
  meaning: 'A post was changed, or became public or private. The event contains its current state.',
  example,
})

export const postDeleted = topic('blog.deleted', z.object({ id: shortText }), {
  meaning: "A post was deleted. No event is published if the post is deleted with its author's account.",
  example: { id: example.id },
})

export type PublishedPost = z.output<typeof post>
