import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { googleReason, refusalOfServer } from '#runtime/outbound/connections/google-failure.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'

/** What a refusal of Google Drive means for the caller. 401 is not among them: then access is renewed. */
export function driveFailure(failure: unknown, asked: 'search' | 'file'): unknown {
  if (!(failure instanceof OutboundFailure)) return failure
  const { upstreamStatus: status } = failure
  if (status === 403) return refusal(failure)
  if (status === 404 && asked === 'file') {
    return new ApiError('not_found', 'There is no file with this id in the connected drive.')
  }
  if ((status === 400 || status === 410) && asked === 'search') {
    return invalidArgument(
      'page',
      'is not a page of this search, or no longer: search again without it',
      'The page is not one of this search, or no longer: search again without page.',
    )
  }
  return failure
}

function refusal(failure: OutboundFailure): unknown {
  const reason = googleReason(failure)
  const ofServer = refusalOfServer(failure, 'Google Drive')
  if (ofServer) return ofServer
  if (reason === 'exportSizeLimitExceeded') return stated('This document is too long for Google to convert to text.')
  if (reason !== undefined && /^(?:insufficient|appNotAuthorized|cannotDownload|fileNot)/.test(reason)) {
    return stated('Google does not let this server read this file: its owner forbids downloads, or it is no text.')
  }
  return failure
}

function stated(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
