import { Oidc } from '../runtime/accounts/oidc/oidc.ts'
import type { OidcClientOptions, OidcFetch } from '../runtime/accounts/oidc/openid-client.ts'
import type { Outbound } from '../runtime/outbound/outbound.ts'
import type { Config } from './config.ts'
import type { RuntimeServices } from './runtime-services.ts'

/** The largest response of a provider. */
const maxBytes = 256 * 1024
/** Statuses whose responses have no body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** The path to which the provider sends people back. */
const oidcCallbackPath = '/signin/oidc/callback'

/** The client of the OpenID provider, from the settings; undefined if none is set. */
export function oidcClientOptions(
  config: Config,
  { outbound, ...parts }: Pick<OidcClientOptions, 'clock' | 'log'> & { readonly outbound: Pick<Outbound, 'fetch'> },
): OidcClientOptions | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    ...parts,
    fetch: fetchFor(outbound, new URL(issuer).origin),
    ...{ issuer, clientId, clientSecret },
    name: config.oidcName,
    scopes: config.oidcScopes,
    redirectUri: new URL(`${config.baseUrl}${oidcCallbackPath}`).href,
  }
}

/** Only the issuer may be private: what it names must be public, or it could make this server request anything. */
function fetchFor(outbound: Pick<Outbound, 'fetch'>, trustedOrigin: string): OidcFetch {
  return async (url, { method, headers: { 'user-agent': _, ...headers }, body, signal }) => {
    const asker = { subject: 'sign-in provider', signal: signal ?? new AbortController().signal }
    const response = await outbound.fetch(asker, url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== undefined && { body: String(body) }),
      ...{ trustedOrigin, maxBytes, maxRedirects: 0, anyStatus: true },
    })
    const { status, contentType } = response
    return new Response(withoutBody.has(status) ? null : new Uint8Array(response.bytes), {
      status,
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
    })
  }
}

/** Sign-in with the provider of the settings; undefined if none is set. A provider that is down prevents nothing. */
export function openOidc(
  {
    config,
    ...parts
  }: Pick<RuntimeServices, 'config' | 'store' | 'clock' | 'log' | 'outbound' | 'accounts' | 'administered'> & {
    readonly onLoss: () => void
  },
  stack: AsyncDisposableStack,
): Oidc | undefined {
  const client = oidcClientOptions(config, parts)
  if (!client) return undefined
  const { store, accounts, administered, onLoss } = parts
  const oidc = new Oidc({
    ...client,
    ...{ store, accounts, administered, onLoss },
    signUp: config.oidcSignUp,
    groupsClaim: config.oidcGroupsClaim ?? 'groups',
    allowedGroup: config.oidcAllowedGroup,
    adminGroup: config.oidcAdminGroup,
  })
  stack.defer(() => oidc.idle())
  // Logs why the provider cannot be used.
  void oidc.fault()
  return oidc
}
