import { z } from 'zod'

/** Where data come from, in the terms of results. */
export interface Provenance {
  source: string
  /** When the source provided them, RFC 3339. */
  as_of: string
  /** Whether the source could not be reached, so that these are its last known data. */
  stale: boolean
  /** How many of its records were left out because they are not as documented; absent if none. */
  skipped?: number
  attribution?: string
  licence?: string
}

const shape = z.object({
  source: z.string(),
  as_of: z.string(),
  stale: z.boolean(),
  skipped: z.number().optional(),
  attribution: z.string().optional(),
  licence: z.string().optional(),
})

/** For the results of queries. */
export const provenance = z.custom<Provenance>((value) => shape.safeParse(value).success)
