import { z } from 'zod'
import { shortText, topic } from '#runtime/base/topic.ts'

export const pictureGenerated = topic(
  'images.generated',
  z.object({
    id: shortText,
    title: shortText.optional(),
    /** Whether everybody can see it; a new picture is private. */
    public: z.boolean(),
    url: z.url(),
  }),
  {
    meaning: 'A picture was generated.',
    example: {
      id: 'image_01k9y3r5t7v9w1x3y5z7a9b1c3',
      title: 'A lighthouse made of books, watercolour',
      public: false,
      url: 'https://onedoor.example/images/image_01k9y3r5t7v9w1x3y5z7a9b1c3',
    },
  },
)

export const pictureDeleted = topic('images.deleted', z.object({ id: shortText }), {
  meaning: "A picture was deleted. No event is published if the picture is deleted with its owner's account.",
  example: { id: 'image_01k9y3r5t7v9w1x3y5z7a9b1c3' },
})
