import type { IncomingMessage, RequestListener } from 'node:http'
import { operations } from '../../generated/server/operations.ts'
import type { Upgrades } from '../doors/http/http-server.ts'
import type { McpDoor } from '../doors/mcp/mcp-door.ts'
import { hostOf, isGatewayHost } from '../framework/gateway/request-namespace.ts'
import { asksForWebSocket, type PortHandler } from '../framework/grpc/port.ts'
import { removeBasePath } from '../http/target-removal.ts'

/** Existing clients call every service below it, at any address they are given. */
const productPrefix = '/v1/'
/** Operations that this API describes at an address below it: the pipeline serves them there. */
const described = operations.filter(({ path }) => path.startsWith(productPrefix))
const ownCalls = new Set(described.flatMap(({ verb, path }) => [`${verb} ${path}`, `OPTIONS ${path}`]))

/**
 * Routes requests to the gateway: those to its host names, and calls in the form of existing clients,
 * `/v1/<service>/<endpoint>`, in all their spellings. What the API describes at exactly this verb and path, and everything
 * else, goes to `listener`.
 *
 * @param gatewayHost GATEWAY_HOST, if set
 */
export function withGateway(
  listener: RequestListener,
  gateway: PortHandler,
  gatewayHost: string | undefined,
): { listener: RequestListener; upgrades: Upgrades } {
  function isFor(req: IncomingMessage): boolean {
    const { url = '', method } = req
    if (url.startsWith(productPrefix) && !ownCalls.has(`${method} ${url.split('?', 1)[0]}`)) return true
    // Node builds the headers object when it is first read, which a redirect never does.
    return gatewayHost !== undefined && isGatewayHost(hostOf(req.headers), gatewayHost)
  }
  return {
    listener: (req, res) => {
      if (isFor(req)) gateway.request(req, res)
      else listener(req, res)
    },
    upgrades: {
      isFor(req) {
        if (!asksForWebSocket(req)) return false
        removeBasePath(req)
        return isFor(req)
      },
      upgrade: (req, socket, head) => gateway.upgrade(req, socket, head),
    },
  }
}

/** Routes requests for the machine endpoint to it, and all others to `listener`. */
export function withMcp(listener: RequestListener, mcp: Pick<McpDoor, 'isFor' | 'handle'>): RequestListener {
  return (req, res) => {
    // Pipelined behind a rejected body on a closing connection: the response would not be sent.
    if (mcp.isFor(req)) return void (req.socket.writableEnded || mcp.handle(req, res))
    listener(req, res)
  }
}
