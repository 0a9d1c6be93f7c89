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
import { asksForOwnHome, signedInHome } from './home.ts'
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

/** The start page of those who have signed in; everybody else gets the next one, also while the database does not respond. */
function homeOf(
  services: AccountServices,
  identify: ReturnType<typeof identifyVisitors>,
  security: RequestHandler,
): RequestHandler {
  const home = signedInHome(services)
  return async (req, res, next) => {
    res.vary('Cookie')
    if (!asksForOwnHome(req)) return next()
    try {
      await identify(req, res, () => undefined)
    } catch {
      return next()
    }
    security(req, res, () => home(req, res, next))
  }
}

interface AccountPagesOptions {
  readonly about: () => Promise<About>
  /** The pages that families add to the settings, in the order of the navigation. */
  readonly createFamilyPages: readonly CreateFamilyPages[]
}

/**
 * The pages of accounts: `/signup`, `/setup`, `/signin`, `/signout`, `/reset`, `/settings` and `/admin`. They work without scripts,
 * except for passkeys. All of them are behind the same checks, in this order.
 */
export async function accountPages(
  services: AccountServices,
  { about, createFamilyPages }: AccountPagesOptions,
): Promise<Router> {
  const router = Router()
  router.use(accountAssets())
  const overHttps = services.baseUrl.startsWith('https:')
  const { csrf, sessions, usesCredits } = services
  const site = createSite(services)
  const familyPages = await Promise.all(createFamilyPages.map((create) => create(site)))
  const identify = identifyVisitors({ sessions, csrf, overHttps, familyPages, usesCredits })
  const security = contentSecurity({ overHttps, withScripts: true })
  const checks: readonly RequestHandler[] = [security, identify]
  router.get('/', homeOf(services, identify, security))
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
