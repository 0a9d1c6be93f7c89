import { z } from 'zod'
import { query } from '#runtime/base/query.ts'

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
