import { Router } from 'express'
import { parseAuthorization } from '../../runtime/accounts/authorization.ts'
import type { Grant } from '../../runtime/accounts/grant.ts'
import type { Tokens } from '../../runtime/accounts/tokens.ts'
import { ApiError } from '../../runtime/base/errors.ts'

/** `/whoami`: the account of a token, and its permissions. */
export function whoamiPage(tokens: Pick<Tokens, 'authenticate'>): Router {
  const router = Router()
  router.get('/whoami', async (req, res) => {
    const secret = parseAuthorization(req.headersDistinct.authorization)
    if (secret === undefined) {
      throw new ApiError('unauthenticated', 'No credential: send the header "Authorization: Bearer <token>".')
    }
    const grant = await tokens.authenticate(secret)
    res.setHeader('Cache-Control', 'no-store')
    res.json(answerOf(grant))
  })
  return router
}

function answerOf({ account, tokenId, kind, allServices, services, capabilities, actions }: Grant) {
  return {
    username: account.username,
    is_admin: account.isAdmin,
    token: tokenId,
    all_services: allServices,
    services: kind === 'services' ? [...services].sort() : [],
    capabilities: kind === 'product' ? [...capabilities].sort() : [],
    actions,
  }
}
