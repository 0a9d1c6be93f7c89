import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'

const defaultWaitS = 30

/** What a refusal of Google Drive means for the caller. 401 is not among them: then access is renewed. */
export function driveFailure(failure: unknown, asked: 'search' | 'file'): unknown {
  if (!(failure instanceof OutboundFailure)) return failure
  const { upstreamStatus: status, retryAfterS } = failure
  const reason = reasonIn(failure.upstreamBody)
  if (status === 403) return refusal(failure, reason, retryAfterS)
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

/** Google says with 403 what others say with 401 and 429, too. */
function refusal(failure: OutboundFailure, reason: string | undefined, retryAfterS = defaultWaitS): unknown {
  if (reason !== undefined && /rateLimitExceeded|quotaExceeded|dailyLimit|sharingRateLimit/i.test(reason)) {
    return new OutboundFailure('busy', `Google Drive is asked too often; try again in ${retryAfterS} seconds.`, {
      status: 403,
      retryAfterS,
    })
  }
  if (reason === 'accessNotConfigured') {
    return new OutboundFailure(
      'status',
      'Google refuses this server; its administrator has to enable the Google Drive API in the project of GOOGLE_CLIENT_ID.',
      { status: 403 },
    )
  }
  if (reason === 'exportSizeLimitExceeded') return stated('This document is too long for Google to convert to text.')
  if (reason !== undefined && /^(?:insufficient|appNotAuthorized|cannotDownload|fileNot)/.test(reason)) {
    return stated('Google does not let this server read this file: its owner forbids downloads, or it is no text.')
  }
  return failure
}

function stated(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}

function reasonIn(body: string | undefined): string | undefined {
  try {
    const { error } = JSON.parse(body ?? '') as { error?: { errors?: { reason?: unknown }[] } }
    const reason = error?.errors?.[0]?.reason
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}
