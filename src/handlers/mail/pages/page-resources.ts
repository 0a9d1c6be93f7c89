import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { isId } from '#runtime/base/ids.ts'
import { assetRoute } from '#runtime/kit/asset-route.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import type { RouteVisit } from '#runtime/kit/route-visit.ts'
import { originalOf } from '../attachments.ts'
import type { MailDeps } from '../index.ts'
import { findWhole } from '../rows/messages.ts'

const prefix = '/mail/'
const framePrefix = `${prefix}frame/`

/** The style sheet of the page, and messages in HTML for its frame. */
export function pageResourcesRoute(deps: MailDeps): FamilyRoute {
  return assetRoute({
    prefix,
    assets: { [`${prefix}page.css`]: join(import.meta.dirname, 'page.css') },
    hasMore: (path) => path.startsWith(framePrefix),
    respond: (req, res, target, visit) => sendFrame(deps, { req, res, target, visit }),
  })
}

interface FrameRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly target: string
  readonly visit: RouteVisit
}

/**
 * Sends the HTML of a message for the frame of the page. It is treated as hostile: without scripts, forms, frames and
 * an origin, and without loading anything unless the reader requests its pictures.
 */
async function sendFrame({ store, blobs, parser }: MailDeps, { req, res, target, visit }: FrameRequest): Promise<void> {
  const [path = '', query = ''] = target.split('?', 2)
  const id = path.slice(framePrefix.length)
  const caller = await visit.caller()
  const owner = caller.kind === 'account' ? caller.account.id : ''
  const row = isId('mail', id) && owner !== '' ? await findWhole(store, { id, owner }) : undefined
  if (!row || row.html === null)
    throw new ApiError('not_found', 'You have no message with an HTML part at this address.')
  const withPictures = new URLSearchParams(query).get('pictures') === '1'
  const original = /cid:/i.test(row.html) ? originalOf(blobs, row) : undefined
  const frame = await parser
    .frame(owner, row.html, original)
    .then((document) => ({ status: 200, headers: {}, document }), asFrame)
  const body = Buffer.from(frame.document)
  res.writeHead(frame.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Content-Security-Policy': framePolicy(withPictures),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Request-Id': visit.requestId,
    ...frame.headers,
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** The reader sees the frame, so the error is a document. @throws what is no ApiError */
function asFrame(failure: unknown): { status: number; headers: OutgoingHttpHeaders; document: string } {
  if (!(failure instanceof ApiError)) throw failure
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Message</title></head><body><p>${failure.message}</p></body></html>
`
  const { status, retryAfterS } = failure
  const headers = retryAfterS === undefined ? {} : { 'Retry-After': Math.ceil(retryAfterS) }
  return { status, headers, document: String(document) }
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
