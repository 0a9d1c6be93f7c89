import type { IncomingMessage, ServerResponse } from 'node:http'
import { SESSION_COOKIE } from '#runtime/accounts/sessions.ts'
import { asApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { parseBody } from '#runtime/calls/arguments.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { BrowserCredential } from '#runtime/calls/incoming.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import { type PathAdmission, type PathCall, pathCaller, type RouteVisit } from '#runtime/kit/route-visit.ts'
import { clientAddress, type TrustedProxies } from '#runtime/limits/client-address.ts'
import { eventStreamHeaders, eventStreamText } from '#runtime/live/server-sent-events.ts'
import type { LiveStream } from '#runtime/live/types.ts'
import { checkFormType, checkMediaType, readBody } from '../../http/body.ts'
import { cookieOf } from '../../http/cookies.ts'
import { crossOriginHeaders, isFromOwnPage, isLinkFollowed, optionsHeaders } from '../../http/cors.ts'
import { disconnectSignal } from '../../http/disconnect-signal.ts'
import { sendPieces } from '../../http/pieces.ts'
import { authorizationsOf } from '../../http/request-head.ts'
import { writeOutcome } from './write-outcome.ts'

/** What handles requests to the families' own addresses. */
export interface PathOptions extends PathAdmission {
  readonly log: Pick<Log, 'error'>
  readonly proxies: TrustedProxies
  readonly calls: Pick<Calls, 'run' | 'unwritable'>
}

/**
 * The cookie of a signed-in browser, if one of our own pages made the request.
 *
 * @param byLink accepts it as well when a person follows a link from another site
 */
export function browserCredentialOf(req: IncomingMessage, byLink = false): BrowserCredential | undefined {
  const sessionSecret = cookieOf(req.headers.cookie, SESSION_COOKIE)
  if (sessionSecret === undefined || !(isFromOwnPage(req) || (byLink && isLinkFollowed(req)))) return undefined
  const csrfToken = req.headers['x-csrf-token']
  return { sessionSecret, csrfToken: typeof csrfToken === 'string' ? csrfToken : undefined }
}

/** A request to an address of the family's own. Nothing is read or looked up before it is needed. */
export function routeVisit(
  req: IncomingMessage,
  res: ServerResponse,
  family: string,
  options: PathOptions,
): RouteVisit {
  return new PathRequest(req, res, family, options)
}

class PathRequest implements RouteVisit {
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #family: string
  readonly #options: PathOptions
  #requestId: string | undefined

  constructor(req: IncomingMessage, res: ServerResponse, family: string, options: PathOptions) {
    this.#req = req
    this.#res = res
    this.#family = family
    this.#options = options
  }

  get requestId(): string {
    this.#requestId ??= requestIdOf(this.#req.headers['x-request-id'])
    return this.#requestId
  }

  get clientAddress(): string {
    return clientAddress(this.#req.socket.remoteAddress, this.#req.headers, this.#options.proxies)
  }

  caller({ byLink = false } = {}): Promise<Caller> {
    const { clientAddress } = this
    const credentials = {
      authorization: authorizationsOf(this.#req),
      browser: browserCredentialOf(this.#req, byLink),
      clientAddress,
    }
    return pathCaller(credentials, this.#family, this.#options)
  }

  async readJson(maxBytes: number): Promise<Record<string, unknown>> {
    checkMediaType(this.#req)
    return (await parseBody(await readBody(this.#req, maxBytes, this.#family))) as Record<string, unknown>
  }

  async readForm(maxBytes: number): Promise<URLSearchParams> {
    checkFormType(this.#req)
    return new URLSearchParams((await readBody(this.#req, maxBytes, this.#family)).toString('utf8'))
  }

  async answer(call: PathCall): Promise<void> {
    const req = this.#req
    const res = this.#res
    const { requestId, clientAddress } = this
    const { calls } = this.#options
    const outcome = await calls.run({ ...call, door: 'http', requestId, clientAddress, signal: disconnectSignal(res) })
    if (res.destroyed) return
    try {
      writeOutcome(req, res, outcome, requestId)
    } catch (failure) {
      writeOutcome(req, res, calls.unwritable(requestId, outcome, failure), requestId)
    }
  }

  refuse(failure: unknown): void {
    const res = this.#res
    const error = asApiError(failure)
    const { requestId } = this
    if (error.code === 'internal') {
      this.#options.log.error({ requestId, family: this.#family, err: error.cause }, 'request failed')
    }
    if (res.headersSent || res.destroyed) res.destroy()
    else writeOutcome(this.#req, res, { operation: undefined, error }, requestId)
  }

  async sendBytes(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await sendPieces(this.#res, bytes, { reusesMemory: true })
  }

  async sendEvents(stream: LiveStream): Promise<void> {
    const res = this.#res
    if (res.destroyed) return stream.close()
    // Writing does not detect a reader who disconnects while nothing happens.
    res.once('close', () => stream.close())
    res.writeHead(200, [...eventStreamHeaders, ...this.#common()])
    await sendPieces(res, eventStreamText(stream))
    // A client that was too slow does not get the rest: it reconnects and catches up.
    if (stream.end === 'behind') res.destroy()
  }

  permitEvents(): void {
    const headers = optionsHeaders(['GET', 'HEAD'], ['Last-Event-ID'])
    this.#res.writeHead(204, ['X-Request-Id', this.requestId, ...headers]).end()
  }

  #common(): string[] {
    const cors = this.#req.headers.origin === undefined ? [] : crossOriginHeaders
    return ['X-Request-Id', this.requestId, ...cors]
  }
}
