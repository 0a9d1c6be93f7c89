import type { Operation } from '#generated/server/operations.ts'
import {
  type ApiError,
  type Challenge,
  errorBody,
  type LegacyErrorBody,
  legacyDetailOf,
  legacyErrorBody,
  legacyStatusOf,
} from '../base/errors.ts'
import { maxWholeChars } from './long-results.ts'
import type { Failure, Outcome } from './outcome.ts'
import type { ResultStream } from './result-stream.ts'

const successStatus = 200

/** The HTTP status of an outcome. */
export function statusOf(outcome: Outcome): number {
  if (!outcome.error) return successStatus
  return isLegacy(outcome) ? legacyStatusOf(outcome.error) : outcome.error.status
}

/** Whether an error is written in the older form of the URL service and the gateway. */
function isLegacy({ operation, error }: Failure): boolean {
  return (operation?.errorForm ?? error.form) === 'legacy'
}

/**
 * The body of an outcome as JSON.
 *
 * @throws TypeError for a result that JSON cannot represent
 */
export function bodyTextOf(outcome: Outcome): string {
  if (outcome.error || outcome.json === undefined) return JSON.stringify(bodyOf(outcome))
  return outcome.operation.envelope === 'result' ? `{"result":${outcome.json}}` : outcome.json
}

/**
 * The body of a streamed outcome as JSON, in pieces.
 *
 * @throws the error of reading the rows
 */
export async function* bodyPiecesOf({ envelope }: Operation, stream: ResultStream): AsyncGenerator<string> {
  let before = envelope === 'result' ? '{"result":' : ''
  for await (const piece of stream) {
    yield before + piece
    before = ''
  }
  if (envelope === 'result') yield '}'
}

/** The body of an outcome: in the tool API's form, or in the older form of the URL service and the gateway. */
export function bodyOf(outcome: Outcome): unknown {
  if (!outcome.error) return outcome.operation.envelope === 'result' ? { result: outcome.result } : outcome.result
  if (isLegacy(outcome)) return legacyBodyOf(outcome.operation?.id ?? 'onedoor', outcome.error)
  return errorBody(outcome.error)
}

/** An error in the legacy form; a 402 also has its challenge besides the four keys. */
export function legacyBodyOf(id: string, error: ApiError): LegacyErrorBody & Partial<Challenge['body']> {
  const body = legacyErrorBody(id, legacyStatusOf(error), legacyDetailOf(error))
  return { ...body, ...error.challenge?.body }
}

/** Responses that can be withheld although they exist: they have cost the caller nothing, and can be requested again. */
export function isLongRead(outcome: Outcome, body: string): boolean {
  if (body.length <= maxWholeChars || outcome.error || outcome.charge || outcome.receipt) return false
  return outcome.operation.kind === 'read'
}
