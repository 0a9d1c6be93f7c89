import type { Audience } from '../accounts/grant.ts'
import type { Asker } from '../base/asker.ts'
import { ApiError } from '../base/errors.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { isChallenge } from './pkce.ts'
import type { Program, Programs } from './programs.ts'
import { isRegistered } from './redirects.ts'
import { readResource } from './resources.ts'
import { type Offered, type RequestedScopes, readScope } from './scopes.ts'

/** The parameters of an authorization request. The form that confirms one includes them all. */
export const requestParameters = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'resource',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
] as const

/** What a program requests from an account. */
export interface SignInRequest {
  readonly program: Program
  readonly redirectUri: string
  readonly state: string | undefined
  readonly challenge: string
  readonly audience: Audience
  /** Its `scope` parameter, as it was sent. */
  readonly scope: string | undefined
  readonly scopes: RequestedScopes
}

/** A request of a known program that cannot be granted: the reason may be sent to the program. */
export interface RefusedRequest {
  readonly program: Program
  readonly redirectUri: string
  readonly state: string | undefined
  readonly error: OAuthError
}

export interface RequestOptions {
  readonly programs: Pick<Programs, 'find'>
  readonly offered: Offered
  /** The public address, without a trailing slash. */
  readonly baseUrl: string
}

/**
 * Reads an authorization request (RFC 6749, 4.1.1; OAuth 2.1; RFC 7636, 8707). Nothing may be sent to its redirect URI until
 * that is known to belong to the program (RFC 6749, 4.1.2.1).
 *
 * @throws ApiError if the error has to be shown to the person instead
 */
export async function readSignInRequest(
  values: URLSearchParams,
  asker: Asker,
  options: RequestOptions,
): Promise<SignInRequest | RefusedRequest> {
  const parameters = forPerson(() => readParameters(values, requestParameters))
  const program = await options.programs.find(
    forPerson(() => parameters.need('client_id')),
    asker,
  )
  const redirectUri = redirectOf(parameters, program)
  const known = { program, redirectUri, state: parameters.get('state') }
  try {
    return { ...known, ...readDetails(parameters, options) }
  } catch (error) {
    if (error instanceof OAuthError) return { ...known, error }
    throw error
  }
}

function redirectOf(parameters: Parameters, { redirectUris }: Program): string {
  const given = parameters.get('redirect_uri')
  const [only, ...others] = redirectUris
  if (given === undefined && only !== undefined && others.length === 0) return only
  if (given === undefined) throw unusable('The redirect_uri parameter is missing.')
  if (!isRegistered(given, redirectUris)) {
    throw unusable('The redirect_uri is not registered.')
  }
  return given
}

function readDetails(
  parameters: Parameters,
  { offered, baseUrl }: RequestOptions,
): Pick<SignInRequest, 'challenge' | 'audience' | 'scope' | 'scopes'> {
  if (parameters.get('request') !== undefined) {
    throw new OAuthError('request_not_supported', 'The request parameter is not supported.')
  }
  if (parameters.get('request_uri') !== undefined) {
    throw new OAuthError('request_uri_not_supported', 'The request_uri parameter is not supported.')
  }
  if (parameters.need('response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
  }
  if ((parameters.get('response_mode') ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'The response_mode must be query.')
  }
  const challenge = parameters.need('code_challenge')
  // The default would be plain (RFC 7636, 4.3), with which anyone who sees the request can use its code.
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.')
  }
  if (!isChallenge(challenge)) {
    throw new OAuthError('invalid_request', 'The code_challenge is not a SHA-256 hash in base64url without padding.')
  }
  const audience = readResource(parameters.all('resource'), baseUrl)
  const scope = parameters.get('scope')
  return { challenge, audience, scope, scopes: readScope(scope, audience, offered) }
}

/** Reads what comes before the program is verified: the person gets the errors. */
function forPerson<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof OAuthError) throw unusable(error.message)
    throw error
  }
}

function unusable(message: string): ApiError {
  return new ApiError('invalid_argument', `The program's request to sign in cannot be used. ${message}`)
}
