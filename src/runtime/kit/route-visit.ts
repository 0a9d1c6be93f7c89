import type { IncomingMessage } from 'node:http'
import { requirePermission } from '../accounts/permissions.ts'
import { READS } from '../accounts/scope-classes.ts'
import { asApiError } from '../base/errors.ts'
import type { Caller } from '../calls/caller.ts'
import { callerOf, type Identity } from '../calls/identify.ts'
import type { BrowserCredential, KnownCall } from '../calls/incoming.ts'
import { rateLimited } from '../limits/headers.ts'
import type { Limits } from '../limits/limits.ts'
import type { LiveStream, StreamHolder } from '../live/types.ts'

/** A call that a family's own address makes for the requester. */
export type PathCall = Pick<KnownCall, 'operationId' | 'args' | 'program'> & { readonly caller: Caller }

/** A request to a family's own address, besides its methods. */
export interface RouteVisit {
  readonly requestId: string
  /** The client's IP address. */
  readonly clientAddress: string
  /**
   * The requester: by a token that covers the family, or a signed-in browser on a page of this server. The request counts
   * against the same limits as a call.
   *
   * @param options `byLink` also accepts the cookie of someone who follows a link from another site: only for responses that
   * such a site can neither read nor embed
   * @returns an anonymous caller without a credential
   * @throws ApiError unauthenticated, permission_denied, rate_limited
   */
  caller(options?: { readonly byLink?: boolean }): Promise<Caller>
  /**
   * The body of a POST, a JSON object.
   *
   * @throws ApiError too_large, unsupported_media_type, invalid_argument
   */
  readJson(maxBytes: number): Promise<Record<string, unknown>>
  /**
   * The fields of the body of a POST, a form as `application/x-www-form-urlencoded`.
   *
   * @throws ApiError too_large, unsupported_media_type
   */
  readForm(maxBytes: number): Promise<URLSearchParams>
  /** Runs a call and sends its outcome, like the API. Never rejects. */
  answer(call: PathCall): Promise<void>
  /** Sends the error in the format of the API. Errors other than `ApiError` are logged and sent as `internal`. */
  refuse(failure: unknown): void
  /**
   * Sends a body after its head: only as fast as the client reads it, which can pause for half a minute. Never
   * rejects; a failure to read the bytes closes the connection.
   *
   * @param bytes each piece has to be valid until the next one is requested
   */
  sendBytes(bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Sends the stream as server-sent events, until either side ends it. Never rejects. */
  sendEvents(stream: LiveStream): Promise<void>
  /** Responds to OPTIONS at the address of a stream: scripts of other sites may read it with a token. */
  permitEvents(): void
}

/**
 * The requester of something public, also by a link from another site: an ended session counts as anonymous.
 *
 * @throws ApiError like `RouteVisit.caller`, except for an ended session
 */
export async function callerByLink(req: Pick<IncomingMessage, 'headers'>, visit: RouteVisit): Promise<Caller> {
  try {
    return await visit.caller({ byLink: true })
  } catch (failure) {
    if (req.headers.authorization === undefined && asApiError(failure).code === 'unauthenticated') {
      return { kind: 'anonymous' }
    }
    throw failure
  }
}

/** The owner of a stream that this caller opens; undefined for a caller without an account. */
export function streamHolder(
  caller: Caller,
  clientAddress: string,
): (StreamHolder & { accountId: string }) | undefined {
  if (caller.kind !== 'account') return undefined
  const credentialId = caller.via === 'token' ? caller.grant.tokenId : caller.sessionId
  return { accountId: caller.account.id, credentialId, clientAddress }
}

/** The credentials of a request to a family's own address. */
export interface PathCredentials {
  readonly authorization: string | readonly string[] | undefined
  readonly browser: BrowserCredential | undefined
  readonly clientAddress: string
}

/** What decides who may request a family's own addresses. */
export interface PathAdmission {
  readonly identity: Identity
  readonly limits: Pick<Limits, 'ofAddress' | 'ofAccount'>
}

/**
 * Identifies the requester of a family's address, with the rules of its reading methods.
 *
 * @throws ApiError like `RouteVisit.caller`
 */
export async function pathCaller(
  credentials: PathCredentials,
  family: string,
  { identity, limits }: PathAdmission,
): Promise<Caller> {
  const { clientAddress } = credentials
  let caller: Caller
  try {
    caller = await callerOf(credentials, { verb: 'GET' }, identity)
  } catch (failure) {
    if (asApiError(failure).code === 'unauthenticated') await allowed(limits.ofAddress(clientAddress))
    throw failure
  }
  if (caller.kind === 'account' && caller.via === 'token') {
    requirePermission(caller.grant, { id: family, family, kind: 'read', effects: READS })
  }
  await allowed(caller.kind === 'account' ? limits.ofAccount(caller.account.id) : limits.ofAddress(clientAddress))
  return caller
}

async function allowed(taken: ReturnType<Limits['ofAddress']>): Promise<void> {
  const verdict = await taken
  if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
}
