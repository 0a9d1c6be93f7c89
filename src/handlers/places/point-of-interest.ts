import type { Result } from '#generated/server/handlers.ts'
import type { Point } from '#runtime/base/geo.ts'

/** A point of interest as a provider describes it. */
export interface PointOfInterest extends Omit<Result<'places.nearby'>['items'][number], 'distance_m' | 'open_now'> {
  /** Whether the provider says that it is open now. */
  readonly isOpen?: boolean
  /** Whether `opening_hours` is in OpenStreetMap's notation. */
  readonly hasNotation?: boolean
}

/** What is looked for, and where. */
export interface Search extends Point {
  readonly radiusM: number
  /** A kind of place or a name; everything if undefined. */
  readonly query: string | undefined
}

/** Points of interest within the radius, and whether there are more than these. */
export interface Found {
  readonly items: readonly PointOfInterest[]
  readonly isCut: boolean
}
