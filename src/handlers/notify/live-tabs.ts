import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ApiError } from '#runtime/base/errors.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import { type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { Notification } from './notification.ts'

const prefix = '/notify/'

interface Asset {
  readonly body: Buffer
  readonly etag: string
}

function asset(name: string): Asset {
  const body = readFileSync(join(import.meta.dirname, 'browser', name))
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
}

function channelOf(accountId: string): string {
  return `notify:${accountId}`
}

/** Shows a notification in the open tabs of an account, once the transaction is committed. */
export function showInTabs(live: Pick<Live, 'publish'>, tx: Writer, owner: string, data: Notification): Promise<void> {
  return live.publish(tx, { channel: channelOf(owner), event: 'notification', data, owner })
}

/**
 * `/notify/stream`, the notifications of an account as they are sent; and the scripts that show them in browsers:
 * `/notify/page.js` in open tabs, `/notify/worker.js` while no tab is open.
 */
export function liveTabs({ live }: { live: Pick<Live, 'open'> }): FamilyRoute {
  const scripts = new Map([
    [`${prefix}worker.js`, asset('worker.js')],
    [`${prefix}page.js`, asset('notifications.js')],
  ])
  return {
    prefix,
    handle(req, res, target, visit) {
      const path = target.split('?', 1)[0] ?? ''
      const script = scripts.get(path)
      if (script === undefined && path !== `${prefix}stream`) {
        return visit.refuse(new ApiError('unknown_method', 'There is nothing at this address.'))
      }
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        const message = `${path} does not accept ${req.method}. Use GET.`
        return visit.refuse(new ApiError('method_not_allowed', message, { allow: ['GET', 'HEAD'] }))
      }
      if (script) return sendScript(req, res, script)
      follow(live, req, visit).catch((failure: unknown) => visit.refuse(failure))
    },
  }
}

async function follow(live: Pick<Live, 'open'>, req: IncomingMessage, visit: RouteVisit): Promise<void> {
  const holder = streamHolder(await visit.caller(), visit.clientAddress)
  if (!holder) {
    throw new ApiError(
      'unauthenticated',
      'Streaming notifications requires an account. Sign in, or send a token for notify as "Authorization: Bearer od_…".',
    )
  }
  const after = req.headers['last-event-id']
  const stream = await live.open({
    channel: channelOf(holder.accountId),
    holder,
    after: typeof after === 'string' ? after : undefined,
  })
  if (req.method === 'HEAD') stream.close()
  await visit.sendEvents(stream)
}

function sendScript(req: IncomingMessage, res: ServerResponse, { body, etag }: Asset): void {
  const headers = [
    'Content-Type',
    'text/javascript; charset=utf-8',
    'Cache-Control',
    'no-cache',
    'ETag',
    etag,
    'X-Content-Type-Options',
    'nosniff',
    // The policy also applies to the service worker, which loads nothing.
    'Content-Security-Policy',
    "default-src 'none'",
  ]
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, headers).end()
    return
  }
  res.writeHead(200, [...headers, 'Content-Length', String(body.length)])
  res.end(req.method === 'HEAD' ? undefined : body)
}
