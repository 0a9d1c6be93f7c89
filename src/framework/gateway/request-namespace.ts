import type { IncomingHttpHeaders } from 'node:http'
import { invalid, type RpcError } from '../kernel/rpc-errors.ts'

const maxLength = 100
const isNamespace = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** Headers that name a namespace: ours, and the one that existing clients send. */
export const namespaceHeaders = ['service-namespace', 'micro-namespace'] as const

/**
 * The namespace of a request, from the header Service-Namespace or Micro-Namespace, or else from the host name.
 *
 * @param gatewayHost the host name of the gateway, if it has one
 * @returns undefined if the request names none
 * @throws RpcError 400 for a malformed name in a header, or two different ones
 */
export function namespaceOf(headers: IncomingHttpHeaders, gatewayHost: string | undefined): string | undefined {
  let found: string | undefined
  for (const header of namespaceHeaders) {
    const named = headers[header]
    if (typeof named !== 'string' || named.trim() === '') continue
    const name = wellFormed(named.trim(), header)
    if (found !== undefined && found !== name) throw contradictory()
    found = name
  }
  return found ?? hostNamespace(hostOf(headers), gatewayHost)
}

function wellFormed(name: string, header: (typeof namespaceHeaders)[number]): string {
  if (name.length <= maxLength && isNamespace.test(name)) return name
  const title = header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  throw invalid(
    'gateway',
    `${title} must be one name of at most ${maxLength} letters, digits, dots, dashes and underscores.`,
  )
}

function contradictory(): RpcError {
  return invalid('gateway', 'Service-Namespace and Micro-Namespace name different namespaces. Send only one of them.')
}

/** The host of a request, in lower case and without port. */
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
