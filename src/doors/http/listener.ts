import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Operation } from '#generated/server/operations.ts'
import { commandLineAgent } from '#runtime/base/command-line-agent.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { announcedBytes, checkMediaType, readBody, readPieces } from '../../http/body.ts'
import { optionsHeaders } from '../../http/cors.ts'
import { disconnectSignal } from '../../http/disconnect-signal.ts'
import { deprecationHeaders } from '../../http/outcome-headers.ts'
import { sendPieces, watchUnread } from '../../http/pieces.ts'
import { authorizationsOf, paymentOf, requestFault, targetOf } from '../../http/request-head.ts'
import { ApiError, asApiError } from '../../runtime/base/errors.ts'
import { parseBody, parseQuery, type RawArguments } from '../../runtime/calls/arguments.ts'
import type { Contract, Found } from '../../runtime/calls/contract.ts'
import { type DecodedArgument, DecodingBody } from '../../runtime/calls/decoding-body.ts'
import type { BrowserCredential, Door, IncomingCall } from '../../runtime/calls/incoming.ts'
import type { LoggedCall } from '../../runtime/calls/log/logged-call.ts'
import type { Outcome, Success } from '../../runtime/calls/outcome.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import { bodyPiecesOf, bodyTextOf, isLongRead, statusOf } from '../../runtime/calls/response.ts'
import type { ResultStream } from '../../runtime/calls/result-stream.ts'
import type { FamilyRoute } from '../../runtime/kit/family.ts'
import type { RouteVisit } from '../../runtime/kit/route-visit.ts'
import { addressGroup, clientAddress, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import type { Arrival } from '../../runtime/limits/incoming-bytes.ts'
import type { PaymentHeaders } from '../../runtime/money/x402/index.ts'
import { browserCredentialOf } from './family-routes.ts'
import { progressResponse, wantsEvents } from './progress-response.ts'
import { headersOf, writeOutcome } from './write-outcome.ts'

const toolPrefix = '/api/'
const catalogue = '/api/v1'
/** Shorter bodies are parsed whole. */
const minDecodedBytes = 64 * 1024

/** A path of a family. */
export interface ServedRoute {
  readonly path: FamilyRoute
  visit(req: IncomingMessage, res: ServerResponse): RouteVisit
}

/**
 * Sends calls to the pipeline, requests below a family's own path to that family, and everything else (documents,
 * health, pages) to `pages`.
 *
 * @param proxies trusted to report the client's address
 * @param familyPaths checked first, those of a host before the others
 */
export function createListener(
  calls: Calls,
  pages: RequestListener,
  proxies: TrustedProxies = [],
  familyPaths: readonly ServedRoute[] = [],
): RequestListener {
  const ofHosts = familyPaths.filter(({ path }) => path.host !== undefined)
  const others = familyPaths.filter(({ path }) => path.host === undefined)
  return (req, res) => {
    // The connection is closing, as behind a rejected body: the response would not be sent.
    if (req.socket.writableEnded) return
    const target = targetOf(req)
    if (target === undefined) return refuseRequest(req, res, 'names no address on this server')
    const fault = requestFault(req)
    if (fault !== undefined) return refuseRequest(req, res, fault)
    const served =
      (ofHosts.length > 0 && pathOf(ofHosts, target, req.headers.host?.toLowerCase())) || pathOf(others, target)
    if (served) return served.path.handle(req, res, target, served.visit(req, res))
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    if (isCall(calls.contract, path)) {
      if (req.method === 'OPTIONS') respondToOptions(calls.contract, req, res, path)
      else void respond(calls, new HttpCall(req, res, { target, path }, proxies), req, res)
    } else {
      req.url = target
      res.once('prefinish', () => watchUnread(res))
      pages(req, res)
    }
  }
}

function pathOf(paths: readonly ServedRoute[], target: string, host?: string): ServedRoute | undefined {
  for (const each of paths) if (each.path.host === host && target.startsWith(each.path.prefix)) return each
  return undefined
}

function refuseRequest(req: IncomingMessage, res: ServerResponse, fault: string): void {
  const error = new ApiError('invalid_argument', `The request ${fault}.`)
  writeOutcome(req, res, { operation: undefined, error }, requestIdOf(req.headers['x-request-id']))
}

function isCall(contract: Contract, path: string): boolean {
  if (path.startsWith(toolPrefix)) return path !== catalogue && path !== `${catalogue}/`
  return contract.holds(path)
}

async function respond(calls: Calls, call: HttpCall, req: IncomingMessage, res: ServerResponse) {
  // A short body mostly arrives with the head. Node has it by then, so it can be read at once.
  if (req.method === 'POST') await undefined
  const outcome = await calls.take(call)
  if (!outcome.error && outcome.stream) return sendStream(req, res, outcome, outcome.stream, call.requestId)
  if (res.destroyed) return
  try {
    if (call.reportsProgress(outcome)) return call.progressResponse.end(outcome)
    const body = bodyTextOf(outcome)
    if (isLongRead(outcome, body)) calls.inFlight.checkUnsent(call.reader, body.length)
    writeOutcome(req, res, outcome, call.requestId, body)
    watchUnread(res, (bytes) => calls.inFlight.hold(call.reader, bytes))
  } catch (failure) {
    // A result that JSON cannot represent (a bigint, a cycle) is a defect of its handler and must not end the process.
    const error = calls.unwritable(call.requestId, outcome, failure)
    if (call.reportsProgress(error)) call.progressResponse.end(error)
    else writeOutcome(req, res, error, call.requestId)
  }
}

/** CORS preflight requests. They are not calls: no caller is identified and nothing is counted. */
function respondToOptions(contract: Contract, req: IncomingMessage, res: ServerResponse, path: string): void {
  const requestId = requestIdOf(req.headers['x-request-id'])
  try {
    contract.find('OPTIONS', path)
  } catch (failure) {
    const error = asApiError(failure)
    if (error.allow) res.writeHead(204, ['X-Request-Id', requestId, ...optionsHeaders(error.allow)]).end()
    else writeOutcome(req, res, { operation: undefined, error }, requestId)
  }
}

async function sendStream(
  req: IncomingMessage,
  res: ServerResponse,
  outcome: Success,
  stream: ResultStream,
  requestId: string,
): Promise<void> {
  if (res.destroyed) return stream.close()
  res.writeHead(statusOf(outcome), headersOf(req, outcome, requestId))
  await sendPieces(res, bodyPiecesOf(outcome.operation, stream))
}

class HttpCall implements IncomingCall {
  readonly acceptsStream = true
  readonly requestId: string
  decoded: DecodedArgument | undefined
  logged: LoggedCall | undefined
  release: (() => void) | undefined
  arrival: Arrival | undefined
  subject: string | undefined
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #target: string
  readonly #path: string
  readonly #proxies: TrustedProxies
  #clientAddress: string | undefined
  #signal: AbortSignal | undefined
  #operation: Operation | undefined
  #progress: ReturnType<typeof progressResponse> | undefined
  #decoding: DecodingBody | undefined

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    { target, path }: { target: string; path: string },
    proxies: TrustedProxies,
  ) {
    this.#req = req
    this.#res = res
    this.#target = target
    this.#path = path
    this.#proxies = proxies
    this.requestId = requestIdOf(req.headers['x-request-id'])
  }

  /** The command line names itself; programs can claim to be it, which changes nothing but the log. */
  get door(): Door {
    return this.#req.headers['user-agent'] === commandLineAgent ? 'cli' : 'http'
  }

  get clientAddress(): string {
    this.#clientAddress ??= clientAddress(this.#req.socket.remoteAddress, this.#req.headers, this.#proxies)
    return this.#clientAddress
  }

  get idempotencyKey(): string | undefined {
    // Node joins several fields of one name with a comma and a space, which no key may contain.
    return this.#req.headers['idempotency-key'] as string | undefined
  }

  get payment(): PaymentHeaders | undefined {
    return paymentOf(this.#req)
  }

  get signal(): AbortSignal {
    this.#signal ??= disconnectSignal(this.#res)
    return this.#signal
  }

  get isAbandoned(): boolean {
    return this.#res.destroyed
  }

  get authorization(): string[] | undefined {
    return authorizationsOf(this.#req)
  }

  get browser(): BrowserCredential | undefined {
    return browserCredentialOf(this.#req)
  }

  get bodyBytes(): number | 'unannounced' | undefined {
    return this.#req.method === 'POST' ? announcedBytes(this.#req) : undefined
  }

  /** Whose unread bytes are counted together. */
  get reader(): string {
    return this.subject ?? addressGroup(this.clientAddress)
  }

  get progressResponse() {
    const headers = this.#operation ? deprecationHeaders(this.#operation) : []
    this.#progress ??= progressResponse(this.#req, this.#res, this.requestId, headers)
    return this.#progress
  }

  /** Whether what came of the call is sent as an event: it succeeds and was asked for so, or others were sent before. */
  reportsProgress({ operation, error }: Outcome): boolean {
    if (this.#progress?.hasBegun) return true
    return !error && operation.reportsProgress === true && wantsEvents(this.#req.headers.accept)
  }

  progress(operation: Operation, event: string, data: object): void {
    if (operation.reportsProgress && wantsEvents(this.#req.headers.accept)) this.progressResponse.send(event, data)
  }

  find(contract: Contract): Found {
    const found = contract.find(this.#req.method ?? 'GET', this.#path)
    this.#operation = found.operation
    return found
  }

  readArguments({ operation, pathValues }: Found, base64?: string): RawArguments | Promise<RawArguments> {
    const text = this.#target.slice(this.#path.length + 1)
    const query = text === '' ? {} : parseQuery(text, operation)
    if (operation.verb === 'GET') return { path: pathValues, query, body: undefined }
    const { bodyBytes = 0 } = this
    if (base64 !== undefined && (bodyBytes === 'unannounced' || bodyBytes >= minDecodedBytes)) {
      return this.#withDecoded(operation, pathValues, query, base64)
    }
    return this.#withBody(operation, pathValues, query)
  }

  ended(): void {
    this.#decoding?.release()
  }

  async #withBody(
    operation: Operation,
    path: Found['pathValues'],
    query: Record<string, unknown>,
  ): Promise<RawArguments> {
    checkMediaType(this.#req)
    return {
      path,
      query,
      body: await parseBody(await readBody(this.#req, operation.bodyCapBytes, operation.id, this.arrival)),
    }
  }

  async #withDecoded(
    operation: Operation,
    path: Found['pathValues'],
    query: Record<string, unknown>,
    base64: string,
  ): Promise<RawArguments> {
    checkMediaType(this.#req)
    const decoding = new DecodingBody(base64)
    this.#decoding = decoding
    const add = (chunk: Buffer) => decoding.add(chunk)
    await readPieces(this.#req, operation.bodyCapBytes, operation.id, add, this.arrival)
    const { body, decoded } = await decoding.end()
    this.decoded = decoded
    return { path, query, body, decoded }
  }
}
