import { type RequestHandler, Router } from 'express'
import { linkPages } from '#handlers/url/pages/routes.ts'
import { contentSecurity } from '../kit/content-security.ts'
import { adminPages } from './admin.ts'
import { accountAssets } from './assets.ts'
import { creditPages } from './credits.ts'
import { dataPages } from './data.ts'
import { profilePages } from './profile.ts'
import { securityPages } from './security.ts'
import type { AccountServices } from './services.ts'
import { signingPages } from './signing.ts'
import { signingUpPages } from './signing-up.ts'
import { tokenPages } from './tokens.ts'
import { guardPosts, identifyVisitors, needAccount, needAdmin } from './visitor.ts'

/**
 * The pages on which people have accounts: `/signup`, `/setup`, `/signin`, `/signout`, `/settings` and `/admin`. They work
 * without scripts, but for passkeys. Everything below stands behind the same doorkeepers, in this order.
 */
export function accountPages(services: AccountServices): Router {
  const router = Router()
  router.use(accountAssets())
  const overHttps = services.baseUrl().startsWith('https:')
  const { csrf, sessions } = services
  const doorkeepers: readonly RequestHandler[] = [
    contentSecurity({ overHttps, withScripts: true }),
    identifyVisitors({ sessions, csrf, overHttps }),
  ]
  router.use(['/signup', '/setup', '/signin', '/signout', '/settings', '/admin'], ...doorkeepers)
  router.use(['/settings', '/admin'], needAccount)
  router.use(['/signup', '/setup', '/signin', '/signout', '/settings', '/admin'], guardPosts(csrf))
  router.use('/admin', needAdmin)
  router.use(signingPages(services))
  router.use(signingUpPages(services))
  router.use(profilePages(services))
  router.use(securityPages(services))
  router.use(tokenPages(services))
  router.use(linkPages(services))
  router.use(creditPages(services))
  router.use(dataPages(services))
  router.use(adminPages(services))
  return router
}
