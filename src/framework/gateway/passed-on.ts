import type { IncomingHttpHeaders } from 'node:http'
import { NEVER_PASSED_ON } from '../discovery/service-transport.ts'

/** What a client may not tell a service: who calls is for admission to say. */
const notFromClients = new Set([
  ...NEVER_PASSED_ON,
  'service-namespace',
  'x-request-id',
  'payment-signature',
  'x-payment',
])
const ownPrefix = 'onedoor-'

/** Whether a service is told this header of its caller's. `name` is in small letters. */
export function isPassedOn(name: string): boolean {
  return !name.startsWith(':') && !name.startsWith(ownPrefix) && !notFromClients.has(name)
}

/** What belongs to the HTTP request and means nothing, or something else, in the gRPC call that is made of it. */
const ofTheRequest = /^(?:accept(?:-encoding)?|content-.*|expect|grpc-.*|range|sec-websocket-.*|te|trailer|.*-bin)$/
/** As metadata can carry it (gRPC over HTTP/2, ASCII-Value). */
const asciiValue = /^[\x20-\x7e]*$/

/** The headers of an HTTP request that go on as metadata of the call that is made of it. */
export function metadataOf(headers: IncomingHttpHeaders): Headers {
  const metadata = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (!isPassedOn(name) || ofTheRequest.test(name)) continue
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    if (asciiValue.test(text)) metadata.set(name, text)
  }
  return metadata
}
