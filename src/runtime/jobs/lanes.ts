/** Lanes from `from` to just before `until`, by their bytes. */
export interface LaneRange {
  readonly from: string
  readonly until: string
}

/** Lanes of jobs that take moments: the names of accounts and `:kind`. */
export const shortLanes: LaneRange = { from: '', until: '~' }
/** Lanes of jobs that take minutes: the same behind a letter that sorts after all of those. */
export const longLanes: LaneRange = { from: '~', until: '~~' }
