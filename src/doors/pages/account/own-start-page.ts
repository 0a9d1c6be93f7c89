import { Router } from 'express'
import { cookieOf } from '#http/cookies.ts'
import { SESSION_COOKIE } from '#runtime/accounts/sessions.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, visitorOf } from './visitor.ts'

interface Place {
  readonly path: string
  readonly title: string
}

interface HomePages {
  /** For people with and without an account, who see their own content. */
  readonly visitorPages: readonly Place[]
  /** The same for everyone. */
  readonly publicPages: readonly Place[]
}

/** `/` for a signed-in person: links to their pages, their tokens, and the administration. */
export function signedInHome({ profiles }: Pick<AccountServices, 'profiles'>, pages: HomePages): Router {
  const router = Router()
  router.get('/', async (_req, res, next) => {
    const { signedIn, familyPages, usesCredits } = visitorOf(res)
    if (!signedIn) return next()
    const { id, username, isAdmin } = accountOf(res)
    const { displayName } = await profiles.get(id)
    const { visitorPages, publicPages } = pages
    // The settings of a listed page are linked from it: two links with one name would confuse.
    const others = familyPages.filter(({ path }) => visitorPages.every((page) => page.path !== path))
    const own = [...visitorPages, ...others.map(({ path, title }) => ({ path: `/settings${path}`, title }))]
    const main = html`<p>You are signed in as <b>${username}</b>.</p>
${section('Your pages', own)}${section('Public pages', publicPages)}${section('For your programs', [
  { path: '/settings/programs', title: 'Programs' },
  { path: '/settings/tokens', title: 'Tokens' },
  { path: '/docs', title: 'API reference' },
  { path: '/settings/connections', title: 'Connections' },
])}${section('Account', [
  { path: '/settings', title: 'Profile and time zone' },
  { path: '/settings/security', title: 'Security' },
  ...(usesCredits ? [{ path: '/settings/credits', title: 'Credits' }] : []),
  { path: '/settings/budgets', title: 'Budgets' },
  { path: '/settings/rules', title: 'Rules' },
  { path: '/settings/data', title: 'Your data' },
])}${
  isAdmin &&
  section('Administration', [
    { path: '/admin', title: 'Accounts, invitations and health' },
    { path: '/admin/audit', title: 'Audit log' },
    { path: '/admin/jobs', title: 'Jobs' },
  ])
}`
    return show(res, { title: displayName ? `Hello, ${displayName}` : 'Home', main })
  })
  return router
}

/**
 * Whether the start page depends on its reader: a browser with a session that requests a page. A program that sends a
 * credential, or accepts JSON, gets the general one.
 */
export function asksForOwnHome(req: {
  readonly path: string
  readonly headers: { readonly cookie?: string | undefined; readonly authorization?: string | undefined }
  accepts(types: string[]): string | false
}): boolean {
  if (req.path !== '/' || req.headers.authorization !== undefined) return false
  return cookieOf(req.headers.cookie, SESSION_COOKIE) !== undefined && req.accepts(['html', 'json']) === 'html'
}

function section(title: string, places: readonly Place[]): Html | undefined {
  if (places.length === 0) return undefined
  return html`<h2>${title}</h2>
<ul>
${places.map((place) => html`<li><a href="${place.path}">${place.title}</a></li>\n`)}</ul>
`
}
