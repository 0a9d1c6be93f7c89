import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '#runtime/base/errors.ts'
import { SingleFlights } from '#runtime/base/once.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { refusePath } from '#runtime/kit/route-problems.ts'
import { callerByLink, type RouteVisit } from '#runtime/kit/route-visit.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { MapsDeps } from '../index.ts'
import { fetchTile } from '../providers/ordnance-survey.ts'
import { pictureOf, type TilePicture } from './tile-cache.ts'
import { isFetchable, type MapStyle, type Tile } from './tile-grid.ts'

export const tilePrefix = '/tiles/'
/** A map hardly changes within a week. */
const maxAgeS = 604_800
/** The longest that a request waits for a tile. */
const timeoutMs = 30_000
const address = /^\/tiles\/(road|outdoor|light)\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})\.png$/

/** Serves the pictures of tiles: cached ones to everybody, others to accounts. */
export class TileRoute {
  readonly #deps: MapsDeps
  readonly #allowance: ReturnType<FamilyWorld['limits']['exact']>
  readonly #flights = new SingleFlights<string, TilePicture>()

  constructor(deps: MapsDeps) {
    this.#deps = deps
    this.#allowance = deps.limits.exact({
      name: 'map-tiles',
      unit: 'new map tiles',
      per: 'account',
      quota: deps.tilesPerHour,
      windowMs: 3_600_000,
    })
  }

  /** Never rejects. */
  async handle(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    try {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        throw new ApiError('method_not_allowed', 'To fetch a map tile, use GET or HEAD.', {
          allow: ['GET', 'HEAD'],
        })
      }
      const caller = await callerByLink(req, visit)
      const tile = tileIn(target)
      if (!tile) throw missing('There is no map tile at this address.')
      const picture = (await this.#deps.cache.get(tile)) ?? (await this.#fetchFor(caller, tile, visit))
      send(req, res, picture, visit)
    } catch (failure) {
      const { log, layout } = this.#deps
      refusePath(req, res, failure, { log, layout, requestId: visit.requestId, what: 'map tile failed' })
    }
  }

  /** An account can have a tile fetched that is not cached; from then on it is there for everybody. */
  async #fetchFor(caller: Caller, tile: Tile, visit: RouteVisit): Promise<TilePicture> {
    const { cache, provider } = this.#deps
    if (!isFetchable(tile, this.#deps)) {
      throw missing(
        provider.isConfigured
          ? 'No map is available for this tile. It is outside Great Britain, or this server cannot fetch its zoom level.'
          : 'This server does not have this map tile and cannot fetch it, because OS_MAPS_KEY is not set.',
      )
    }
    if (caller.kind !== 'account') {
      throw new ApiError('unauthenticated', 'This map tile is not cached yet, and fetching it requires an account.')
    }
    const verdict = await this.#allowance.take(caller.account.id)
    if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
    const { style, z, x, y } = tile
    // Somebody else may have had it fetched in the meantime.
    return this.#flights.run(`${style}/${z}/${x}/${y}`, async () => {
      return (await cache.get(tile)) ?? (await this.#fetch(tile, caller.account.id, visit))
    })
  }

  async #fetch(tile: Tile, subject: string, { requestId }: RouteVisit): Promise<TilePicture> {
    const { provider, cache, log } = this.#deps
    const found = await fetchTile(provider, { subject, signal: AbortSignal.timeout(timeoutMs) }, tile)
    if (!found) throw missing('No map is available for this tile, because it is outside Great Britain.')
    const sha256 = createHash('sha256').update(found.png).digest('hex')
    const picture = pictureOf({ bytes: found.png, sha256 })
    // An example must not be served as the map later.
    if (found.isExample) return picture
    return cache.put(tile, found.png).catch((error: unknown) => {
      log.warn({ err: error, requestId }, 'caching a map tile failed')
      return picture
    })
  }
}

function send(req: IncomingMessage, res: ServerResponse, { png, etag }: TilePicture, { requestId }: RouteVisit): void {
  const headers = {
    ETag: etag,
    'Cache-Control': `public, max-age=${maxAgeS}`,
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  }
  if (matches(req.headers['if-none-match'], etag)) return void res.writeHead(304, headers).end()
  res.writeHead(200, { ...headers, 'Content-Type': 'image/png', 'Content-Length': png.length })
  res.end(req.method === 'HEAD' ? undefined : png)
}

/** Whether the client already has this version of the picture. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()))
}

function tileIn(target: string): Tile | undefined {
  const [, style, ...numbers] = address.exec(target.split('?', 1)[0] ?? '') ?? []
  const [z = 0, x = 0, y = 0] = numbers.map(Number)
  const isOnGrid = style !== undefined && z <= 20 && x < 2 ** z && y < 2 ** z
  return isOnGrid ? { style: style as MapStyle, z, x, y } : undefined
}

function missing(sentence: string): ApiError {
  return new ApiError('not_found', sentence)
}
