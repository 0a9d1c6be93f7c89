import { expect } from 'vitest'

/** A response of the machine endpoint. */
export interface McpAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every kind.
  readonly message: any
}

/** One client of the machine endpoint that sends messages as they are written. */
export interface RawMcp {
  /** Sends a request and returns the last message of the response. */
  request(method: string, params?: Record<string, unknown>, more?: RequestInit): Promise<McpAnswer>
  /** Calls a tool and returns its result. */
  call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<ToolResult>
  /** Sends any body. */
  post(body: string, headers?: Record<string, string>): Promise<McpAnswer>
}

export interface ToolResult {
  readonly isError?: boolean
  readonly content: { type: string; text?: string; uri?: string; name?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly structuredContent?: any
  readonly _meta: Record<string, unknown>
}

export type Era = 'modern' | 'legacy'

export const eras: readonly Era[] = ['modern', 'legacy']

const modernVersion = '2026-07-28'
const accept = 'application/json, text/event-stream'

/**
 * @param url address of the server
 * @param options `query` of the endpoint's address, such as `?tools=search`; what the client declares in each request of the
 * modern revision
 */
export function rawMcp(
  url: string,
  token: string | undefined,
  { era = 'modern', query = '', capabilities = {} }: { era?: Era; query?: string; capabilities?: object } = {},
): RawMcp {
  const address = `${url}/mcp${query}`
  const own: Record<string, string> = {
    accept,
    ...(era === 'legacy' && { 'mcp-protocol-version': '2025-11-25' }),
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  let id = 0

  async function request(method: string, params: Record<string, unknown> = {}, more: RequestInit = {}) {
    id += 1
    const isModern = era === 'modern'
    const _meta = {
      ...(params._meta as object),
      ...(isModern && { ...envelope, 'io.modelcontextprotocol/clientCapabilities': capabilities }),
    }
    const body = { jsonrpc: '2.0', id, method, params: { ...params, ...(Object.keys(_meta).length > 0 && { _meta }) } }
    const named = params.name ?? params.uri
    const headers = {
      ...own,
      ...(isModern && { 'mcp-protocol-version': modernVersion, 'mcp-method': method }),
      ...(isModern && typeof named === 'string' && { 'mcp-name': named }),
      ...(more.headers as Record<string, string>),
    }
    return answerOf(await fetch(address, { ...more, method: 'POST', headers, body: JSON.stringify(body) }))
  }

  return {
    request,
    async call(name, args = {}, meta = {}) {
      const { status, message } = await request('tools/call', { name, arguments: args, _meta: meta })
      expect({ status, error: message.error }).toEqual({ status: 200, error: undefined })
      return message.result
    },
    post: async (body, headers = {}) =>
      answerOf(await fetch(address, { method: 'POST', headers: { ...own, ...headers }, body })),
  }
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

async function answerOf(response: Response): Promise<McpAnswer> {
  const { status, headers } = response
  const text = await response.text()
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    return { status, headers, message: text === '' ? undefined : JSON.parse(text) }
  }
  const events = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => JSON.parse(data))
  return { status, headers, message: events.at(-1) }
}
