import type { IncomingMessage } from 'node:http'
import type { Operation } from '#generated/server/operations.ts'
import { announcedBytes, checkMediaType, readBody } from '../../http/body.ts'
import { addOutcomeHeaders } from '../../http/outcome-headers.ts'
import { paymentOf } from '../../http/request-head.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { parseBody, parseQuery, type RawArguments } from '../../runtime/calls/arguments.ts'
import type { Caller } from '../../runtime/calls/caller.ts'
import type { Contract, Found } from '../../runtime/calls/contract.ts'
import type { IncomingCall } from '../../runtime/calls/incoming.ts'
import { decimalNumber } from '../../runtime/calls/number-texts.ts'
import type { Outcome } from '../../runtime/calls/outcome.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import { isLongRead, legacyBodyOf } from '../../runtime/calls/response.ts'
import { addressGroup } from '../../runtime/limits/client-address.ts'
import type { Arrival } from '../../runtime/limits/incoming-bytes.ts'
import { operationError, type RpcError } from '../kernel/rpc-errors.ts'
import type { Target } from './gateway-path.ts'
import { type Exchange, writeAnswer } from './responses.ts'

/** The operations that the gateway's paths reach: the tool families and the URL service. */
export type GatewayOperations = ReturnType<typeof gatewayOperations>

const reachable = /^\/(?:api\/v1|v1)\/([a-z]+)\/([A-Za-z]+)$/

/** Indexes the operations of a contract by the paths of the gateway. */
export function gatewayOperations(contract: Contract) {
  const byEndpoint = new Map<string, Operation>()
  const byService = new Map<string, string[]>()
  for (const operation of contract.operations) {
    const [, family, method] = reachable.exec(operation.path) ?? []
    if (family === undefined || method === undefined || operation.formOf) continue
    const endpoint = `${upperFirst(family)}.${upperFirst(method)}`
    byEndpoint.set(`${family} ${endpoint}`.toLowerCase(), operation)
    // `url.create_many` is at /v1/url/CreateMany; everywhere else it is known by the name in its id.
    byEndpoint.set(`${family} ${family}.${operation.method}`.toLowerCase(), operation)
    byService.set(family, [...(byService.get(family) ?? []), endpoint].sort())
  }
  return {
    /** The operation that a path names: its family as the service, its method in any case. */
    find: ({ service, endpoint }: Target) => byEndpoint.get(`${service} ${endpoint}`.toLowerCase()),
    /** The endpoints of a family, sorted: `Notes.Add`; empty for an unknown family. */
    endpoints: (service: string): readonly string[] => byService.get(service.toLowerCase()) ?? [],
  }
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A request to an operation. */
export interface OperationRequest {
  readonly req: IncomingMessage
  readonly requestId: string
  readonly operation: Operation
  /** The caller, if already known; otherwise the pipeline identifies it by `authorization`. */
  readonly caller: Caller | undefined
  readonly authorization: string | readonly string[] | undefined
  readonly clientAddress: string
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal
  /** Without the `?`. */
  readonly query: string
}

/** A call of an operation through the gateway. It differs from a call at the operation's path only in the form of path and response. */
class OperationCall implements IncomingCall {
  /** The gateway ignores cookies. */
  readonly browser = undefined
  readonly door = 'gateway'
  readonly requestId: string
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
  readonly authorization: string | readonly string[] | undefined
  readonly clientAddress: string
  arrival: Arrival | undefined
  readonly #request: OperationRequest
  readonly #verb: string
  readonly #frame: Buffer | undefined
  #contract: Contract | undefined

  /** @param frame the arguments as JSON, if they come in a frame of a WebSocket instead of the request */
  constructor(request: OperationRequest, frame: Buffer | undefined) {
    this.#request = request
    this.#frame = frame
    this.#verb = frame === undefined ? (request.req.method ?? 'GET') : 'POST'
    this.requestId = request.requestId
    this.caller = request.caller
    this.signal = request.signal
    this.authorization = request.authorization
    this.clientAddress = request.clientAddress
  }

  get isAbandoned(): boolean {
    return this.signal.aborted
  }

  get idempotencyKey(): string | undefined {
    return this.#request.req.headers['idempotency-key'] as string | undefined
  }

  get payment() {
    return paymentOf(this.#request.req)
  }

  /**
   * Reads can be called with GET, or with POST and their arguments in a body, regardless of the verb in the tool API.
   */
  find(contract: Contract): Found {
    this.#contract = contract
    const { operation } = this.#request
    const { id, path } = operation
    if (this.#verb === 'GET' && operation.kind === 'read') return { operation, pathValues: undefined }
    if (this.#verb === 'POST' && operation.verb === 'GET') {
      const form = contract.operations.find((other) => other.path === path && other.verb === 'POST')
      return { operation: form ?? operation, pathValues: undefined }
    }
    if (this.#verb === operation.verb) return contract.find(this.#verb, path)
    const allow = operation.kind === 'read' ? ['GET', 'POST'] : ['POST']
    const verb = this.#verb.slice(0, 20)
    throw new ApiError('method_not_allowed', `${verb} is not supported by ${id}. Call it with ${allow.join(' or ')}.`, {
      allow,
    })
  }

  get bodyBytes(): number | 'unannounced' | undefined {
    return this.#verb === 'POST' && this.#frame === undefined ? announcedBytes(this.#request.req) : undefined
  }

  async readArguments({ operation, pathValues: path }: Found): Promise<RawArguments> {
    const text = this.#request.query
    const query = text === '' ? {} : parseQuery(text, operation)
    if (this.#verb === 'GET') {
      if (!operation.hasBody || !this.#contract) return { path, query, body: undefined }
      return { path, query: {}, body: argumentsOfQuery(this.#contract, operation, query) }
    }
    const body = await parseBody(this.#frame ?? (await this.#read(operation)))
    if (operation.hasBody) return { path, query, body }
    return { path, query: { ...query, ...listsOf(operation, body as Record<string, unknown>) }, body: undefined }
  }

  #read({ bodyCapBytes, id }: Operation): Buffer | Promise<Buffer> {
    checkMediaType(this.#request.req)
    return readBody(this.#request.req, bodyCapBytes, id, this.arrival)
  }
}

function listsOf({ listArguments }: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const lists = { ...args }
  for (const name of listArguments) {
    if (name in lists && !Array.isArray(lists[name])) lists[name] = [lists[name]]
  }
  return lists
}

/** The response to a call of an operation, in the gateway's form: the bare result, or the four keys of an error. */
export interface OperationResponse {
  readonly status: number
  readonly body: string
  /** Alternating names and values. */
  readonly headers: readonly string[]
  /** The error of a failed call. */
  readonly error?: RpcError
}

/** Runs the call through the pipeline. Never rejects. */
export async function callOperation(
  calls: Calls,
  request: OperationRequest,
  frame?: Buffer,
): Promise<OperationResponse> {
  const outcome = await calls.take(new OperationCall(request, frame))
  try {
    const answer = answerOf(outcome, request.operation)
    if (isLongRead(outcome, answer.body))
      calls.inFlight.checkUnsent(addressGroup(request.clientAddress), answer.body.length)
    return answer
  } catch (failure) {
    return answerOf(calls.unwritable(request.requestId, outcome, failure), request.operation)
  }
}

function answerOf(outcome: Outcome, operation: Operation): OperationResponse {
  const headers: string[] = []
  addOutcomeHeaders(headers, outcome)
  if (outcome.error) {
    const error = operationError(outcome.error, operation.id)
    return { status: error.status, body: JSON.stringify(legacyBodyOf(operation.id, outcome.error)), headers, error }
  }
  return { status: 200, body: outcome.json ?? JSON.stringify(outcome.result), headers }
}

/** Writes the response of an operation. */
export function writeOperation(exchange: Exchange, { status, body, headers }: OperationResponse): void {
  writeAnswer(exchange, status, 'application/json', body, headers)
}

const aNumber = new RegExp(decimalNumber)
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false }

/**
 * Converts a query string to the arguments of an operation that takes a body: values become numbers, booleans or lists
 * where the OpenAPI document requires them, and remain strings otherwise.
 *
 * @param query names with strings, or lists of strings
 * @returns arguments that still have to be validated: text that is not a number remains text, and is rejected then
 */
export function argumentsOfQuery(
  contract: Contract,
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const args = { ...query }
  const faults = contract.faultsOfBody(operation, { requestBody: { ...query } }) ?? []
  for (const { keyword, instancePath, params } of faults) {
    const name = /^\/requestBody\/([^/]+)$/.exec(instancePath)?.[1]
    if (keyword === 'type' && name !== undefined) args[name] = inType(params.type, args[name])
  }
  return args
}

function inType(type: unknown, value: unknown): unknown {
  if (type === 'array') return [value]
  if (typeof value !== 'string') return value
  if (type === 'boolean') return booleans[value] ?? value
  return (type === 'number' || type === 'integer') && aNumber.test(value) ? Number(value) : value
}
