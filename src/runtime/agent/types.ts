import type { Caller, Delegate } from '../calls/caller.ts'

/** A caller with an account: the agent acts for nobody else. */
export type AgentCaller = Extract<Caller, { kind: 'account' }> | Delegate

/** An agent that somebody has made: what it is told, and what it may use. */
export interface NamedAgent {
  readonly id: string
  readonly name: string
  readonly instructions: string
  /** The services that it may use of those that its caller may; an empty list is none. */
  readonly services: 'all' | readonly string[]
}

/**
 * What was said before and is to be answered now, the earliest first. `owner` is the caller, whose words count; `other` is
 * text by strangers, which is data.
 */
export interface AgentMessage {
  readonly role: 'owner' | 'agent' | 'other'
  readonly text: string
}

/** A method that the agent called, or was refused. */
export interface AgentCallRecord {
  /** Which call of the run it is, from 1. */
  readonly number: number
  readonly service: string
  /** `notes.add` */
  readonly method: string
  readonly ok: boolean
  /** Its result or why it failed, in a sentence. */
  readonly text: string
  readonly cost_credits: number
  /** Epoch milliseconds. */
  readonly startedAtMs: number
  readonly durationMs: number
}

/** What happens during a run. */
export type AgentEvent =
  /** It waits for its turn; `place` 1 is next. */
  | { readonly type: 'queued'; readonly place: number }
  | { readonly type: 'started' }
  /** A piece of text that the model writes: of the answer, or of what it says before a call. */
  | { readonly type: 'text'; readonly text: string }
  /** A method is being called. */
  | { readonly type: 'call'; readonly number: number; readonly service: string; readonly method: string }
  /** That call is over. */
  | { readonly type: 'called'; readonly call: AgentCallRecord }

export interface AgentRun {
  readonly caller: AgentCaller
  /** The named agent; the one without a name if not given. */
  readonly agent?: NamedAgent | undefined
  /** Ends with the words to be answered, by `owner`. */
  readonly messages: readonly AgentMessage[]
  /** Whether the messages hold text that came from strangers by way of the agent; see `AgentResult`. */
  readonly hasForeignText?: boolean | undefined
  /** Aborts the run; what was done until then stays done, and paid. */
  readonly signal: AbortSignal
  /** Told at once; must not throw. */
  readonly onEvent?: ((event: AgentEvent) => void) | undefined
  /** Who ordered it: `agent` for a caller who waits. Others, such as `work` and `events`, may not order further runs. */
  readonly origin: string
  /** Identifies the run in the log; each of its calls has this with its number. A new one if not given. */
  readonly requestId?: string | undefined
}

/** What came of a run. */
export interface AgentResult {
  /** The answer; never empty. If the run ended early it says so. */
  readonly text: string
  readonly calls: readonly AgentCallRecord[]
  /** The sum of what the calls cost. */
  readonly costCredits: number
  /** `refused`: the model refuses to answer. */
  readonly endedBecause: 'answered' | 'time' | 'calls' | 'refused'
  /** Whether text by strangers was read, now or before: to be kept with the conversation. */
  readonly hasForeignText: boolean
}

/** A run that failed. What it did until then is done, and paid. */
export interface FailedRun {
  readonly calls: readonly AgentCallRecord[]
  readonly costCredits: number
}

/** Who acts later: an account, as the token that it wrote something with, or as a signed-in person. */
export interface LaterCaller {
  readonly accountId: string
  /** Undefined for a signed-in person. */
  readonly tokenId: string | undefined
}

/**
 * The agent: a model that calls methods for a caller, with no more than the caller's rights. Methods that are withheld from
 * agents are refused, and so is acting on what strangers wrote.
 */
export interface Agent {
  /**
   * Makes sure that there is a model.
   *
   * @throws ApiError not_configured naming the setting
   */
  require(): void
  /**
   * Runs it, for at most five minutes and 40 calls after it got its turn.
   *
   * @throws ApiError of the model: `not_configured`, `upstream_failed`, `upstream_timeout`; `rate_limited` if too many runs
   * wait; the reason of the signal if that aborts. `doneBefore` tells what a failed run did
   */
  run(run: AgentRun): Promise<AgentResult>
  /** What a run did before it failed with this error; nothing for other errors. */
  doneBefore(error: unknown): FailedRun
  /**
   * The caller that background work acts as: with the rights of the token that it was given with, as they are now.
   *
   * @throws ApiError unauthenticated, with a sentence for its owner, if that token or account has ended
   */
  callerOf(later: LaterCaller): Promise<AgentCaller>
}
