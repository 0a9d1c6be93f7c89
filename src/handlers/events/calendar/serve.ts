import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { asApiError } from '../../../runtime/base/errors.ts'
import type { FamilyPath, FamilyWorld } from '../../../runtime/calls/family.ts'
import { addressGroup, clientAddress } from '../../../runtime/limits/client-address.ts'
import { rateLimited } from '../../../runtime/limits/headers.ts'
import { statement } from '../../../runtime/store/statement.ts'
import { type Feeds, feedPrefix } from './feeds.ts'
import { type CalendarRow, calendarText } from './write.ts'

/** Calendar programs ask every few minutes at most. */
const readsPerMinute = 60
/** All upcoming events, and as many past ones. */
const maxEntries = 2000

const entries = statement<{ owner: string }>((sql, param) =>
  sql('calendar_events')
    .select('id', 'title', 'note', 'starts_at', 'minutes', 'timezone', 'repeat', 'created_at', 'updated_at')
    .where({ owner: param('owner') })
    .orderBy(['is_past', 'when_at', 'id'])
    .limit(maxEntries),
)

/** Serves the calendars of accounts at their secret addresses. */
export function calendarPath(world: Omit<FamilyWorld, 'settings'>, feeds: Feeds): FamilyPath {
  const { store, clock, log, trustedProxies, baseUrl } = world
  const reads = world.limits.swift({
    name: 'calendars',
    unit: 'reads of calendars',
    per: 'address',
    quota: readsPerMinute,
    windowMs: 60_000,
  })

  async function respond(req: IncomingMessage, res: ServerResponse, target: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 405, { Allow: 'GET, HEAD' })
    const verdict = await reads.take(addressGroup(clientAddress(req.socket.remoteAddress, req.headers, trustedProxies)))
    if (verdict && !verdict.isAllowed) {
      const failure = rateLimited(verdict)
      return refuse(res, failure.status, { 'Retry-After': String(verdict.resetS) })
    }
    const secret = /^\/calendar\/([\w-]+)\.ics(?:\?|$)/.exec(target)?.[1]
    const owner = secret === undefined ? undefined : await feeds.ownerOf(secret)
    if (owner === undefined) return refuse(res, 404)
    const rows = await store.readingAs(owner).all<CalendarRow>(entries({ owner }))
    const etag = etagOf(rows)
    const headers = {
      ETag: etag,
      'Cache-Control': 'private, no-cache',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    }
    if (req.headers['if-none-match']?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)) {
      res.writeHead(304, headers).end()
      return
    }
    res.writeHead(200, {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename=onedoor.ics',
    })
    if (req.method === 'HEAD') return void res.end()
    await pipeline(calendarText(rows, new URL(baseUrl).hostname, clock.now()), res)
  }

  return {
    prefix: feedPrefix,
    handle(req, res, target) {
      respond(req, res, target).catch((failure: unknown) => {
        if (res.headersSent || res.destroyed) return void res.destroy()
        log.error({ err: failure }, 'calendar failed')
        refuse(res, asApiError(failure).status)
      })
    },
  }
}

/** Changes with every entry. A strong one: the text depends on nothing else, but for the zones' future. */
function etagOf(rows: readonly CalendarRow[]): string {
  const digest = createHash('sha256')
  for (const { id, updated_at, starts_at } of rows) digest.update(`${id} ${updated_at} ${starts_at}\n`)
  return `"${digest.digest('base64url')}"`
}

const sentences: Readonly<Record<number, string>> = {
  404: 'There is no calendar at this address: it was renewed or turned off, or the address is incomplete.',
  405: 'A calendar is read with GET.',
  429: 'This calendar is read too often: wait a minute.',
}

function refuse(res: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  res
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
    .end(`${sentences[status] ?? 'The calendar cannot be read now; try again later.'}\n`)
}
