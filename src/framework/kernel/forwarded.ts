import type { RpcCaller } from './caller.ts'
import { RpcError } from './errors.ts'

/** How many services one call may go through, each calling the next through this server. */
const maxHops = 16

/** Counts the services that a call has gone through. A service that calls on passes it on, like a trace id. */
export const HOPS_HEADER = 'onedoor-hops'

/**
 * What a service is told beside the message: for whom it is called and in which namespace, never the credential.
 * Values are percent-encoded where they are no visible ASCII.
 *
 * @param incomingHops the header `onedoor-hops` of the call that leads to this one
 * @throws RpcError 412 when the call has gone through too many services, which one of them calling itself ends in
 */
export function forwardedMetadata(caller: RpcCaller, requestId: string, incomingHops: string | null): Headers {
  const hops = (incomingHops !== null && /^\d{1,3}$/.test(incomingHops) ? Number(incomingHops) : 0) + 1
  if (hops > maxHops) {
    throw new RpcError(
      'failed_precondition',
      'gateway',
      `The call has gone through ${maxHops} services (header ${HOPS_HEADER}); one of them seems to call itself.`,
    )
  }
  const metadata = new Headers({ 'service-namespace': headerText(caller.namespace), [HOPS_HEADER]: String(hops) })
  if (caller.id !== '') {
    metadata.set('onedoor-account-id', headerText(caller.id))
    metadata.set('onedoor-account', headerText(caller.name))
  }
  if (requestId !== '') metadata.set('x-request-id', headerText(requestId))
  return metadata
}

function headerText(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]|%/g, encodeURIComponent)
}
