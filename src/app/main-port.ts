import type { IncomingMessage, RequestListener } from 'node:http'
import type { Upgrades } from '../doors/http/server.ts'
import { hostOf, isGatewayHost } from '../framework/gateway/namespaces.ts'
import { asksForWebSocket, type PortHandler } from '../framework/grpc/port.ts'

/** Existing clients call every service below it, at whatever address they are given. */
const productPrefix = '/v1/'
/** The one service below it whose operations this API describes one by one. */
const ownPrefix = '/v1/url/'

/**
 * Sends what is for the gateway there: what comes to its host names, and calls in the form of existing clients,
 * `/v1/<service>/<endpoint>`, but those of the URL service. Everything else goes to `listener`.
 *
 * @param gatewayHost that of GATEWAY_HOST, if there is one
 */
export function withGateway(
  listener: RequestListener,
  gateway: PortHandler,
  gatewayHost: string | undefined,
): { listener: RequestListener; upgrades: Upgrades } {
  function isFor(req: IncomingMessage): boolean {
    const { url = '' } = req
    if (url.startsWith(productPrefix) && !url.startsWith(ownPrefix)) return true
    // Node makes the object of headers when it is first asked for, which a redirect never does.
    return gatewayHost !== undefined && isGatewayHost(hostOf(req.headers), gatewayHost)
  }
  return {
    listener: (req, res) => {
      if (isFor(req)) gateway.request(req, res)
      else listener(req, res)
    },
    upgrades: {
      isFor: (req) => asksForWebSocket(req) && isFor(req),
      upgrade: (req, socket, head) => gateway.upgrade(req, socket, head),
    },
  }
}
