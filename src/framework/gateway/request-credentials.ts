import type { IncomingMessage } from 'node:http'
import { authorizationsOf } from '../../http/request-head.ts'

/** The subprotocol to select when a browser, which cannot set headers, offers its token as another one. */
const SUBPROTOCOL = 'onedoor'

const basic = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i

/**
 * The Authorization of a request, for admission. `Basic` with the token as password becomes `Bearer`; a browser's
 * WebSocket, which cannot set headers, offers the bare token as a subprotocol. Cookies are ignored: any site can make a
 * browser send them.
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

/** `Basic base64(anything:token)` as `Bearer token`; anything else unchanged. */
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

/** The subprotocol to select: browsers close a connection if none of those they offered was selected. */
export function agreedProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has(SUBPROTOCOL)) return SUBPROTOCOL
  const [first] = offered
  return first ?? false
}
