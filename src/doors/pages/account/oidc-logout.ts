import { type Request, Router } from 'express'
import { checkFormType, readBody } from '#http/body.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { clientAddress, type TrustedProxies } from '#runtime/limits/client-address.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { AccountServices } from './services.ts'

const place = '/signin/oidc/logout'
const capBytes = 16 * 1024

interface OidcLogoutOptions extends Pick<AccountServices, 'oidc' | 'audit'> {
  readonly limits: Pick<Limits, 'ofAddress'>
  readonly trustedProxies: TrustedProxies
}

/**
 * `/signin/oidc/logout`, with which an OpenID provider ends sessions. It is before the pages of accounts, because it is called
 * by a server: nothing depends on a cookie, and the token is signed. Nothing without a provider.
 */
export function oidcLogout({ oidc, audit, limits, trustedProxies }: OidcLogoutOptions): Router {
  const router = Router()
  if (!oidc) return router
  router.post(place, async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    const address = clientAddress(req.socket.remoteAddress, req.headers, trustedProxies)
    refuseBeyond(await limits.ofAddress(address))
    const ended = await oidc.logOut(await tokenOf(req))
    if (!ended) {
      res.status(400).json({ error: 'invalid_request', error_description: 'The logout token is not valid.' })
      return
    }
    for (const subject of ended) {
      await audit.record({ action: 'sessions_ended', via: 'page', subject, address, detail: 'by the OpenID provider' })
    }
    res.status(200).end()
  })
  router.all(place, ({ method }) => {
    throw new ApiError('method_not_allowed', `${place} does not accept ${method}.`, { allow: ['POST'] })
  })
  return router
}

async function tokenOf(req: Request): Promise<string> {
  checkFormType(req)
  return new URLSearchParams((await readBody(req, capBytes, place)).toString()).get('logout_token') ?? ''
}
