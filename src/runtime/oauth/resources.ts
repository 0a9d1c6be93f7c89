import type { Audience } from '../accounts/grant.ts'
import { OAuthError } from './oauth-error.ts'

/** The path of the machine endpoint. */
export const MCP_PATH = '/mcp'

/** The resource indicator of an audience (RFC 8707), as in its metadata (RFC 9728). */
export function resourceOf(audience: Audience, baseUrl: string): string {
  return audience === 'mcp' ? `${baseUrl}${MCP_PATH}` : baseUrl
}

/**
 * The audience that `resource` parameters request: the whole instance without any. A trailing slash makes no
 * difference, because URL parsers add one.
 *
 * @throws OAuthError invalid_target for several resources, or for one of another server
 */
export function readResource(given: readonly string[], baseUrl: string): Audience {
  const [first, ...others] = [...new Set(given.map((text) => text.replace(/\/$/, '')))]
  if (others.length > 0)
    throw new OAuthError(
      'invalid_target',
      'A token is for only one resource. Request a separate token for each resource.',
    )
  if (first === undefined || first === resourceOf('instance', baseUrl)) return 'instance'
  if (first === resourceOf('mcp', baseUrl)) return 'mcp'
  const there = `${resourceOf('mcp', baseUrl)} and ${resourceOf('instance', baseUrl)}`
  throw new OAuthError(
    'invalid_target',
    `The resource does not belong to this server. The resources of this server are ${there}`,
  )
}
