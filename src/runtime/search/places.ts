import type { Place } from './types.ts'

/** A kind and part, and the beginning of their tokens. */
export interface Scoped {
  readonly kind: string
  readonly part: string
  readonly scope: string
}

/** Where a search continues. */
export interface Start {
  /** The newest block that may have entries. */
  readonly newest: number
  /** Only entries older than this one; all of that block if not given. */
  readonly before?: Place | undefined
}

export interface Match extends Place {
  readonly record_id: string
}
