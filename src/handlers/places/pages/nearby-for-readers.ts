import type { Clock } from '#runtime/base/clock.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { addressGroup, clientAddress } from '#runtime/limits/client-address.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import { type NearbyProviders, nearby } from '../nearby/search.ts'
import type { NearbyForReader } from './routes.ts'

const hourMs = 3_600_000
/** How many searches an hour readers of the page may make: those of one address, and all together. */
const quotas = { address: 20, instance: 200 }
const patienceMs = 30_000

interface ReaderWorld extends Pick<FamilyWorld, 'limits' | 'trustedProxies'> {
  readonly clock: Clock
  /** Without Google, which charges the operator. */
  readonly providers: Omit<NearbyProviders, 'google'>
}

/**
 * What is nearby, for readers of a page, who pay nothing: from OpenStreetMap alone, and only so often that the page is no way
 * around the price of the method.
 */
export function createReaderNearby({ limits, trustedProxies, clock, providers }: ReaderWorld): NearbyForReader {
  const common = { unit: 'searches on this page', windowMs: hourMs }
  const perAddress = limits.swift({ ...common, name: 'places-page', per: 'address', quota: quotas.address })
  const perInstance = limits.swift({ ...common, name: 'places-page-all', per: 'server', quota: quotas.instance })
  return async (req, { lat, lon, query, radius }) => {
    const subject = addressGroup(clientAddress(req.socket.remoteAddress, req.headers, trustedProxies))
    for (const [limiter, of] of [
      [perAddress, subject],
      [perInstance, 'instance'],
    ] as const) {
      const verdict = await limiter.take(of)
      if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
    }
    const asker = { subject, signal: AbortSignal.timeout(patienceMs) }
    const { result } = await nearby(providers, { lat, lon, query, radius }, asker, clock.now())
    return result
  }
}
