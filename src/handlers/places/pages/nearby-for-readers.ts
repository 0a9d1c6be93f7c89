import type { Request } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import type { Point } from '#runtime/base/geo.ts'
import { addressGroup, clientAddress } from '#runtime/limits/client-address.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { PlacesDeps } from '../index.ts'
import { searchNearby } from '../nearby/search.ts'
import { coordinatesText } from '../results.ts'

/** Searches an hour by readers of the page: from one address, and in all. */
const quotas = { address: 20, instance: 200 }
const timeoutMs = 30_000

/** Searches for the reader of a page. @throws ApiError rate_limited */
export type NearbyForReader = (
  req: Request,
  search: { point: Point; query: string; radius: number },
) => Promise<Result<'places.nearby'>>

/**
 * Readers of a page pay nothing: they get results of OpenStreetMap only, because Google charges the operator, and few enough
 * that the page does not undercut the price of the method.
 */
export function createNearbyForReaders({ limits, trustedProxies, clock, overpass }: PlacesDeps): NearbyForReader {
  const common = { unit: 'searches on this page', windowMs: 3_600_000 }
  const perAddress = limits.swift({ ...common, name: 'places-page', per: 'address', quota: quotas.address })
  const perInstance = limits.swift({ ...common, name: 'places-page-all', per: 'server', quota: quotas.instance })
  return async (req, { point, query, radius }) => {
    const subject = addressGroup(clientAddress(req.socket.remoteAddress, req.headers, trustedProxies))
    for (const [limiter, key] of [
      [perAddress, subject],
      [perInstance, 'instance'],
    ] as const) {
      const verdict = await limiter.take(key)
      if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
    }
    const asker = { subject, signal: AbortSignal.timeout(timeoutMs) }
    const centre = { ...point, place: coordinatesText(point) }
    const { result } = await searchNearby({ overpass }, { centre, radius, query }, asker, clock.now())
    return result
  }
}
