import type { Operation } from '#generated/server/operations.ts'
import type { Actor, Approval } from '../approvals/types.ts'
import type { Caller, Delegate } from '../calls/caller.ts'
import type { Choice } from '../policy/types.ts'
import type { PausedRun } from './paused-run.ts'

/** A caller with an account: the agent acts for nobody else. */
export type AgentCaller = Extract<Caller, { kind: 'account' }> | Delegate

/** An agent that a user has created: its instructions, and what it may use. */
export interface NamedAgent {
  readonly id: string
  readonly name: string
  readonly instructions: string
  /** The services of its caller that it may use; none if the list is empty. */
  readonly services: 'all' | readonly string[]
}

/**
 * The conversation to answer, oldest message first. `owner` is the caller, whose words count; `other` is
 * untrusted text, which is data.
 */
export interface AgentMessage {
  readonly role: 'owner' | 'agent' | 'other'
  readonly text: string
}

/** A method that the agent called, or tried to. */
export interface AgentCallRecord {
  /** The number of the call in the run, from 1. */
  readonly number: number
  readonly service: string
  /** `notes.add` */
  readonly method: string
  readonly ok: boolean
  /** Its result, or why it failed, in a sentence. */
  readonly text: string
  readonly cost_credits: number
  /** Epoch milliseconds. */
  readonly startedAtMs: number
  readonly durationMs: number
}

/** The events of a run. */
export type AgentEvent =
  /** It is in the queue; `place` 1 is next. */
  | { readonly type: 'queued'; readonly place: number }
  | { readonly type: 'started' }
  /** A piece of text that the model writes: part of the answer, or before a call. */
  | { readonly type: 'text'; readonly text: string }
  /** A call has started. */
  | { readonly type: 'call'; readonly number: number; readonly service: string; readonly method: string }
  /** That call waits until a person has decided about it. */
  | { readonly type: 'approval'; readonly number: number; readonly method: string; readonly approval: Approval }
  /** That call is over. */
  | { readonly type: 'called'; readonly call: AgentCallRecord }
  /** The tokens of an answer of the model were charged. */
  | { readonly type: 'charged'; readonly microCredits: number }

export interface AgentRun {
  readonly caller: AgentCaller
  /** The named agent; the one without a name if not given. */
  readonly agent?: NamedAgent | undefined
  /** Ends with the words to answer, by `owner`. */
  readonly messages: readonly AgentMessage[]
  /** What the person chose in this request, besides what `messages` say. */
  readonly choices?: readonly Choice[] | undefined
  /** Whether the messages contain untrusted text that came through the agent; see `AgentResult`. */
  readonly hasForeignText?: boolean | undefined
  /** Whether the words to answer may be by others, because their record is marked: then they choose nothing. */
  readonly isPromptOfOthers?: boolean | undefined
  /** The JSON schema of the answer, for a run without tools. Not every provider enforces it. */
  readonly answerSchema?: object | undefined
  /** Aborts the run; calls that were already made stay done and paid. */
  readonly signal: AbortSignal
  /** Called immediately; must not throw. */
  readonly onEvent?: ((event: AgentEvent) => void) | undefined
  /**
   * Called before a call is made, and again once it is approved; the call waits for it. If it rejects, the call is not made, and
   * the run fails with that error.
   */
  readonly beforeCall?: ((call: PlannedCall) => Promise<void>) | undefined
  /** The id under which approvals know the run. A new one if not given. */
  readonly id?: string | undefined
  /** Who ordered it: `agent` for a caller that waits. Others may not order further runs. */
  readonly origin: Extract<Actor['kind'], 'agent' | 'work' | 'event'>
  /** What people allow calls to, and see as the caller; the named agent if not given. */
  readonly actor?: Pick<Actor, 'id' | 'name'> | undefined
  /**
   * What its family needs to go on with the run after an approval, perhaps in another process: then a run that waits too long
   * ends as `waiting`. Without it, it goes on without the call.
   */
  readonly resumption?: Resumption | undefined
  /** The run that goes on, and what was decided about the call for which it has waited. */
  readonly resumed?: ResumedRun | undefined
  /** Identifies the run in the log; each of its calls has this with its number. A new one if not given. */
  readonly requestId?: string | undefined
}

/** A call that is about to be made. */
export interface PlannedCall {
  /** In the run, from 1. */
  readonly number: number
  readonly operation: Pick<Operation, 'id' | 'effects'>
}

/** How a family finds its run that waits. */
export interface Resumption {
  /** Begins with the name of the family; the event that ends the approval has it. */
  readonly key: string
  /** As JSON. */
  readonly data: unknown
  /**
   * Whether a run that has gone on after an approval is continued if its process ends, from the last of its calls. Its family makes
   * sure that only one process at once goes on with it, and calls `forget` of approvals when it has ended.
   */
  readonly isContinued?: boolean
}

/** A run that goes on. */
export interface ResumedRun {
  /** The id of the approval. The first process that goes on with its run gets it. */
  readonly approval: string
  readonly decision: 'allowed' | 'denied' | 'expired'
  readonly paused: PausedRun
}

/** The result of a run. */
export interface AgentResult {
  /** The answer; never empty. If the run ended early, it says so. */
  readonly text: string
  readonly calls: readonly AgentCallRecord[]
  /** The total cost of the calls, and of the tokens of the model. */
  readonly costCredits: number
  /** `refused`: the model refuses to answer. `budget`: the budgets or credits do not allow a further answer of the model. */
  readonly endedBecause: 'answered' | 'time' | 'calls' | 'refused' | 'budget' | 'waiting'
  /** Whether untrusted text was read, now or before: store it with the conversation. */
  readonly hasForeignText: boolean
}

/** A run that failed. Its calls so far are done and paid. */
export interface FailedRun {
  readonly calls: readonly AgentCallRecord[]
  readonly costCredits: number
}

/** Who acts later: an account, with the token that it used or as a signed-in person. */
export interface LaterCaller {
  readonly accountId: string
  /** Undefined for a signed-in person. */
  readonly tokenId: string | undefined
}

/**
 * The agent: a model that calls methods for a caller, with no more than the caller's rights. It calls withheld methods, and
 * acts after it has read untrusted text, only with approval.
 */
export interface Agent {
  /**
   * Checks that a model is configured.
   *
   * @throws ApiError not_configured naming the setting
   */
  require(): void
  /**
   * Runs it, for at most five minutes and 40 calls after it left the queue.
   *
   * @throws ApiError of the model: `not_configured`, `upstream_failed`, `upstream_timeout`; `rate_limited` if too many runs
   * wait; the reason of the signal if that aborts. `doneBefore` returns what a failed run did
   */
  run(run: AgentRun): Promise<AgentResult>
  /** What a run did before it failed with this error; undefined for other errors. */
  doneBefore(error: unknown): FailedRun
  /**
   * The caller for background work: with the current rights of the token that ordered it.
   *
   * @throws ApiError unauthenticated, with a sentence for its owner, if that token or account has ended
   */
  callerOf(later: LaterCaller): Promise<AgentCaller>
}
