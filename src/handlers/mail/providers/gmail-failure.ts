import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { googleReason, refusalOfServer } from '#runtime/outbound/connections/google-failure.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { wrongPage } from './webmail-source.ts'

/**
 * What a refusal of Gmail means for the caller. 401 is not among them: then access is renewed.
 *
 * @param asked the id of the message that was asked for; undefined for a search
 */
export function gmailFailure(failure: unknown, asked: string | undefined): unknown {
  if (!(failure instanceof OutboundFailure)) return failure
  const ofServer = refusalOfServer(failure, 'Gmail')
  if (ofServer) return ofServer
  const reason = googleReason(failure)
  const { upstreamStatus: status } = failure
  if (reason === 'failedPrecondition') return stated('The connected Google account has no mail.')
  if (status === 403 && reason === 'domainPolicy') {
    return stated('The administrator of the connected Google account does not let other programs read its mail.')
  }
  if (status === 403 && reason?.startsWith('insufficient')) {
    return stated('Google was not asked for reading mail when Gmail was connected: disconnect it and connect it again.')
  }
  if (asked !== undefined) {
    if (status === 404 || status === 400) return unknownMessage(asked)
    return failure.kind === 'too_large' ? stated('This message has more text than this server reads.') : failure
  }
  return status === 400 || status === 410 ? wrongPage() : failure
}

/** The same for every id that leads to no message. */
export function unknownMessage(id: string): ApiError {
  return new ApiError(
    'not_found',
    `The connected web-mail account has no message with the id ${quote(id)}; mail.webmailsearch lists them.`,
  )
}

function stated(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
