import type { Operation } from '#generated/server/operations.ts'
import type { ApiError } from '../base/errors.ts'
import type { Verdict } from '../limits/policy.ts'
import type { Charge } from '../money/bill.ts'
import type { Receipt } from '../money/x402/index.ts'
import { hasForeignText } from '../policy/foreign-text.ts'
import type { ResultStream } from './result-stream.ts'

/** The outcome of a call. Doors write it in their own form. */
export type Outcome<Result = unknown> = (Success<Result> | Failure) & Partial<Label>

interface Label {
  /** Whether it may contain text by others, as every stream may: its rows have not been read yet. */
  readonly hasForeignText: boolean
}

/** What is known about the call itself. */
interface LabelledCall {
  readonly operation: Operation
  /** Whether it has read a record that is marked. */
  readonly hasReadMarked: boolean
}

export interface Success<Result = unknown> {
  readonly operation: Operation
  readonly result: Result
  /** The result as JSON, if it is already written: a result that cannot be written is not charged. */
  readonly json?: string | undefined
  /**
   * The result, in place of `result`, if it is too long for memory: only for a call with `acceptsStream`. It is
   * recorded when it ends, and it has to be read or closed.
   */
  readonly stream?: ResultStream | undefined
  readonly charge?: Charge | undefined
  /** The payment for it. */
  readonly receipt?: Receipt | undefined
  /** This result was returned before, under the same Idempotency-Key or for the same payment. */
  readonly isReplay?: boolean
  readonly limits?: readonly Verdict[]
  readonly error?: undefined
}

export interface Failure {
  /** Undefined if the call named no operation. */
  readonly operation: Operation | undefined
  readonly error: ApiError
  /** Whether the caller may not make this call at all, regardless of its arguments. */
  readonly isForbidden?: true
  /** Where a program learns how to sign in (RFC 9728). */
  readonly resourceMetadata?: string | undefined
  readonly charge?: Charge | undefined
  readonly isReplay?: boolean
  readonly limits?: readonly Verdict[]
}

/** As records have it, within the `origin` of apps, and as pictures have it. */
const originInJson = /"(?:origin|text|text_origin)":"others"/

/**
 * The outcome with its label: even an error may quote text that the call has read. A replayed result is not read from records
 * again, so that its own `origin` counts.
 */
export function labelled(call: LabelledCall, outcome: Outcome): Outcome {
  const { isReplay, error } = outcome
  const isReplayOfMarked = isReplay && !error && originInJson.test(outcome.json ?? '')
  const isStream = !error && outcome.stream !== undefined
  const isOfOthers = isReplayOfMarked || hasForeignText(call.operation, error ? undefined : outcome.result)
  return { ...outcome, hasForeignText: isOfOthers || isStream || call.hasReadMarked }
}

/** The result of an earlier call, from its JSON. */
export function earlier(operation: Operation, answer: string): Success {
  return { operation, result: JSON.parse(answer), json: answer, isReplay: true }
}
