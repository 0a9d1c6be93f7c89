import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '#runtime/base/errors.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import { crossOriginHeaders, optionsHeaders } from '../../http/cors.ts'
import type { McpParts } from './mcp-door.ts'

const verbs = ['GET', 'POST', 'DELETE']
const sentByClients = ['MCP-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name', 'Last-Event-ID']

/** Which pages may send requests, and to which host names of this server. */
export class Gate {
  readonly #origins: ReadonlySet<string>
  readonly #ownHost: string

  constructor({ baseUrl, origins }: Pick<McpParts, 'baseUrl' | 'origins'>) {
    this.#ownHost = new URL(baseUrl).hostname
    this.#origins = new Set([baseUrl, ...origins])
  }

  /**
   * Responds to a preflight request.
   *
   * @returns whether the response was sent
   * @throws ApiError permission_denied for a page or a host that is not allowed, method_not_allowed
   */
  answered(req: IncomingMessage, res: ServerResponse, requestId: string): boolean {
    const { host, origin } = req.headers
    if (!this.#isOwnHost(host)) {
      const name = truncate(host ?? 'none', 100)
      throw new ApiError(
        'permission_denied',
        `The Host ${name} is not the host of this server. BASE_URL names ${this.#ownHost}.`,
      )
    }
    if (origin !== undefined && !this.#isOwnOrigin(origin, host)) {
      const name = truncate(origin, 100)
      throw new ApiError(
        'permission_denied',
        `Pages of ${name} may not connect. The operator can add this origin to MCP_ORIGINS.`,
      )
    }
    if (req.method === 'OPTIONS') {
      res.writeHead(204, ['X-Request-Id', requestId, ...optionsHeaders(verbs, sentByClients)]).end()
      return true
    }
    if (!verbs.includes(req.method ?? '')) {
      throw new ApiError(
        'method_not_allowed',
        `${truncate(req.method ?? '', 20)} is not supported at /mcp. Use POST.`,
        {
          allow: verbs,
        },
      )
    }
    return false
  }

  /** The headers that let a page that may connect read the response. */
  corsOf({ headers }: IncomingMessage): readonly string[] {
    if (headers.origin === undefined || !this.#isOwnOrigin(headers.origin, headers.host)) return []
    const [name = '', exposed = ''] = crossOriginHeaders.slice(2)
    return [...crossOriginHeaders.slice(0, 2), name, `${exposed}, Mcp-Session-Id`]
  }

  /**
   * A page elsewhere can have its own name point to this machine (DNS rebinding). It cannot have an address, or a name
   * without a dot.
   */
  #isOwnHost(host: string | undefined): boolean {
    if (host === undefined) return true
    if (!URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return hostname === this.#ownHost || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.')
  }

  #isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (this.#origins.has(origin)) return true
    return URL.canParse(origin) && new URL(origin).host === host
  }
}
