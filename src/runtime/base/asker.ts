/** For whom a request to the outside is made. The context of every call is one; a job creates its own. */
export interface Asker {
  /** Aborts when nobody waits any longer. */
  readonly signal: AbortSignal
  /** Whose share of the waiting requests this one counts towards: an account's id, an address, or the name of a job. */
  readonly subject: string
}
