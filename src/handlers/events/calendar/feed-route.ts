import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import { writeProblem } from '#runtime/kit/route-problems.ts'
import { addressGroup, clientAddress } from '#runtime/limits/client-address.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { EventsDeps } from '../index.ts'
import { type CalendarRow, calendarEntries } from '../rows.ts'
import { feedPrefix } from './calendar-feeds.ts'

/** Calendar programs poll every few minutes at most. */
const readsPerMinute = 60
/** Serves the calendars of accounts at their secret addresses. */
export function calendarRoute(deps: EventsDeps): FamilyRoute {
  const { store, clock, log, layout, trustedProxies, baseUrl, feeds } = deps
  const reads = deps.limits.swift({
    name: 'calendars',
    unit: 'reads of calendars',
    per: 'address',
    quota: readsPerMinute,
    windowMs: 60_000,
  })

  async function respond(req: IncomingMessage, res: ServerResponse, target: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw wrongMethod()
    const verdict = await reads.take(addressGroup(clientAddress(req.socket.remoteAddress, req.headers, trustedProxies)))
    if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
    const secret = /^\/calendar\/([\w-]+)\.ics(?:\?|$)/.exec(target)?.[1]
    const owner = secret === undefined ? undefined : await feeds.ownerOf(secret)
    if (owner === undefined) throw missing()
    const rows = await store.readingAs(owner).all<CalendarRow>(calendarEntries({ owner }))
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
    // Loaded lazily: the calendar format and the zones are large.
    const { calendarText } = await import('./write-calendar.ts')
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
    handle(req, res, target, { requestId }) {
      respond(req, res, target).catch((failure: unknown) => {
        const error = asApiError(failure)
        if (error.code === 'internal') log.error({ requestId, err: error.cause }, 'calendar failed')
        if (res.headersSent || res.destroyed) return void res.destroy()
        writeProblem(req, res, error, { requestId, layout })
      })
    },
  }
}

function missing(): ApiError {
  return new ApiError(
    'unknown_method',
    'No calendar has this address. The address was renewed, the calendar was turned off, or the address is incomplete.',
  )
}

function wrongMethod(): ApiError {
  return new ApiError('method_not_allowed', 'To read a calendar, use GET.', { allow: ['GET', 'HEAD'] })
}

/** Changes with every entry. Strong, since the text depends on nothing else except future changes of zones. */
function etagOf(rows: readonly CalendarRow[]): string {
  const digest = createHash('sha256')
  for (const { id, updated_at, starts_at } of rows) digest.update(`${id} ${updated_at} ${starts_at}\n`)
  return `"${digest.digest('base64url')}"`
}
