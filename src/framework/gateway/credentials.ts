import type { IncomingMessage } from 'node:http'
import { authorizationsOf } from '../../doors/http/credential-headers.ts'

/** What a WebSocket is agreed to speak where a browser, which can set no header, has to offer its token as a protocol. */
const SUBPROTOCOL = 'onedoor'

const basic = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i

/**
 * The Authorization of a request as admission reads it. `Basic` with the token as password becomes `Bearer`; a browser's
 * WebSocket, which can set no header, brings the bare token among its subprotocols. A cookie never counts: whatever
 * site made the browser send it.
 */
export function authorizationOf(req: IncomingMessage): string | readonly string[] | undefined {
  const given = authorizationsOf(req)
  if (given === undefined) {
    const token = offeredProtocols(req).find((name) => name !== SUBPROTOCOL)
    return token === undefined ? undefined : `Bearer ${token}`
  }
  const [only] = given
  return given.length === 1 && only !== undefined ? bearer(only) : given
}

/** `Basic base64(anything:token)` as `Bearer token`; everything else as it is. */
function bearer(authorization: string): string {
  const encoded = basic.exec(authorization)?.[1]
  if (encoded === undefined) return authorization
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? authorization : `Bearer ${text.slice(colon + 1)}`
}

function offeredProtocols({ headers }: IncomingMessage): string[] {
  const offered = headers['sec-websocket-protocol']
  if (offered === undefined) return []
  return offered
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The subprotocol to agree to: browsers give a connection up for which none of those they offered was taken. */
export function agreedProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has(SUBPROTOCOL)) return SUBPROTOCOL
  const [first] = offered
  return first ?? false
}
