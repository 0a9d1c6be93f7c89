import type { Ages } from '#runtime/outbound/provider-cache.ts'

export const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Prices. Old ones are returned, marked, until newer ones are known. */
export const priceAges: Ages = { freshMs: minuteMs, refreshMs: 5 * minuteMs, maxAgeMs: 30 * dayMs }
/** Reference rates of the latest days, which change once on a working day. */
export const rateAges: Ages = { freshMs: 10 * minuteMs, refreshMs: hourMs, maxAgeMs: 30 * dayMs }
/** Prices and rates of past days. */
export const pastAges: Ages = { freshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }
