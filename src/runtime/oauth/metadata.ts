import type { Audience } from '../accounts/grant.ts'
import { resourceOf } from './resources.ts'
import { isReadScope, type Offered } from './scopes.ts'

/** The paths of the authorization server on this instance. */
export const oauthPaths = {
  metadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

interface MetadataOptions {
  /** The public address, without a trailing slash; it is the issuer. */
  readonly baseUrl: string
  readonly offered: Offered
}

/**
 * The metadata of the authorization server (RFC 8414). Some programs request every scope that is listed, so only those
 * that read are.
 */
export function serverMetadata({ baseUrl, offered }: MetadataOptions): object {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${oauthPaths.authorize}`,
    token_endpoint: `${baseUrl}${oauthPaths.token}`,
    registration_endpoint: `${baseUrl}${oauthPaths.register}`,
    revocation_endpoint: `${baseUrl}${oauthPaths.revoke}`,
    scopes_supported: offered.instance.filter((scope) => isReadScope(scope)),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resourceOf('instance', baseUrl), resourceOf('mcp', baseUrl)],
    service_documentation: `${baseUrl}/docs`,
  }
}

/**
 * The metadata of a resource (RFC 9728), without scopes: programs would request every one of them. A program that names
 * none lets the person choose, and the error of a call says which scope it requires.
 */
export function resourceMetadata(audience: Audience, { baseUrl }: Pick<MetadataOptions, 'baseUrl'>): object {
  return {
    resource: resourceOf(audience, baseUrl),
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    resource_name: audience === 'mcp' ? 'Onedoor, as tools (MCP)' : 'Onedoor',
    resource_documentation: `${baseUrl}/docs`,
  }
}
