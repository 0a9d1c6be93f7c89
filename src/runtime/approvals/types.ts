import type { Writer } from '../store/types.ts'

/** What calls on behalf of an account: an agent, background work, an event's prompt, a hosted app, an MCP client, a token. */
export interface Actor {
  readonly kind: 'agent' | 'work' | 'event' | 'app' | 'mcp' | 'token'
  /** Of the named agent, work, event, app or token, if there is one. */
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** A call that needs a person's approval. */
export interface Proposed {
  readonly accountId: string
  /** `notes.delete` */
  readonly operation: string
  /** As checked, with defaults. */
  readonly args: Readonly<Record<string, unknown>>
  readonly actor: Actor
  /** The id of the run that makes the call. */
  readonly run?: string | undefined
  /** Why approval is needed, as a sentence. */
  readonly reason: string
  /** What the call can cost, in micro-credits. */
  readonly microCredits: number
  /** Whether its caller has read text by others; undefined if that is not known. */
  readonly isTainted?: boolean | undefined
}

/** `used` also for an approval whose call has been made. */
export type ApprovalState = 'pending' | 'allowed' | 'denied' | 'expired' | 'used'

/** A call that a person is asked about. Times are epoch milliseconds. */
export interface Approval {
  /** Of the approval; of the rule if a rule allows the call. */
  readonly id: string
  readonly state: ApprovalState
  /** SHA-256 in hex over the arguments, the operation, who calls, and the run. */
  readonly digest: string
  readonly operation: string
  readonly args: Readonly<Record<string, unknown>>
  readonly actor: Actor
  readonly run: string | undefined
  readonly reason: string
  readonly microCredits: number
  readonly createdAtMs: number
  /** When it can no longer be decided; once allowed, when it can no longer be used. */
  readonly expiresAtMs: number
  readonly decidedAtMs: number | undefined
}

/** For what a decision counts: the call, further ones in the same run, or all of the same caller. */
export type Scope = 'once' | 'run' | 'always'

/** A process goes on with a run after this approval. */
export interface RunClaim {
  readonly approval: string
  /** Differs for each process that goes on with it. */
  readonly token: number
}

/** What the pipeline and runs need of approvals. */
export interface Approvals {
  /**
   * The approval of this call: a new one that is pending, or the one with the same digest that is pending, allowed and not
   * used yet, or denied a short time ago.
   *
   * @param usesIt whether an allowed one is used at once: it is returned as `used`
   * @throws ApiError permission_denied for what only a person may call; rate_limited if five are pending for the run, or for a caller without one; too_large for arguments
   *   that cannot be shown to a person
   */
  request(proposed: Proposed, usesIt: boolean): Promise<Approval>
  /** @throws ApiError not_found */
  find(accountId: string, id: string): Promise<Approval>
  /** Resolves when it is decided or has expired, in this or another process. @throws the reason of the signal */
  decided(id: string, signal: AbortSignal): Promise<'allowed' | 'denied' | 'expired'>
  /**
   * Stores the state of a run that waits for an approval, so that another process can go on with it.
   *
   * @param key by which its family finds it
   * @returns false if it is too large, or if the approval is no longer pending: then nothing would resume the run
   */
  park(id: string, key: string, state: unknown): Promise<boolean>
  /** Lets the caller go on with the run that waits. False if another process has already done so. */
  resume(id: string): Promise<boolean>
  /**
   * Lets the caller go on with the run that waits, whose state is kept until it ends. Undefined if another process goes on with it.
   *
   * @param takesOver for a run that went on in another process, which has ended
   */
  claim(id: string, takesOver: boolean): Promise<RunClaim | undefined>
  /**
   * Stores how far a run has come; nothing if the state is undefined or too large: then it is not continued if its process ends.
   *
   * @returns false if another process has taken the run over
   */
  progress(claim: RunClaim, state: unknown): Promise<boolean>
  /** Ends the approvals and rules of a run that has ended: nobody would make those calls. */
  endRun(accountId: string, run: string): Promise<void>
  /** Uses an allowed approval of these arguments, once, in the transaction of the call. False if it cannot be used. */
  use(tx: Writer, id: string, digest: string): Promise<boolean>
}
