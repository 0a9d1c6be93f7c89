import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Success } from '#runtime/calls/outcome.ts'

/** Why a read is not carried out in lockdown; undefined if it may be. Others' text is all that it would return. */
export function lockedRead({ id, kind, foreignText }: Operation): ApiError | undefined {
  if (kind !== 'read' || !foreignText) return undefined
  return new ApiError(
    'permission_denied',
    `${id} was not called: it returns text by others, which is withheld in lockdown.`,
  )
}

/** Why a result is withheld in lockdown; undefined if it may be returned. */
export function lockedResult({ operation: { id, kind, foreignText } }: Success): ApiError | undefined {
  if (!foreignText) return undefined
  const done = kind === 'write' ? `${id} was carried out, so do not repeat it. ` : ''
  return new ApiError(
    'permission_denied',
    `${done}The result of ${id} contains text by others, which is withheld in lockdown.`,
  )
}
