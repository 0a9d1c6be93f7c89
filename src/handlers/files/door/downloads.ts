import type { IncomingMessage, ServerResponse } from 'node:http'
import { create as attachment } from 'content-disposition'
import { ApiError, asApiError, errorBody } from '#runtime/base/errors.ts'
import { isId } from '#runtime/base/ids.ts'
import type { ByteRange } from '#runtime/blobs/types.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { FamilyPath, FamilyWorld } from '#runtime/calls/family.ts'
import { writeProblem } from '#runtime/calls/path-problems.ts'
import type { PathVisit } from '#runtime/calls/path-visit.ts'
import { addressGroup } from '#runtime/limits/client-address.ts'
import { InFlight } from '#runtime/limits/in-flight.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { filePrefix } from '../stored/answers.ts'
import * as rows from '../stored/rows.ts'
import { type Wanted, wantedOf } from './conditions.ts'

/** For how long anybody may keep a public file, in seconds: the most that one can outlive being made private. */
const maxAgeS = 300
/** Downloads at a time; a browser opens up to six connections. */
const bounds = { perSubject: 16, perProcess: 256 }

/** A file runs no scripts and loads nothing, even if a browser is brought to show it: it would act on our origin. */
const contentSecurity = "sandbox; default-src 'none'; frame-ancestors 'none'"
const verbs = 'GET, HEAD, OPTIONS'

type Headers = Record<string, string | number>

/** Handles requests for files at `/files/<id>`. */
export function createDownloads(world: Pick<FamilyWorld, 'store' | 'blobs' | 'log' | 'layout'>): FamilyPath['handle'] {
  const downloads = new Downloads(world)
  return (req, res, target, visit) => void downloads.handle(req, res, target, visit)
}

class Downloads {
  readonly #world: Pick<FamilyWorld, 'store' | 'blobs' | 'log' | 'layout'>
  readonly #inFlight = new InFlight(bounds)

  constructor(world: Pick<FamilyWorld, 'store' | 'blobs' | 'log' | 'layout'>) {
    this.#world = world
  }

  /** Never rejects. */
  async handle(req: IncomingMessage, res: ServerResponse, target: string, visit: PathVisit): Promise<void> {
    try {
      if (req.method === 'OPTIONS') return this.#permit(res, visit)
      if (req.method !== 'GET' && req.method !== 'HEAD') throw wrongVerb()
      const caller = await callerOf(req, visit)
      const row = await this.#find(idIn(target), caller)
      if (!row) throw missing()
      await this.#send(req, res, row, visit, caller)
    } catch (failure) {
      this.#refuse(req, res, asApiError(failure), visit)
    }
  }

  async #find(id: string | undefined, caller: Caller): Promise<rows.FileRow | undefined> {
    if (id === undefined) return undefined
    const reader = caller.kind === 'account' ? caller.account.id : ''
    return this.#world.store.get<rows.FileRow>(rows.readable({ id, reader }))
  }

  async #send(
    req: IncomingMessage,
    res: ServerResponse,
    row: rows.FileRow,
    visit: PathVisit,
    caller: Caller,
  ): Promise<void> {
    const size = Number(row.bytes)
    const validators = { etag: `"${row.checksum}"`, modifiedMs: Number(row.created_at) }
    const wanted = wantedOf(req, validators, size)
    const headers = { ...headersOf(row, validators), 'X-Request-Id': visit.requestId }
    if (wanted.status === 304) return void res.writeHead(304, withoutContent(headers)).end()
    if (wanted.status === 412 || wanted.status === 416) return refuseCondition(req, res, wanted.status, headers, size)
    const range = 'range' in wanted ? wanted.range : undefined
    const head = { ...headers, ...lengthsOf(wanted, size) }
    if (req.method === 'HEAD') return void res.writeHead(200, head).end()
    const subject = caller.kind === 'account' ? caller.account.id : addressGroup(visit.clientAddress)
    const release = this.#inFlight.begin(subject, [])
    try {
      await this.#sendBytes(res, row, range, head, visit)
    } finally {
      release()
    }
  }

  async #sendBytes(
    res: ServerResponse,
    row: rows.FileRow,
    range: ByteRange | undefined,
    head: Headers,
    visit: PathVisit,
  ): Promise<void> {
    const bytes = await this.#world.blobs.pieces(row.blob_id, range)
    if (!bytes) {
      if (await rows.find(this.#world.store, row)) throw new Error(`the bytes of ${row.blob_id} are missing`)
      throw missing()
    }
    res.writeHead(range ? 206 : 200, head)
    await visit.sendBytes(this.#reported(bytes, visit))
  }

  /** The bytes, with a line in the log when they cannot be read to their end. */
  async *#reported(bytes: AsyncIterable<Uint8Array>, { requestId }: PathVisit): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes
    } catch (error) {
      this.#world.log.error({ requestId, err: error }, 'download failed')
      throw error
    }
  }

  /** For scripts of other sites, which may read with a token, but never with the cookie. */
  #permit(res: ServerResponse, visit: PathVisit): void {
    res.writeHead(204, {
      'X-Request-Id': visit.requestId,
      Allow: verbs,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': verbs,
      'Access-Control-Allow-Headers': 'Authorization, If-None-Match, If-Range, Range',
      'Access-Control-Max-Age': 86_400,
    })
    res.end()
  }

  #refuse(req: IncomingMessage, res: ServerResponse, error: ApiError, visit: PathVisit): void {
    const { log, layout } = this.#world
    const { requestId } = visit
    if (error.code === 'internal') log.error({ requestId, err: error.cause }, 'download failed')
    if (res.headersSent || res.destroyed) return void res.destroy()
    if (req.headers.origin !== undefined) res.setHeader('Access-Control-Allow-Origin', '*')
    writeProblem(req, res, error, { requestId, layout })
  }
}

/** Who asks. A session that has ended is nobody's: a public file is there for everybody. */
async function callerOf(req: IncomingMessage, visit: PathVisit): Promise<Caller> {
  try {
    return await visit.caller({ byLink: true })
  } catch (failure) {
    if (req.headers.authorization === undefined && asApiError(failure).code === 'unauthenticated') {
      return { kind: 'anonymous' }
    }
    throw failure
  }
}

function idIn(target: string): string | undefined {
  const id = target.slice(filePrefix.length).split('?', 1)[0] ?? ''
  return isId('file', id) ? id : undefined
}

function headersOf(row: rows.FileRow, { etag, modifiedMs }: { etag: string; modifiedMs: number }): Headers {
  const isPublic = asBoolean(row.public)
  return {
    'Content-Type': servedType(row),
    'Content-Disposition': attachment(row.name),
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

/** The type with which the file was stored; of a text that does not say so, that it is UTF-8. */
function servedType({ type, is_text }: rows.FileRow): string {
  return asBoolean(is_text) && /^text\/[^;]+$/.test(type) ? `${type}; charset=utf-8` : type
}

function lengthsOf(wanted: Wanted, size: number): Headers {
  if (!('range' in wanted)) return { 'Content-Length': size }
  const { start, end } = wanted.range
  return { 'Content-Length': end + 1 - start, 'Content-Range': `bytes ${start}-${end}/${size}` }
}

function withoutContent({ 'Content-Type': _, 'Content-Disposition': __, ...headers }: Headers): Headers {
  return headers
}

function refuseCondition(
  req: IncomingMessage,
  res: ServerResponse,
  status: 412 | 416,
  headers: Headers,
  size: number,
): void {
  const sentence =
    status === 416
      ? `Range asks for bytes beyond the ${size} of this file.`
      : 'The file is not the one that If-Match names.'
  const body = JSON.stringify(errorBody(new ApiError('failed_precondition', sentence)))
  res.writeHead(status, {
    ...withoutContent(headers),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...(status === 416 && { 'Content-Range': `bytes */${size}` }),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

function wrongVerb(): ApiError {
  return new ApiError('method_not_allowed', 'Files are read with GET and HEAD only.', {
    allow: ['GET', 'HEAD', 'OPTIONS'],
  })
}

/** The same for a file that does not exist and for somebody else's private one. */
function missing(): ApiError {
  return new ApiError('not_found', 'There is no file at this address that you may read.')
}
