import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { create as attachment } from 'content-disposition'
import { ApiError } from '#runtime/base/errors.ts'
import { isId } from '#runtime/base/ids.ts'
import { createDownloads, type Download } from '#runtime/kit/downloads.ts'
import type { FamilyRoute, FamilyWorld } from '#runtime/kit/family.ts'
import type { RouteVisit } from '#runtime/kit/route-visit.ts'
import { frameDocument } from './pages/frame-document.ts'
import type { MailReader, StoredMessage } from './parsing/mail-parser.ts'
import { attachedIn, filesPrefix } from './results.ts'
import * as rows from './rows/messages.ts'

const prefix = '/mail/'
const framePrefix = '/mail/frame/'

type World = Pick<FamilyWorld, 'store' | 'blobs' | 'log' | 'layout' | 'downloading'>

interface PathsOptions {
  readonly world: World
  readonly reader: MailReader
}

interface Asset {
  readonly type: string
  readonly body: Buffer
  readonly etag: string
}

/** What the page of the mail loads, its messages in HTML, and attachments. */
export function mailPaths({ world, reader }: PathsOptions): FamilyRoute {
  const downloads = createDownloads(
    { noun: { one: 'file', several: 'Files' }, find: (target, owner) => findFile({ world, reader }, target, owner) },
    world,
  )
  const style = asset('page.css', 'text/css')
  return {
    prefix,
    handle(req, res, target, visit) {
      const path = target.split('?', 1)[0] ?? ''
      if (path.startsWith(filesPrefix)) return downloads(req, res, target, visit)
      const isKnown = path === `${prefix}page.css` || path.startsWith(framePrefix)
      if (!isKnown) return visit.refuse(new ApiError('unknown_method', 'There is nothing at this address.'))
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        const message = `${req.method} is not a verb of ${path}; read it with GET.`
        return visit.refuse(new ApiError('method_not_allowed', message, { allow: ['GET', 'HEAD'] }))
      }
      if (path === `${prefix}page.css`) return sendAsset(req, res, style)
      sendFrame({ world, reader }, { req, res, target, visit }).catch((failure: unknown) => visit.refuse(failure))
    },
  }
}

/** `/mail/files/<id>/<number>`, and `/mail/files/<id>/original` for the message as it came. */
async function findFile({ world, reader }: PathsOptions, target: string, owner: string): Promise<Download | undefined> {
  const [id = '', part = ''] = target.slice(filesPrefix.length).split('?', 1)[0]?.split('/') ?? []
  const row = isId('mail', id) && owner !== '' ? await rows.find(world.store, { id, owner }) : undefined
  if (!row || row.blob_id === null) return undefined
  const { blob_id: blobId } = row
  const common = { modifiedMs: Number(row.created_at), isPublic: false, etag: `"${blobId} ${part}"` }
  if (part === 'original') {
    return {
      ...common,
      size: Number(row.raw_bytes),
      type: 'message/rfc822',
      disposition: attachment(`${id}.eml`),
      pieces: (range) => world.blobs.pieces(blobId, range),
    }
  }
  const index = /^[1-9]\d{0,2}$/.test(part) ? Number(part) - 1 : -1
  const file = attachedIn(row)[index]
  if (!file) return undefined
  return {
    ...common,
    size: file.size_bytes,
    type: file.type,
    disposition: attachment(file.name),
    async pieces(range) {
      const bytes = await reader.attachment(storedIn(world, row), index)
      if (!bytes) return undefined
      return inPieces(range ? bytes.subarray(range.start, range.end + 1) : bytes)
    },
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const step = 64 * 1024
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

function storedIn({ blobs }: Pick<World, 'blobs'>, row: rows.SummaryRow): StoredMessage {
  return {
    bytes: Number(row.raw_bytes),
    async load() {
      const stream = row.blob_id === null ? undefined : await blobs.open(row.blob_id)
      return stream && Buffer.concat(await stream.toArray())
    },
  }
}

interface Asked {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly target: string
  readonly visit: RouteVisit
}

/**
 * The HTML of a message, for the frame of the page. It is shown as that of a stranger: without scripts, forms, frames and an
 * origin, and without loading anything, unless the reader has asked for its pictures.
 */
async function sendFrame({ world, reader }: PathsOptions, { req, res, target, visit }: Asked): Promise<void> {
  const [path = '', query = ''] = target.split('?', 2)
  const id = path.slice(framePrefix.length)
  const caller = await visit.caller()
  const owner = caller.kind === 'account' ? caller.account.id : ''
  const row = isId('mail', id) && owner !== '' ? await rows.findWhole(world.store, { id, owner }) : undefined
  if (!row || row.html === null) throw new ApiError('not_found', 'There is no such message in HTML that you may read.')
  const withPictures = new URLSearchParams(query).get('pictures') === '1'
  const pictures = /cid:/i.test(row.html) ? await reader.pictures(storedIn(world, row)) : []
  const body = Buffer.from(frameDocument(row.html, pictures))
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Content-Security-Policy': framePolicy(withPictures),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Request-Id': visit.requestId,
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

function framePolicy(withPictures: boolean): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${withPictures ? ' https: http:' : ''}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}

function asset(name: string, type: string): Asset {
  const body = readFileSync(join(import.meta.dirname, 'pages', name))
  return { type: `${type}; charset=utf-8`, body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
}

function sendAsset(req: IncomingMessage, res: ServerResponse, { type, body, etag }: Asset): void {
  const headers = ['Content-Type', type, 'Cache-Control', 'no-cache', 'ETag', etag, 'X-Content-Type-Options', 'nosniff']
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, headers).end()
    return
  }
  res.writeHead(200, [...headers, 'Content-Length', String(body.length)])
  res.end(req.method === 'HEAD' ? undefined : body)
}
