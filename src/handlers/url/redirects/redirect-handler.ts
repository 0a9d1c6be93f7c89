import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { Counter, gauge } from '#runtime/base/metrics.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { writeProblem } from '#runtime/kit/route-problems.ts'
import { addressGroup, clientAddress } from '#runtime/limits/client-address.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import type { urlSettings } from '../settings.ts'
import type { VisitCounter } from '../visits/visit-counter.ts'
import { referrerHost, visitHeaders } from '../visits/visit-headers.ts'
import { Visitors, visitorOf } from '../visits/visitors.ts'
import type { LinkCache } from './link-cache.ts'
import type { StoredLink } from './link-reader.ts'
import { withQuery } from './location.ts'

/** The prefix of short links. */
export const linkPrefix = '/u/'

const wellFormedId = /^[A-Za-z0-9_-]{1,200}$/
/** Addresses that are blocked for a while; a flood of them must not fill the memory. */
const maxBlocked = 10_000

type World = Pick<
  FamilyWorld<typeof urlSettings>,
  'clock' | 'log' | 'limits' | 'metrics' | 'baseUrl' | 'layout' | 'trustedProxies' | 'settings'
>

/** Handles requests whose path begins with `/u/`: redirects and counts visits. */
export class RedirectHandler {
  readonly #world: World
  readonly #cache: LinkCache
  readonly #visits: VisitCounter
  /** How many short links that do not exist an address may request. */
  readonly #unknownLinks: Pick<Limiter, 'take'>
  /** Every name of this server, in lower case. */
  readonly #ownHosts: ReadonlySet<string>
  readonly #visitors = new Visitors()
  /** Until when a group of addresses is blocked, epoch milliseconds. */
  readonly #blocked = new Map<string, number>()
  /** A plain number: incrementing the metric itself would slow every redirect. */
  #redirects = 0
  readonly #responses: Counter<'code'>

  constructor(world: World, { cache, visits }: { readonly cache: LinkCache; readonly visits: VisitCounter }) {
    const { limits, metrics, baseUrl, settings } = world
    this.#world = world
    this.#cache = cache
    this.#visits = visits
    this.#unknownLinks = limits.swift({
      name: 'unknown-links',
      unit: 'unknown short links',
      per: 'address',
      get quota() {
        return settings.unknownLinksPerMinute
      },
      windowMs: 60_000,
    })
    this.#ownHosts = new Set([new URL(baseUrl).hostname, ...settings.hostAliases])
    let reported = 0
    this.#responses = new Counter({
      name: 'onedoor_link_visits_total',
      help: 'Requests for short links by error code (ok for a redirect)',
      labelNames: ['code'],
      registers: [metrics],
      collect: () => {
        this.#responses.inc({ code: 'ok' }, this.#redirects - reported)
        reported = this.#redirects
      },
    })
    gauge(metrics, 'onedoor_link_cache_bytes', 'Bytes of short links in memory', () => cache.bytes)
    gauge(metrics, 'onedoor_link_cache_links', 'Short links in memory', () => cache.size)
  }

  /** @param target path and query of the request */
  readonly handle = (req: IncomingMessage, res: ServerResponse, target: string): void => {
    const mark = target.indexOf('?', linkPrefix.length)
    const id = mark < 0 ? target.slice(linkPrefix.length) : target.slice(linkPrefix.length, mark)
    const query = mark < 0 ? '' : target.slice(mark + 1)
    const isPlain = (req.method === 'GET' || req.method === 'HEAD') && this.#blocked.size === 0
    const cached = isPlain ? this.#cache.cached(id) : undefined
    if (cached !== undefined) this.#respond(req, res, id, query, cached)
    else void this.#handleSlowly(req, res, id, query)
  }

  /** Handles every request that cannot be served from memory. */
  async #handleSlowly(req: IncomingMessage, res: ServerResponse, given: string, query: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const options = { allow: ['GET', 'HEAD'] }
      return this.#fail(
        req,
        res,
        new ApiError('method_not_allowed', 'To follow a short link, use GET or HEAD.', options),
      )
    }
    const waitMs = this.#blocked.size > 0 ? this.#blockedMs(req) : 0
    if (waitMs > 0) return this.#fail(req, res, tooManyUnknown(waitMs))
    const id = idIn(given)
    if (id === undefined) return this.#missing(req, res, 'unknown')
    try {
      const found = await this.#cache.find(id)
      if (!res.destroyed) this.#respond(req, res, id, query, found)
    } catch (failure) {
      if (!res.destroyed) this.#fail(req, res, asApiError(failure))
    }
  }

  #respond(req: IncomingMessage, res: ServerResponse, id: string, query: string, found: StoredLink): void {
    if (typeof found === 'string') {
      void this.#missing(req, res, found)
      return
    }
    const now = this.#world.clock.now()
    const { destination, expiresAt, forwardsQuery } = found
    if (expiresAt !== undefined && expiresAt <= now) {
      void this.#missing(req, res, 'gone')
      return
    }
    const headers = visitHeaders(req.rawHeaders)
    const kind = this.#visitors.kindOf(req.method === 'HEAD', headers)
    const { referer } = headers
    const host =
      referer !== undefined && visitorOf(kind) === 'person' ? referrerHost(referer, this.#ownHosts) : undefined
    this.#visits.add(id, kind, host, now)
    this.#redirects += 1
    res.writeHead(302, [
      'Location',
      forwardsQuery && query !== '' ? withQuery(destination, query) : destination,
      // Never cached: the next visit has to be counted, and the link may change.
      'Cache-Control',
      'private, no-store',
      'X-Robots-Tag',
      'noindex',
      'X-Request-Id',
      requestIdOf(headers.requestId),
      'Content-Length',
      '0',
    ])
    res.end()
  }

  /**
   * Responds that the link does not exist. An address that requests too many unknown links is trying ids and gets blocked. Many
   * visitors behind one address who follow a deleted or expired link are not: they must not lose access to working links.
   */
  async #missing(req: IncomingMessage, res: ServerResponse, absence: 'unknown' | 'gone'): Promise<void> {
    if (absence === 'gone') return this.#fail(req, res, linkGone())
    const { trustedProxies, clock } = this.#world
    const address = clientAddress(req.socket.remoteAddress, req.headers, trustedProxies)
    try {
      const verdict = await this.#unknownLinks.take(addressGroup(address))
      if (res.destroyed) return
      if (!verdict || verdict.isAllowed) return this.#fail(req, res, linkUnknown())
      if (this.#blocked.size >= maxBlocked) this.#blocked.clear()
      this.#blocked.set(addressGroup(address), clock.now() + verdict.resetS * 1000)
      this.#fail(req, res, rateLimited(verdict))
    } catch (failure) {
      if (!res.destroyed) this.#fail(req, res, asApiError(failure))
    }
  }

  /** Milliseconds for which the address stays blocked after trying too many ids: hits would show which exist. */
  #blockedMs(req: IncomingMessage): number {
    const { trustedProxies, clock } = this.#world
    const group = addressGroup(clientAddress(req.socket.remoteAddress, req.headers, trustedProxies))
    const until = this.#blocked.get(group)
    if (until === undefined) return 0
    const waitMs = until - clock.now()
    if (waitMs <= 0) this.#blocked.delete(group)
    return Math.max(0, waitMs)
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: ApiError): void {
    const requestId = requestIdOf(req.headers['x-request-id'])
    if (error.code === 'internal' || error.code === 'unavailable') {
      this.#world.log.error({ requestId, err: error.cause ?? error }, 'redirect failed')
    }
    this.#responses.inc({ code: error.code })
    writeProblem(req, res, error, { requestId, layout: this.#world.layout })
  }
}

/** The id in a path, percent-decoded and without a trailing slash; undefined for anything that cannot be an id. */
function idIn(given: string): string | undefined {
  if (wellFormedId.test(given)) return given
  let id = given
  try {
    id = decodeURIComponent(given)
  } catch {
    return undefined
  }
  if (id.endsWith('/')) id = id.slice(0, -1)
  return wellFormedId.test(id) ? id : undefined
}

function linkUnknown(): ApiError {
  return new ApiError('not_found', 'There is no short link at this address.')
}

function linkGone(): ApiError {
  return new ApiError('gone', 'This short link was deleted or has expired.')
}

function tooManyUnknown(waitMs: number): ApiError {
  const waitS = Math.ceil(waitMs / 1000)
  return new ApiError(
    'rate_limited',
    `Too many unknown short links were requested from this address. Try again in ${waitS} ${waitS === 1 ? 'second' : 'seconds'}.`,
    { retryAfterS: waitS },
  )
}
