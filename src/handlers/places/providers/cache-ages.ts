import type { Ages } from '#runtime/outbound/provider-cache.ts'

const dayMs = 86_400_000

/** Places, addresses and the shape of the land seldom change. */
export const placeAges: Ages = { freshMs: dayMs, refreshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }
