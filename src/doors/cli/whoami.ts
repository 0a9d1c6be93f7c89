import type { Connection } from './calls/connection.ts'
import { CallFailure } from './calls/failure.ts'

/** The caller as the server identifies it by a credential. */
export interface Caller {
  /** Absent for a call without a credential. */
  readonly username?: string
  readonly [fact: string]: unknown
}

/**
 * Asks the server who is calling.
 *
 * @throws CallFailure when it does not respond, or does not accept the token
 */
export async function callerOf({ url, token }: Connection): Promise<Caller> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/whoami`, { headers }).catch((error: Error) => {
    const reason = error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
    throw new CallFailure(`No response from ${url}: ${reason}.`, false, error)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) {
    throw new CallFailure(`${url} does not respond like a Onedoor server.`, false, body)
  }
  if (response.ok) return body as Caller
  const { error } = body as { error?: unknown }
  throw new CallFailure(typeof error === 'string' ? error : `${url} returned ${response.status}.`, false, body)
}
