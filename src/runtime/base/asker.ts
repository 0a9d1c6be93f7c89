/** For whom the outside is asked. Every call's context is one; a job makes its own. */
export interface Asker {
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal
  /** Whose share of the requests that may wait this one is: an account's id, an address, or the name of a job. */
  readonly subject: string
}
