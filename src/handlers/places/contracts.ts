import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { provenance } from '#runtime/base/provenance.ts'
import { query } from '#runtime/base/query.ts'

const place = z.object({
  /** Its name and address. */
  place: z.string(),
  lat: z.number(),
  lon: z.number(),
  provenance,
})

/** The best match for a name. Throws OutboundFailure if no provider can be reached. */
export const findPlace = query<{ readonly name: string; readonly asker: Asker }, z.output<typeof place>>(
  'places.find',
  place,
)
