import type { Result } from '#generated/server/handlers.ts'
import type { Point } from '#runtime/base/geo.ts'
import { parseUrl } from '#runtime/base/parse-url.ts'

/** A point of interest of a provider. */
export interface PointOfInterest extends Omit<Result<'places.nearby'>['items'][number], 'distance_m' | 'open_now'> {
  /** Whether it is open now, by the provider. */
  readonly isOpen?: boolean
  /** Whether `opening_hours` is in OpenStreetMap's notation. */
  readonly hasNotation?: boolean
}

export interface Search extends Point {
  readonly radiusM: number
  /** A kind of place or a name; undefined for everything. */
  readonly query: string | undefined
}

/** Points of interest within the radius. */
export interface Found {
  readonly items: readonly PointOfInterest[]
  /** Whether there are more. */
  readonly isTruncated: boolean
}

/** @param text may have been written by anyone */
export function webAddress(text: string | undefined): string | undefined {
  const url = text && !/\s/.test(text) ? parseUrl(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
