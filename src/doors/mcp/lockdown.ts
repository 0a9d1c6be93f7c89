import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Outcome } from '#runtime/calls/outcome.ts'

/** Why a read is not carried out in lockdown; undefined if it may be. It would cost something, or return others' text anyway. */
export function lockedRead({ id, kind, foreignText, microCredits, priceUnit }: Operation): ApiError | undefined {
  const isPaid = microCredits > 0 || priceUnit !== undefined
  if (kind !== 'read' || !foreignText || (foreignText !== true && !isPaid)) return undefined
  return new ApiError(
    'permission_denied',
    `${id} was not called: it returns text written by others, which is withheld in lockdown.`,
  )
}

/** Why a result is withheld in lockdown; undefined if it may be returned. */
export function lockedResult(outcome: Outcome): ApiError | undefined {
  const { operation, error } = outcome
  // Even an error may quote what was read.
  if (!operation || !outcome.hasForeignText) return undefined
  const { id, kind } = operation
  const done = kind === 'write' && !error ? `${id} was carried out, so do not repeat it. ` : ''
  return new ApiError(
    'permission_denied',
    `${done}The result of ${id} contains text written by others, which is withheld in lockdown.`,
  )
}
