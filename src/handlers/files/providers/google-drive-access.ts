import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { googleReason, refusalOfServer } from '#runtime/outbound/connections/google-failure.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { FilesDeps } from '../index.ts'
import { googleDrive } from './google-drive.ts'

export type Bearer = { readonly authorization: string }

/**
 * Calls Google Drive with the access of the calling account, which is renewed when it has expired.
 *
 * @param target what the call is about, which decides what a refusal means
 * @throws ApiError for an account without a connected drive, and for refusals of Drive; OutboundFailure
 */
export async function withDriveAccess<T>(
  { connections }: Pick<FilesDeps, 'connections'>,
  { signal, subject, account }: Context,
  target: 'search' | 'file',
  use: (headers: Bearer) => Promise<T>,
): Promise<T> {
  try {
    const asker = { signal, subject, accountId: account.id }
    return await connections.access(asker, googleDrive, (token) => use({ authorization: `Bearer ${token}` }))
  } catch (failure) {
    throw failure instanceof OutboundFailure ? errorOf(failure, target) : failure
  }
}

/** What a refusal of Google Drive means for the caller. Status 401 renews the access instead. */
function errorOf(failure: OutboundFailure, target: 'search' | 'file'): unknown {
  const { upstreamStatus: status } = failure
  if (status === 403) return refusal(failure)
  if (status === 404 && target === 'file') {
    return new ApiError('not_found', 'The connected drive has no file with this id.')
  }
  if ((status === 400 || status === 410) && target === 'search') {
    return invalidArgument(
      'cursor',
      'does not belong to this search or has expired. Search again without it',
      'The value of cursor belongs to another search or has expired. Search again without a cursor.',
    )
  }
  return failure
}

function refusal(failure: OutboundFailure): unknown {
  const ofServer = refusalOfServer(failure, 'Google Drive')
  if (ofServer) return ofServer
  const reason = googleReason(failure)
  if (reason === 'exportSizeLimitExceeded') {
    return new ApiError('failed_precondition', 'This document is too long for Google to convert to text.')
  }
  if (reason !== undefined && /^(?:insufficient|appNotAuthorized|cannotDownload|fileNot)/.test(reason)) {
    return new ApiError(
      'failed_precondition',
      'Google does not allow this server to read the file. The owner has disabled downloads, or the file is not text.',
    )
  }
  return failure
}
