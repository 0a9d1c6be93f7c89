import type { RpcCaller } from './rpc-caller.ts'
import { RpcError } from './rpc-errors.ts'

/** How many services one call may pass through, each calling the next through this server. */
const maxHops = 16

/** Counts the services that a call has passed through. A service propagates it to the calls it makes, like a trace id. */
export const HOPS_HEADER = 'onedoor-hops'

/**
 * The metadata that a service gets with the message: the calling account and the namespace, never the credential.
 * Characters other than visible ASCII are percent-encoded.
 *
 * @param incomingHops the header `onedoor-hops` of the call that leads to this one
 * @throws RpcError 412 when the call has passed through too many services, as when one of them calls itself
 */
export function forwardedMetadata(caller: RpcCaller, requestId: string, incomingHops: unknown): Headers {
  const hops = (typeof incomingHops === 'string' && /^\d{1,3}$/.test(incomingHops) ? Number(incomingHops) : 0) + 1
  if (hops > maxHops) {
    throw new RpcError(
      'failed_precondition',
      'gateway',
      `The call has passed through ${maxHops} services (see the ${HOPS_HEADER} header). One of them probably calls itself.`,
    )
  }
  const namespace = headerText(caller.namespace)
  // Existing services read the second name.
  const metadata = new Headers({ 'service-namespace': namespace, 'micro-namespace': namespace })
  metadata.set(HOPS_HEADER, String(hops))
  if (caller.id !== '') {
    metadata.set('onedoor-account-id', headerText(caller.id))
    metadata.set('onedoor-account', headerText(caller.name))
  }
  if (requestId !== '') metadata.set('x-request-id', headerText(requestId))
  return metadata
}

/** Creates the tokens that identify callers to services. */
export interface CallerTokens {
  /**
   * A token that identifies the caller to this service, in the namespace of the call, for two minutes. It grants no
   * access.
   *
   * @returns undefined for a caller without an account
   */
  of(caller: RpcCaller, service: string): Promise<string | undefined>
}

/** The metadata that becomes the credential of a service. Clients cannot send it. */
export const CALLER_TOKEN_HEADER = 'onedoor-caller-token'

function headerText(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]|%/g, encodeURIComponent)
}
