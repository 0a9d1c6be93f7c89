import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, errorBody } from '../base/errors.ts'
import type { ByteRange } from '../blobs/types.ts'
import type { Caller } from '../calls/caller.ts'
import { addressGroup } from '../limits/client-address.ts'
import { type Wanted, wantedOf } from './conditional-request.ts'
import type { FamilyRoute, FamilyWorld } from './family.ts'
import { refusePath } from './route-problems.ts'
import { callerByLink, type RouteVisit } from './route-visit.ts'

/** How long anyone may cache public files, in seconds: the most that a copy can outlive being made private. */
const maxAgeS = 300
/** At once, of all families together; a browser opens up to six connections. */
export const maxDownloads = { perSubject: 16, perProcess: 256 }

/** Downloads run no scripts and load nothing, even if a browser shows them: they would act on our origin. */
const contentSecurity = "sandbox; default-src 'none'; frame-ancestors 'none'"
const verbs = 'GET, HEAD, OPTIONS'

type Headers = Record<string, string | number>

/** Stored bytes with their own address. */
export interface Download {
  readonly size: number
  /** Changes with the bytes; with its quotes. */
  readonly etag: string
  /** Epoch milliseconds. */
  readonly modifiedMs: number
  /** The Content-Type. */
  readonly type: string
  /** The Content-Disposition. */
  readonly disposition: string
  /** Whether anyone may read it, or only its owner. */
  readonly isPublic: boolean
  /**
   * The bytes, or a part of them within their size; each piece has to be valid until the next one is requested.
   *
   * @returns undefined if they have been deleted meanwhile
   * @throws Error if they should exist and do not
   */
  pieces(range: ByteRange | undefined): Promise<AsyncIterable<Uint8Array> | undefined>
}

/** The addresses of a family's downloads. */
export interface DownloadPlace {
  /** The singular and the plural for sentences. */
  readonly noun: { readonly one: 'file' | 'picture'; readonly several: 'Files' | 'Pictures' }
  /**
   * The download at an address.
   *
   * @param target path and query of the request
   * @param reader id of the requesting account; empty for one who is not signed in
   * @returns undefined if it does not exist, and if this reader may not read it
   * @throws ApiError for an impossible address
   */
  find(target: string, reader: string): Promise<Download | undefined>
}

type DownloadWorld = Pick<FamilyWorld, 'log' | 'layout' | 'downloading'>

/** Handles requests for stored bytes: public ones for everyone, private ones only for their owner. */
export function createDownloads(place: DownloadPlace, world: DownloadWorld): FamilyRoute['handle'] {
  const downloads = new Downloads(place, world)
  return (req, res, target, visit) => void downloads.handle(req, res, target, visit)
}

class Downloads {
  readonly #place: DownloadPlace
  readonly #world: DownloadWorld

  constructor(place: DownloadPlace, world: DownloadWorld) {
    this.#place = place
    this.#world = world
  }

  /** Never rejects. */
  async handle(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    try {
      if (req.method === 'OPTIONS') return this.#permit(res, visit)
      if (req.method !== 'GET' && req.method !== 'HEAD') throw this.#wrongVerb()
      const caller = await callerByLink(req, visit)
      const found = await this.#place.find(target, caller.kind === 'account' ? caller.account.id : '')
      if (!found) throw this.#missing()
      await this.#send(req, res, found, visit, caller)
    } catch (failure) {
      const { log, layout } = this.#world
      refusePath(req, res, failure, { log, layout, requestId: visit.requestId, what: 'download failed' })
    }
  }

  async #send(
    req: IncomingMessage,
    res: ServerResponse,
    found: Download,
    visit: RouteVisit,
    caller: Caller,
  ): Promise<void> {
    const { size } = found
    const wanted = wantedOf(req, found, size)
    const headers = { ...headersOf(found), 'X-Request-Id': visit.requestId }
    if (wanted.status === 304) return void res.writeHead(304, withoutContent(headers)).end()
    if (wanted.status === 412 || wanted.status === 416) {
      return refuseCondition(req, res, headers, this.#conditionFault(wanted.status, size))
    }
    const range = 'range' in wanted ? wanted.range : undefined
    const head = { ...headers, ...lengthsOf(wanted, size) }
    if (req.method === 'HEAD') return void res.writeHead(200, head).end()
    const subject = caller.kind === 'account' ? caller.account.id : addressGroup(visit.clientAddress)
    const release = this.#world.downloading.begin(subject, [])
    try {
      await this.#sendBytes(res, found, range, head, visit)
    } finally {
      release()
    }
  }

  async #sendBytes(
    res: ServerResponse,
    found: Download,
    range: ByteRange | undefined,
    head: Headers,
    visit: RouteVisit,
  ): Promise<void> {
    const bytes = await found.pieces(range)
    if (!bytes) throw this.#missing()
    res.writeHead(range ? 206 : 200, head)
    await visit.sendBytes(this.#reported(bytes, visit))
  }

  /** The bytes, with a log line if they cannot be read to their end. */
  async *#reported(bytes: AsyncIterable<Uint8Array>, { requestId }: RouteVisit): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes
    } catch (error) {
      this.#world.log.error({ requestId, err: error }, 'download failed')
      throw error
    }
  }

  /** For scripts of other sites, which may read with a token, but never with the cookie. */
  #permit(res: ServerResponse, visit: RouteVisit): void {
    res.writeHead(204, {
      'X-Request-Id': visit.requestId,
      Allow: verbs,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': verbs,
      'Access-Control-Allow-Headers': 'Authorization, If-None-Match, If-Range, Range, X-Request-Id',
      'Access-Control-Max-Age': 86_400,
    })
    res.end()
  }

  /** The same for what does not exist and for what belongs to someone else. */
  #missing(): ApiError {
    return new ApiError('not_found', `No ${this.#place.noun.one} that you may read exists at this address.`)
  }

  #wrongVerb(): ApiError {
    return new ApiError('method_not_allowed', `${this.#place.noun.several} support only GET and HEAD.`, {
      allow: ['GET', 'HEAD', 'OPTIONS'],
    })
  }

  #conditionFault(status: 412 | 416, size: number): ConditionFault {
    const { one } = this.#place.noun
    if (status === 412) return { status, sentence: `The ${one} does not match the If-Match header.`, headers: {} }
    const sentence = `The Range header requests bytes beyond the ${size} bytes of this ${one}.`
    return { status, sentence, headers: { 'Content-Range': `bytes */${size}` } }
  }
}

function headersOf({ type, disposition, etag, modifiedMs, isPublic }: Download): Headers {
  return {
    'Content-Type': type,
    'Content-Disposition': disposition,
    ETag: etag,
    'Last-Modified': new Date(modifiedMs).toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': isPublic ? `public, max-age=${maxAgeS}` : 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': contentSecurity,
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-origin',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Content-Disposition, Content-Range, ETag, X-Request-Id',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  }
}

function lengthsOf(wanted: Wanted, size: number): Headers {
  if (!('range' in wanted)) return { 'Content-Length': size }
  const { start, end } = wanted.range
  return { 'Content-Length': end + 1 - start, 'Content-Range': `bytes ${start}-${end}/${size}` }
}

function withoutContent({ 'Content-Type': _, 'Content-Disposition': __, ...headers }: Headers): Headers {
  return headers
}

interface ConditionFault {
  readonly status: 412 | 416
  readonly sentence: string
  readonly headers: Headers
}

function refuseCondition(
  req: IncomingMessage,
  res: ServerResponse,
  headers: Headers,
  { status, sentence, headers: more }: ConditionFault,
): void {
  const body = JSON.stringify(errorBody(new ApiError('failed_precondition', sentence)))
  res.writeHead(status, {
    ...withoutContent(headers),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...more,
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}
