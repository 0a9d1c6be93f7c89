import type { IncomingHttpHeaders } from 'node:http'
import { neverForwarded } from '../discovery/service-transport.ts'
import { namespaceHeaders } from './request-namespace.ts'
import { timeoutHeaderNames } from './request-timeout.ts'

/** Headers that clients cannot send to a service: admission identifies the caller. */
const notFromClients: ReadonlySet<string> = new Set([
  ...neverForwarded,
  ...namespaceHeaders,
  'x-request-id',
  'payment-signature',
  'x-payment',
])
const ownPrefix = 'onedoor-'

/** Whether this header of the caller is passed on to a service. `name` is in lower case. */
export function isForwarded(name: string): boolean {
  return !name.startsWith(':') && !name.startsWith(ownPrefix) && !notFromClients.has(name)
}

/** Headers of an HTTP request that have no meaning, or another one, in the gRPC call made from it. */
const ofTheRequest = /^(?:accept(?:-encoding)?|content-.*|expect|grpc-.*|range|sec-websocket-.*|te|trailer|.*-bin)$/
/** The call has its own deadline; services read other units from a header `timeout`. */
const ofTime: ReadonlySet<string> = new Set(timeoutHeaderNames)
/** Values that metadata can carry (gRPC over HTTP/2, ASCII-Value). */
const asciiValue = /^[\x20-\x7e]*$/

/** The headers of an HTTP request that become metadata of the call made from it. */
export function metadataOf(headers: IncomingHttpHeaders): Headers {
  const metadata = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (!isForwarded(name) || ofTheRequest.test(name) || ofTime.has(name)) continue
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    if (asciiValue.test(text)) metadata.set(name, text)
  }
  return metadata
}
