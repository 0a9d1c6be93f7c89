import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '#runtime/base/errors.ts'
import { SingleFlights } from '#runtime/base/once.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { FamilyRoute, FamilyWorld } from '#runtime/kit/family.ts'
import { refusePath } from '#runtime/kit/route-problems.ts'
import { callerByLink, type RouteVisit } from '#runtime/kit/route-visit.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { fetchTile } from '../providers/ordnance-survey.ts'
import { isFetchable, type MapWorld } from '../results.ts'
import { type HeldTile, heldOf } from './tile-cache.ts'
import type { MapStyle, Tile } from './tile-grid.ts'

/** Where tiles are, for `paths` of the family. */
export const tilePrefix = '/tiles/'
/** A map hardly changes within a week. */
const maxAgeS = 604_800
/** How long the server works for somebody who waits for a tile. */
const patienceMs = 30_000
const address = /^\/tiles\/(road|outdoor|light)\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})\.png$/

interface DoorWorld extends Pick<FamilyWorld, 'log' | 'layout' | 'limits'>, MapWorld {
  readonly provider: Provider
  readonly tilesPerHour: number
}

/** Handles requests for the pictures of tiles: those that are held for everybody, others for accounts. */
export function createTileDoor(world: DoorWorld): FamilyRoute['handle'] {
  const door = new TileDoor(world)
  return (req, res, target, visit) => void door.handle(req, res, target, visit)
}

class TileDoor {
  readonly #world: DoorWorld
  readonly #allowance: ReturnType<FamilyWorld['limits']['exact']>
  readonly #flights = new SingleFlights<string, HeldTile>()

  constructor(world: DoorWorld) {
    this.#world = world
    this.#allowance = world.limits.exact({
      name: 'map-tiles',
      unit: 'new map tiles',
      per: 'account',
      quota: world.tilesPerHour,
      windowMs: 3_600_000,
    })
  }

  /** Never rejects. */
  async handle(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    try {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        throw new ApiError('method_not_allowed', 'Map tiles are read with GET and HEAD only.', {
          allow: ['GET', 'HEAD'],
        })
      }
      const caller = await callerByLink(req, visit)
      const tile = tileIn(target)
      if (!tile) throw missing('There is no map tile at this address.')
      const held = (await this.#world.held.get(tile)) ?? (await this.#fetched(tile, caller, visit))
      send(req, res, held, visit)
    } catch (failure) {
      const { log, layout } = this.#world
      refusePath(req, res, failure, { log, layout, requestId: visit.requestId, what: 'map tile failed' })
    }
  }

  /** A tile that this server does not have: an account has it fetched, and from then on it is everybody's. */
  async #fetched(tile: Tile, caller: Caller, visit: RouteVisit): Promise<HeldTile> {
    const { held, canFetch } = this.#world
    if (!isFetchable(tile, this.#world)) {
      throw missing(
        canFetch
          ? 'There is no map here: this tile is outside Great Britain, or the zoom level is not one that this server can fetch.'
          : 'This server does not have this map tile and cannot fetch it: OS_MAPS_KEY is not set.',
      )
    }
    if (caller.kind !== 'account') {
      throw new ApiError('unauthenticated', 'This map tile has to be fetched, for which you need an account.')
    }
    const verdict = await this.#allowance.take(caller.account.id)
    if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
    const { style, z, x, y } = tile
    // What others have just had fetched is held by now, or about to be.
    return this.#flights.run(`${style}/${z}/${x}/${y}`, async () => {
      return (await held.get(tile)) ?? (await this.#fetchedAndKept(tile, caller.account.id, visit))
    })
  }

  async #fetchedAndKept(tile: Tile, subject: string, { requestId }: RouteVisit): Promise<HeldTile> {
    const { provider, held, log } = this.#world
    const found = await fetchTile(provider, { subject, signal: AbortSignal.timeout(patienceMs) }, tile)
    if (!found) throw missing('There is no map here: this tile is outside Great Britain.')
    const sha256 = createHash('sha256').update(found.png).digest('hex')
    const fresh = heldOf({ bytes: found.png, sha256 })
    // An example must not be taken for the map later.
    if (found.isExample) return fresh
    return held.keep(tile, found.png).catch((error: unknown) => {
      log.warn({ err: error, requestId }, 'keeping a map tile failed')
      return fresh
    })
  }
}

function send(req: IncomingMessage, res: ServerResponse, { png, etag }: HeldTile, { requestId }: RouteVisit): void {
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

/** Whether a client has this very picture already. */
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
