import type { IncomingMessage, ServerResponse } from 'node:http'
import { isShortBody, lingerAfter } from '../../http/body.ts'
import { crossOriginHeaders } from '../../http/cors.ts'
import { addOutcomeHeaders } from '../../http/outcome-headers.ts'
import type { Outcome } from '../../runtime/calls/outcome.ts'
import { bodyTextOf, statusOf } from '../../runtime/calls/response.ts'

/** Sends the outcome of a call that returned no stream. */
export function writeOutcome(
  req: IncomingMessage,
  res: ServerResponse,
  outcome: Outcome,
  requestId: string,
  body = bodyTextOf(outcome),
): void {
  const length = Buffer.byteLength(body)
  const headers = headersOf(req, outcome, requestId)
  headers.push('Content-Length', String(length))
  if (outcome.error && !req.complete && !isShortBody(req)) {
    headers.push('Connection', 'close')
    lingerAfter(req)
  }
  res.writeHead(statusOf(outcome), headers)
  // Plain ASCII has the same bytes in Latin-1, which the socket accepts without checking each character.
  if (length === body.length) res.end(body, 'latin1')
  else res.end(body)
}

/** The headers except Content-Length, as alternating names and values. */
export function headersOf(req: IncomingMessage, outcome: Outcome, requestId: string): string[] {
  const headers = [
    'Content-Type',
    'application/json',
    'X-Request-Id',
    requestId,
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ]
  addOutcomeHeaders(headers, outcome)
  if (req.headers.origin !== undefined) headers.push(...crossOriginHeaders)
  return headers
}
