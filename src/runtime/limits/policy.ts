/** How much of something one subject (an address, an account) may have in a window. */
export interface Policy {
  /** Its name in the RateLimit headers and in the database. */
  readonly name: string
  /** What is counted, as it is worded to the caller: `requests`. */
  readonly unit: string
  /** For whom it is counted, as it is worded to the caller: `address`. */
  readonly per: string
  /** At most so many; undefined where the operator has switched the limit off. */
  readonly quota: number | undefined
  readonly windowMs: number
}

/**
 * What one take of an allowance came to. `remaining` and `resetS` are what this process knows: another one may have
 * taken more since.
 */
export interface Verdict {
  readonly policy: Policy
  readonly quota: number
  readonly isAllowed: boolean
  readonly remaining: number
  /** Seconds for which `remaining` is all there is; from then on there is more. At least 1. */
  readonly resetS: number
}

const units = [
  { seconds: 86_400, one: 'day', many: 'days' },
  { seconds: 3600, one: 'hour', many: 'hours' },
  { seconds: 60, one: 'minute', many: 'minutes' },
  { seconds: 1, one: 'second', many: 'seconds' },
] as const

/** A window in words: `minute`, `15 minutes`. */
export function windowInWords(windowMs: number): string {
  const seconds = windowMs / 1000
  const unit = units.find((each) => seconds % each.seconds === 0) ?? units[3]
  const count = seconds / unit.seconds
  return count === 1 ? unit.one : `${count} ${unit.many}`
}
