import type { Asker } from '../base/asker.ts'
import { ApiError } from '../base/errors.ts'
import type { Fetched, GuardedFetch } from '../outbound/guarded-fetch.ts'
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'

/** The maximum length of client ids. */
export const maxIdLength = 500
const maxBytes = 16 * 1024
const timeoutMs = 5000
/** How long a description is cached: according to its headers within these limits, or an hour. */
const freshness = { leastS: 60, usualS: 3600, mostS: 86_400 }

export interface Description extends ClientMetadata {
  /** For how many seconds it need not be read again. */
  readonly freshS: number
}

/** Whether a client id is the address of a description. */
export function isDescriptionAddress(clientId: string): boolean {
  return /^https?:/i.test(clientId)
}

/**
 * Reads the description of a program at the address that is its id (OAuth Client ID Metadata Document): from the public
 * internet only, without redirects, at most 16 KiB within 5 seconds.
 *
 * @throws ApiError invalid_argument if the program, or its description, is invalid
 */
export async function readDescription(
  fetcher: Pick<GuardedFetch, 'fetch'>,
  asker: Asker,
  clientId: string,
): Promise<Description> {
  const fault = addressFault(clientId)
  if (fault !== undefined) throw unusable(`client_id ${fault}.`)
  const fetched = await fetcher
    .fetch(asker, clientId, {
      argument: 'client_id',
      accept: ['application/json'],
      headers: { accept: 'application/json' },
      maxBytes,
      timeoutMs,
      maxRedirects: 0,
    })
    .catch((failure: unknown) => {
      if (asker.signal.aborted || !(failure instanceof ApiError)) throw failure
      throw unusable(failure.message, failure)
    })
  try {
    return { ...readFetched(fetched, clientId), freshS: freshnessOf(fetched.headers['cache-control']) }
  } catch (failure) {
    if (failure instanceof OAuthError) throw unusable(failure.message, failure)
    throw failure
  }
}

/** The fault of an address as a client id, as the end of a sentence; it must be in its canonical form. */
export function addressFault(clientId: string): string | undefined {
  if (clientId.length > maxIdLength) return `must not be longer than ${maxIdLength} characters`
  if (!URL.canParse(clientId)) return 'must be an address'
  const { href, protocol, username, password, pathname } = new URL(clientId)
  if (protocol !== 'https:') return 'must be an https address'
  if (username !== '' || password !== '') return 'must not have a user name or a password'
  if (clientId.includes('#')) return 'must not have a fragment'
  if (pathname === '/') return 'must have a path'
  return href === clientId ? undefined : 'must be written as addresses are, without dot segments'
}

function readFetched({ status, text }: Fetched, clientId: string): ClientMetadata {
  if (status !== 200) throw refused(`Its address responded with HTTP ${status}.`)
  const value = parsed(text())
  const metadata = readClientMetadata(value)
  const { client_id, client_secret, token_endpoint_auth_method } = value as Record<string, unknown>
  if (client_id !== clientId) throw refused('Its client_id is not its own address.')
  if (client_secret !== undefined) throw refused('It contains a client_secret, which anyone could read.')
  if (token_endpoint_auth_method !== undefined && token_endpoint_auth_method !== 'none') {
    throw refused('Its token_endpoint_auth_method must be none, the only method that this server supports.')
  }
  return metadata
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('It is not JSON.')
  }
}

function freshnessOf(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return freshness.usualS
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return freshness.leastS
  const [, seconds] = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl) ?? []
  if (seconds === undefined) return freshness.usualS
  return Math.min(freshness.mostS, Math.max(freshness.leastS, Number(seconds)))
}

function refused(message: string): OAuthError {
  return new OAuthError('invalid_client_metadata', message)
}

function unusable(message: string, cause?: unknown): ApiError {
  const sentence = `The program cannot sign in, because its description cannot be used: ${message}`
  return new ApiError('invalid_argument', sentence, cause === undefined ? {} : { cause })
}
