import { anonymous } from '#runtime/calls/caller.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import type { PublicSite } from '#runtime/kit/site.ts'
import { clientAddress, type TrustedProxies } from '#runtime/limits/client-address.ts'
import { goneSignal } from '../../http/disconnect-signal.ts'
import { page, table } from './kit/layout.ts'

interface PublicSiteOptions {
  readonly baseUrl: string
  readonly calls: Pick<Calls, 'run'>
  readonly trustedProxies: TrustedProxies
}

/** Creates what families make their pages for everybody with. */
export function createPublicSite({ baseUrl, calls, trustedProxies }: PublicSiteOptions): PublicSite {
  return {
    baseUrl,
    layout: page,
    table,
    async call(req, res, operationId, args) {
      const outcome = await calls.run({
        operationId,
        args: args as object,
        caller: anonymous,
        requestId: String(res.getHeader('X-Request-Id')),
        clientAddress: clientAddress(req.socket.remoteAddress, req.headers, trustedProxies),
        signal: goneSignal(res),
      })
      if (outcome.error) throw outcome.error
      return outcome.result
    },
  }
}
