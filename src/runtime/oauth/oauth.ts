import { createAllowedPrograms } from './allowed-programs.ts'
import type { CodeExchange, IssuedTokens } from './grants.ts'
import { createProgramGrants, type ProgramGrantsOptions } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { Programs, type ProgramsOptions } from './programs.ts'
import { readResource } from './resources.ts'
import type { Offered } from './scopes.ts'

export interface OAuthOptions extends Omit<ProgramsOptions, 'maxUnused'>, ProgramGrantsOptions {
  readonly offered: Offered
  /** The public address, without a trailing slash. */
  readonly baseUrl: string
}

const tokenParameters = [
  'grant_type',
  'client_id',
  'client_secret',
  'client_assertion',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'scope',
  'resource',
] as const
const revocationParameters = ['client_id', 'client_secret', 'client_assertion', 'token', 'token_type_hint'] as const

export function createOAuth(options: OAuthOptions) {
  const { baseUrl, offered } = options
  const programs = new Programs(options)
  const grants = createProgramGrants(options)

  /** Programs have no secrets here: PKCE proves that a code is theirs, and rotation that a refresh token is. */
  async function clientOf(parameters: Parameters): Promise<string> {
    const clientId = parameters.need('client_id')
    if (parameters.get('client_secret') ?? parameters.get('client_assertion')) {
      throw new OAuthError('invalid_client', 'Programs do not have secrets on this server. Send only the client_id.')
    }
    if (!(await programs.isKnown(clientId))) {
      throw new OAuthError('invalid_client', 'The program is unknown, or was deleted because nobody used it.')
    }
    return clientId
  }

  return {
    baseUrl,
    offered,
    programs,
    grants,
    allowed: createAllowedPrograms(options),
    /** The token endpoint. @throws OAuthError */
    async token(form: URLSearchParams): Promise<IssuedTokens> {
      const parameters = readParameters(form, tokenParameters)
      const grantType = parameters.need('grant_type')
      if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
        throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code or refresh_token.')
      }
      const clientId = await clientOf(parameters)
      const resources = parameters.all('resource')
      const audience = resources.length === 0 ? undefined : readResource(resources, baseUrl)
      if (grantType === 'authorization_code') return grants.exchange(exchangeOf(parameters, clientId, audience))
      const refreshToken = parameters.need('refresh_token')
      return grants.refresh({ clientId, refreshToken, scope: parameters.get('scope'), audience })
    },
    /** The revocation endpoint. @throws OAuthError */
    async revoke(form: URLSearchParams): Promise<void> {
      const parameters = readParameters(form, revocationParameters)
      const token = parameters.need('token')
      await grants.revoke(await clientOf(parameters), token)
    },
  }
}

/** This instance as an authorization server for programs that act for its accounts (OAuth 2.1). */
export type OAuth = ReturnType<typeof createOAuth>

function exchangeOf(parameters: Parameters, clientId: string, audience: CodeExchange['audience']): CodeExchange {
  return {
    clientId,
    code: parameters.need('code'),
    verifier: parameters.need('code_verifier'),
    redirectUri: parameters.get('redirect_uri'),
    audience,
  }
}
