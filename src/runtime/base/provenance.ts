import { z } from 'zod'

/** Where data come from, in the names of results. */
export interface Provenance {
  source: string
  /** When the source had them, RFC 3339. */
  as_of: string
  /** Whether the source could not be reached, so that these are the last data it gave. */
  stale: boolean
  attribution?: string
  licence?: string
}

const shape = z.object({
  source: z.string(),
  as_of: z.string(),
  stale: z.boolean(),
  attribution: z.string().optional(),
  licence: z.string().optional(),
})

/** For the answers of queries. */
export const provenance = z.custom<Provenance>((value) => shape.safeParse(value).success)
