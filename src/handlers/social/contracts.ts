import { z } from 'zod'
import { moment, shortText, topic } from '#runtime/base/topic.ts'

const id = 'social_01k9y4j6k7m8n9p0q1r2s3t4v5'

export const socialPosted = topic(
  'social.posted',
  z.object({
    id: shortText,
    text: z.string().max(1000),
    url: z.url(),
    /** The username of the author. */
    source: shortText,
    /** Id of the post it replies to. */
    reply_to: shortText.optional(),
    published: moment,
  }),
  {
    meaning: 'A post or a reply was published.',
    example: {
      id,
      text: 'November is the month to prune apple trees: they sleep, and you can see what you are doing.',
      url: `https://onedoor.example/social/${id}`,
      source: 'orchardist',
      published: 1_795_254_604_000,
    },
  },
)

export const socialDeleted = topic('social.deleted', z.object({ id: shortText }), {
  meaning: "A post was deleted. No event is published if the post is deleted with its author's account.",
  example: { id },
})
