import { createClient } from '../../generated/client/index.js'
import { type OperationId, operations } from '../../generated/server/operations.ts'
import type { ManualClock } from '../runtime/base/clock.ts'
import { checkHeaders } from './check-headers.ts'
import { checkResponse } from './check-response.ts'
import { recordExchange } from './record-exchange.ts'
import type { ResponseOrigin } from './record-response.ts'
import type { SentCall } from './relations/arguments.ts'
import type { CheckedResponse } from './server.ts'

/** How a caller of a test server calls. */
export interface CallerOptions {
  readonly url: string
  readonly clock: ManualClock
  readonly origin: ResponseOrigin
  readonly token: string | undefined
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>
}

/** Sends the requests of one caller, and checks each response against the document. */
export class CheckedWire {
  readonly #url: string
  readonly #origin: ResponseOrigin
  readonly #clock: ManualClock
  readonly #headers: Record<string, string>

  constructor({ url, origin, token, headers, clock }: CallerOptions) {
    this.#clock = clock
    this.#url = url
    this.#origin = origin
    this.#headers = { ...headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) }
  }

  async send(id: OperationId, init: RequestInit, query = '', path = operationOf(id).path): Promise<CheckedResponse> {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(this.#headers)) if (!headers.has(name)) headers.set(name, value)
    const address = `${this.#url}${path}${query}`
    const request = { method: operationOf(id).verb, ...init, headers }
    const response = await fetch(address, request)
    const body = await this.#checkedBody(id, address, request, response)
    return { status: response.status, headers: response.headers, body }
  }

  call(id: OperationId, args: Record<string, unknown>, more: Record<string, string> = {}): Promise<CheckedResponse> {
    const { path, verb } = operationOf(id)
    const rest = { ...args }
    const filledIn = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
      delete rest[name]
      return encodeURIComponent(String(args[name]))
    })
    if (verb === 'GET') return this.send(id, { headers: more }, queryOf(rest), filledIn)
    const headers = { ...more, 'Content-Type': 'application/json' }
    return this.send(id, { body: JSON.stringify(rest), headers }, '', filledIn)
  }

  /** The generated client's method, without retries; undefined for a second form of another operation. */
  clientMethod(id: OperationId): ((args: unknown) => Promise<unknown>) | undefined {
    const checkedFetch = async (address: string, init: RequestInit) => {
      const response = await fetch(address, init)
      await this.#checkedBody(id, address, init, response.clone())
      return response
    }
    const families: Record<string, Record<string, (args: unknown) => Promise<unknown>>> = createClient({
      baseUrl: this.#url,
      headers: this.#headers,
      retries: 0,
      fetch: checkedFetch,
    }) as never
    const { family, method } = operationOf(id)
    return families[family]?.[method]
  }

  async #checkedBody(id: OperationId, address: string, request: RequestInit, response: Response): Promise<unknown> {
    const body: unknown = await response.json()
    checkHeaders(id, response)
    const { pathname, search } = new URL(address)
    const call = {
      path: pathname + search,
      body: request.body == null ? undefined : String(request.body),
      now: this.#clock.now(),
    }
    checkResponse(id, response.status, body, this.#origin, call)
    recordCall(id, call, request, response, body)
    return body
  }
}

/** Keeps a call for the validating proxy of the contract smoke, which would itself refuse a body that is not JSON. */
function recordCall(id: OperationId, call: SentCall, request: RequestInit, response: Response, body: unknown): void {
  if (!isJson(request.body)) return
  recordExchange({
    operationId: id,
    method: request.method ?? 'GET',
    path: call.path,
    now: call.now,
    requestHeaders: Object.fromEntries(new Headers(request.headers)),
    ...(call.body !== undefined && { requestBody: call.body }),
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
  })
}

/** Whether a request's body is JSON. True without a body as well. */
function isJson(body: unknown): boolean {
  try {
    JSON.parse(String(body ?? 'null'))
    return true
  } catch {
    return false
  }
}

/** @throws Error for an id that no operation has */
export function operationOf(id: OperationId) {
  const operation = operations.find((candidate) => candidate.id === id)
  if (!operation) throw new Error(`${id} is not an operation`)
  return operation
}

function queryOf(args: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.size > 0 ? `?${query}` : ''
}
