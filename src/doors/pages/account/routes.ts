import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { once } from '#runtime/base/once.ts'
import type { CreateFamilyPages, CreateVisitorPages, PublicPages } from '#runtime/kit/site.ts'
import type { TrustedProxies } from '#runtime/limits/client-address.ts'
import { oauthPaths } from '#runtime/oauth/metadata.ts'
import { cached, sendCached } from '../kit/cached.ts'
import { contentSecurity } from '../kit/content-security.ts'
import type { About } from '../reference/about.ts'
import { adminPages } from './admin.ts'
import { adminAccountPages } from './admin-account.ts'
import { adminAnnouncementPages } from './admin-announcement.ts'
import { adminAuditPages } from './admin-audit.ts'
import { adminJobPages } from './admin-jobs.ts'
import { adminTrafficPages } from './admin-traffic.ts'
import { budgetPages } from './budget-pages.ts'
import { connectionPages } from './connection-pages.ts'
import { consentPages } from './consent.ts'
import { creditPages } from './credit-pages.ts'
import { dataPages } from './data.ts'
import { createSite } from './family-site.ts'
import { endPlace } from './impersonation.ts'
import { impersonationPages } from './impersonation-pages.ts'
import { markedPages } from './marked-pages.ts'
import { oidcPages } from './oidc-pages.ts'
import { asksForOwnHome, signedInHome } from './own-start-page.ts'
import { profilePages } from './profile.ts'
import { programPages } from './program-pages.ts'
import { recoveryPages } from './recovery-pages.ts'
import { resetRequestPages } from './reset-request.ts'
import { rulesPages } from './rules-pages.ts'
import { secondFactorPages } from './second-factor-pages.ts'
import { secondStepPages } from './second-step.ts'
import { securityPages } from './security.ts'
import type { AccountServices } from './services.ts'
import { nextPage, resetPages, signingPages } from './signing-in.ts'
import { signingUpPages } from './signing-up.ts'
import { tokenPages } from './token-pages.ts'
import { createUploads } from './upload.ts'
import { guardPosts, identifyVisitors, needAccount, needAdmin } from './visitor.ts'

/** The start page of signed-in people; all others get the general one, even while the database does not respond. */
function homeOf(
  services: AccountServices,
  {
    identify,
    security,
    ...pages
  }: {
    identify: ReturnType<typeof identifyVisitors>
    security: RequestHandler
    visitorPages: readonly PublicPages[]
    publicPages: readonly PublicPages[]
  },
): RequestHandler {
  const home = signedInHome(services, pages)
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
  /** The pages of families for people with and without an account. */
  readonly createVisitorPages: readonly CreateVisitorPages[]
  /** The pages of families that are the same for everyone, which the start page lists. */
  readonly publicPages: readonly PublicPages[]
  readonly trustedProxies: TrustedProxies
}

interface AccountPages {
  readonly routes: Router
  readonly visitorPages: readonly PublicPages[]
}

const signingPaths = ['/signup', '/setup', '/signin', '/signout', '/reset']
const ownPaths = [...signingPaths, '/settings', '/admin', endPlace, oauthPaths.authorize]

/**
 * The pages of accounts: `/signup`, `/setup`, `/signin`, `/signout`, `/reset`, `/settings`, `/admin` and the consent to
 * programs, and those of families for people with and without an account. They work without scripts, except for
 * passkeys. All of them are behind the same checks, in this order.
 */
export async function accountPages(
  services: AccountServices,
  { about, createFamilyPages, createVisitorPages, publicPages, trustedProxies }: AccountPagesOptions,
): Promise<AccountPages> {
  const router = Router()
  router.use(accountAssets())
  const overHttps = services.baseUrl.startsWith('https:')
  const { csrf, approvals } = services
  const countApprovals = (accountId: string) => approvals.countPending(accountId)
  const site = createSite({ ...services, trustedProxies })
  const familyPages = await Promise.all(createFamilyPages.map((create) => create(site)))
  const visitorPages = await Promise.all(createVisitorPages.map((create) => create(site)))
  const identify = identifyVisitors({ ...services, overHttps, familyPages, countApprovals })
  const security = contentSecurity({ overHttps, withScripts: true })
  const checks: readonly RequestHandler[] = [security, identify]
  router.get('/', homeOf(services, { identify, security, visitorPages, publicPages }))
  const paths = [...ownPaths, ...visitorPages.map(({ path }) => path)]
  router.use(paths, ...checks)
  router.use(['/settings', '/admin', oauthPaths.authorize], needAccount)
  const uploads = createUploads(
    familyPages.flatMap((pages) => pages.uploads ?? []),
    services.arriving,
  )
  router.use(paths, guardPosts(csrf, services.baseUrl, uploads))
  router.use('/admin', needAdmin)
  router.use(signingPages(services))
  router.use(oidcPages(services))
  router.use(secondStepPages(services, nextPage))
  router.use(signingUpPages(services))
  router.use(resetPages(services))
  router.use(resetRequestPages(services))
  router.use(profilePages(services))
  router.use(securityPages(services))
  router.use(secondFactorPages(services))
  router.use(recoveryPages(services))
  router.use(tokenPages(services, about))
  router.use(programPages(services))
  router.use(connectionPages(services))
  router.use(consentPages(services))
  for (const { routes } of familyPages) router.use('/settings', routes)
  if (services.usesCredits) router.use(creditPages(services))
  router.use(budgetPages(services))
  router.use(rulesPages(services))
  router.use(dataPages(services))
  router.use(markedPages(services))
  router.use(adminPages(services))
  router.use(adminAccountPages(services))
  router.use(impersonationPages(services))
  router.use(adminJobPages(services))
  router.use(adminAuditPages(services))
  router.use(adminTrafficPages(services))
  router.use(adminAnnouncementPages(services))
  for (const { routes } of visitorPages) router.use(routes)
  return { routes: router, visitorPages }
}

/** The style sheet and the scripts of these pages. `/webauthn.js` is @simplewebauthn/browser. */
function accountAssets(): Router {
  const router = Router()
  const own = (name: string) => () => readFile(join(import.meta.dirname, 'browser', name))
  const assets = [
    { path: '/account.css', type: 'css', read: own('account.css') },
    { path: '/copy.js', type: 'js', read: own('copy.js') },
    { path: '/passkeys.js', type: 'js', read: own('passkeys.js') },
    { path: '/upload.js', type: 'js', read: own('upload.js') },
    { path: '/zone.js', type: 'js', read: own('zone.js') },
    { path: '/webauthn.js', type: 'js', read: readWebauthn },
  ]
  for (const { path, type, read } of assets) {
    const asset = once(async () => cached(await read()))
    router.get(path, async (req, res) => sendCached(req, res, type, await asset()))
  }
  return router
}

/** The package's bundle for browsers, which is not among its exports. */
function readWebauthn(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@simplewebauthn/browser')
  return readFile(join(dirname(entry), '../dist/bundle/index.umd.min.js'))
}
