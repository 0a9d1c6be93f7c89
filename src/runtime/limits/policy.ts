/** How many takes one subject (an address, an account) has in a window. */
export interface Policy {
  /** Its name in the RateLimit headers and in the database. */
  readonly name: string
  /** What is counted, as in the error message: `requests`. */
  readonly unit: string
  /** What it is counted by, as in the error message: `address`. */
  readonly per: string
  /** The maximum; undefined if the operator has turned the limit off. It is read at every take. */
  readonly quota: number | undefined
  readonly windowMs: number
}

/**
 * The outcome of one take. `remaining` and `resetS` are what this process knows: other processes may have taken more since.
 */
export interface Verdict {
  readonly policy: Policy
  readonly quota: number
  readonly isAllowed: boolean
  readonly remaining: number
  /** Seconds until more than `remaining` is available. At least 1. */
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
