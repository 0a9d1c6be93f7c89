import type { IncomingMessage, RequestListener } from 'node:http'
import { asksForWebSocket, type PortHandler } from '../grpc/port.ts'
import type { Upgrades } from '../http/server.ts'
import { hostOf, isGatewayHost } from './namespaces.ts'

/**
 * Sends what comes to the gateway's host names there, and everything else to `listener`.
 *
 * @param gatewayHost that of GATEWAY_HOST; without one everything goes to `listener`
 */
export function withGatewayHost(
  listener: RequestListener,
  gateway: PortHandler,
  gatewayHost: string | undefined,
): { listener: RequestListener; upgrades?: Upgrades } {
  if (gatewayHost === undefined) return { listener }
  const isFor = ({ headers }: IncomingMessage) => isGatewayHost(hostOf(headers), gatewayHost)
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
