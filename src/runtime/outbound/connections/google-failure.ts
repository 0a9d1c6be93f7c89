import { OutboundFailure } from '../failure.ts'

const defaultWaitS = 30

/**
 * What a rejection by one of Google's APIs means for this server. Google also uses 403 where others use 401 and 429.
 *
 * @param title of the service, such as `Google Drive`
 * @returns the failure to pass on; undefined if the rejection concerns the caller, or gives no reason
 */
export function refusalOfServer(failure: OutboundFailure, title: string): OutboundFailure | undefined {
  const { upstreamStatus: status, retryAfterS = defaultWaitS } = failure
  const reason = googleReason(failure)
  if (status !== 403 || reason === undefined) return undefined
  if (/rateLimitExceeded|quotaExceeded|dailyLimit|sharingRateLimit/i.test(reason)) {
    return new OutboundFailure(
      'busy',
      `${title} is receiving too many requests. Try again in ${retryAfterS} seconds.`,
      {
        status,
        retryAfterS,
      },
    )
  }
  if (reason !== 'accessNotConfigured') return undefined
  return new OutboundFailure(
    'status',
    `Google rejected the request from this server. The administrator must enable the ${title} API in the project that GOOGLE_CLIENT_ID belongs to.`,
    { status },
  )
}

/** The reason in the body of a rejection, such as `insufficientPermissions`. */
export function googleReason({ upstreamBody }: OutboundFailure): string | undefined {
  try {
    const { error } = JSON.parse(upstreamBody ?? '') as { error?: { errors?: { reason?: unknown }[] } }
    const reason = error?.errors?.[0]?.reason
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}
