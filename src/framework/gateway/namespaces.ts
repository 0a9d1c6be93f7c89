import type { IncomingHttpHeaders } from 'node:http'
import { RpcError } from '../kernel/errors.ts'

const maxLength = 100
const isNamespace = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * The namespace that a request is for: as the header Service-Namespace says, else as the host name does.
 *
 * @param gatewayHost the host name of the gateway, if it has one
 * @returns undefined where the request names none
 * @throws RpcError 400 for a header that can be no namespace
 */
export function namespaceOf(headers: IncomingHttpHeaders, gatewayHost: string | undefined): string | undefined {
  const named = headers['service-namespace']
  if (typeof named === 'string' && named.trim() !== '') return wellFormed(named.trim())
  return hostNamespace(hostOf(headers), gatewayHost)
}

function wellFormed(name: string): string {
  if (name.length <= maxLength && isNamespace.test(name)) return name
  throw new RpcError(
    'invalid_argument',
    'gateway',
    `Service-Namespace must be one name of at most ${maxLength} letters, digits, dots, dashes and underscores.`,
  )
}

/** The host that a request was sent to, without port, in small letters. */
export function hostOf(headers: IncomingHttpHeaders): string {
  const host = headers.host ?? (headers[':authority'] as string | undefined) ?? ''
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
}

/** Whether a host is the gateway's, or that of a namespace there. */
export function isGatewayHost(host: string, gatewayHost: string): boolean {
  return host === gatewayHost || host.endsWith(`.${gatewayHost}`)
}

/** `foo` of `foo.<gateway host>`, and `foo-staging` of `staging.foo.<gateway host>`. */
function hostNamespace(host: string, gatewayHost: string | undefined): string | undefined {
  if (gatewayHost === undefined || host === gatewayHost || !isGatewayHost(host, gatewayHost)) return undefined
  return host
    .slice(0, -gatewayHost.length - 1)
    .split('.')
    .toReversed()
    .join('-')
}
