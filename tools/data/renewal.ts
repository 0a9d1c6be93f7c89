/** What a renewed data set is now made of. */
export interface Renewal {
  /** The day of the content: `2026-02-28`. */
  readonly contentDate: string
  /** Its sources with their versions. */
  readonly source: string
}
