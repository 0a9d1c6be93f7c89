import { type RequestHandler, Router } from 'express'
import type { CreateFamilyPages } from '#runtime/calls/site.ts'
import { contentSecurity } from '../kit/content-security.ts'
import type { About } from '../reference/about.ts'
import { adminPages } from './admin.ts'
import { adminAccountPages } from './admin-account.ts'
import { adminAuditPages } from './admin-audit.ts'
import { adminJobPages } from './admin-jobs.ts'
import { accountAssets } from './assets.ts'
import { connectionPages } from './connections.ts'
import { creditPages } from './credits.ts'
import { dataPages } from './data.ts'
import { profilePages } from './profile.ts'
import { resetPages } from './reset.ts'
import { securityPages } from './security.ts'
import type { AccountServices } from './services.ts'
import { signingPages } from './signing.ts'
import { signingUpPages } from './signing-up.ts'
import { createSite } from './site.ts'
import { tokenPages } from './tokens.ts'
import { createUploads } from './upload.ts'
import { guardPosts, identifyVisitors, needAccount, needAdmin } from './visitor.ts'

interface AccountPagesOptions {
  readonly about: () => Promise<About>
  /** The pages that families add to the settings, in the order of the navigation. */
  readonly createFamilyPages: readonly CreateFamilyPages[]
}

/**
 * The pages of accounts: `/signup`, `/setup`, `/signin`, `/signout`, `/reset`, `/settings` and `/admin`. They work without scripts,
 * except for passkeys. All of them are behind the same checks, in this order.
 */
export function accountPages(services: AccountServices, { about, createFamilyPages }: AccountPagesOptions): Router {
  const router = Router()
  router.use(accountAssets())
  const overHttps = services.baseUrl.startsWith('https:')
  const { csrf, sessions, usesCredits } = services
  const site = createSite(services)
  const familyPages = createFamilyPages.map((create) => create(site))
  const checks: readonly RequestHandler[] = [
    contentSecurity({ overHttps, withScripts: true }),
    identifyVisitors({ sessions, csrf, overHttps, familyPages, usesCredits }),
  ]
  const paths = ['/signup', '/setup', '/signin', '/signout', '/reset', '/settings', '/admin']
  router.use(paths, ...checks)
  router.use(['/settings', '/admin'], needAccount)
  const uploads = createUploads(
    familyPages.flatMap((pages) => pages.uploads ?? []),
    services.arriving,
  )
  router.use(paths, guardPosts(csrf, services.baseUrl, uploads))
  router.use('/admin', needAdmin)
  router.use(signingPages(services))
  router.use(signingUpPages(services))
  router.use(resetPages(services))
  router.use(profilePages(services))
  router.use(securityPages(services))
  router.use(tokenPages(services, about))
  router.use(connectionPages(services))
  for (const { routes } of familyPages) router.use('/settings', routes)
  if (services.usesCredits) router.use(creditPages(services))
  router.use(dataPages(services))
  router.use(adminPages(services))
  router.use(adminAccountPages(services))
  router.use(adminJobPages(services))
  router.use(adminAuditPages(services))
  return router
}
