import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { ApiError } from '../base/errors.ts'
import type { FamilyRoute } from './family.ts'
import type { RouteVisit } from './route-visit.ts'

interface AssetRouteOptions {
  readonly prefix: string
  /** The files of scripts and style sheets, by their addresses. */
  readonly assets: Readonly<Record<string, string>>
  /** Whether something besides the assets is at an address. */
  hasMore(path: string): boolean
  /** What it has more is streams of events, which scripts of other sites may read with a token. */
  readonly isStream?: boolean
  /** Responds to GET and HEAD at those addresses. Its failures are sent as errors. */
  respond(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void>
}

const types: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' }

/** Serves the scripts and style sheets of a family's pages, and what else the family has below the prefix. */
export function assetRoute({ prefix, assets, hasMore, isStream, respond }: AssetRouteOptions): FamilyRoute {
  return {
    prefix,
    handle(req, res, target, visit) {
      const path = target.split('?', 1)[0] ?? ''
      const send = Object.hasOwn(assets, path) ? senderOf(assets[path] as string) : undefined
      if (!send && !hasMore(path)) {
        return visit.refuse(new ApiError('unknown_method', 'There is nothing at this address.'))
      }
      if (req.method === 'OPTIONS' && !send && isStream) return visit.permitEvents()
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        const message = `${path} does not accept ${req.method}. Use GET.`
        return visit.refuse(new ApiError('method_not_allowed', message, { allow: ['GET', 'HEAD'] }))
      }
      if (send) return send(req, res)
      respond(req, res, target, visit).catch((failure: unknown) => visit.refuse(failure))
    },
  }
}

type Send = (req: IncomingMessage, res: ServerResponse) => void

/** Of all assets that have been requested, by their files. */
const senders = new Map<string, Send>()

/** Reads the file at its first request. */
function senderOf(file: string): Send {
  const known = senders.get(file)
  if (known) return known
  const sender = createSender(file)
  senders.set(file, sender)
  return sender
}

function createSender(file: string): Send {
  const body = readFileSync(file)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const headers = {
    'Content-Type': `${types[extname(file)]}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    // The policy also applies to a service worker, which loads nothing.
    'Content-Security-Policy': "default-src 'none'",
  }
  return (req, res) => {
    if (req.headers['if-none-match'] === etag) return void res.writeHead(304, headers).end()
    res.writeHead(200, { ...headers, 'Content-Length': body.length })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}
