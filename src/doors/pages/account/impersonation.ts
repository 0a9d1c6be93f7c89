import type { Request, RequestHandler, Response } from 'express'
import { cookieOf } from '#http/cookies.ts'
import { type Impersonation, OWN_SESSION_COOKIE } from '#runtime/accounts/impersonations.ts'
import { SESSION_COOKIE, SESSION_MS } from '#runtime/accounts/sessions.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { form } from '../kit/form-fields.ts'
import { setCookie } from './page-cookies.ts'
import type { AccountServices } from './services.ts'

export const endPlace = '/impersonation/end'

/**
 * What an administrator may see of an account. No other page is shown: neither those with secrets, private messages or files, nor
 * those that let somebody sign in, nor any that is added later.
 */
const shownPages: ReadonlySet<string> = new Set([
  '/',
  '/settings',
  '/settings/agents',
  '/settings/apps',
  '/settings/budgets',
  '/settings/calls',
  '/settings/credits',
  '/settings/files',
  '/settings/groups',
  '/settings/images',
  '/settings/links',
  '/settings/rules',
])

/** The impersonation of the browser that requests this page; undefined for everyone else. */
export function impersonationOf(res: Response): Impersonation | undefined {
  return res.locals.impersonation as Impersonation | undefined
}

/**
 * Goes before all pages. While a browser shows the pages of another account, it lets only reads of a few pages pass, and the button
 * that ends it. Nothing else knows of impersonations: to all other code the browser is not signed in.
 */
export function guardImpersonations({
  impersonations,
  sessions,
  baseUrl,
}: Pick<AccountServices, 'impersonations' | 'sessions' | 'baseUrl'>): RequestHandler {
  const overHttps = baseUrl.startsWith('https:')
  return async (req, res, next) => {
    const ownSecret = cookieOf(req.headers.cookie, OWN_SESSION_COOKIE)
    if (ownSecret === undefined || req.headers.authorization !== undefined || isAsset(req)) return next()
    res.setHeader('Cache-Control', 'no-store')
    const secret = cookieOf(req.headers.cookie, SESSION_COOKIE)
    const found = secret === undefined ? undefined : await impersonations.find(secret, ownSecret)
    if (found) {
      res.locals.impersonation = found
      if (isRead(req) ? shownPages.has(req.path) : isEnd(req)) return next()
      throw notShown(found)
    }
    setCookie(res, { name: OWN_SESSION_COOKIE, value: '', maxAgeS: 0, overHttps })
    const isSignedIn = secret !== undefined && (await sessions.findForPages(secret)) !== undefined
    if (isSignedIn || !(await sessions.findForPages(ownSecret))) return next()
    setCookie(res, { name: SESSION_COOKIE, value: ownSecret, maxAgeS: SESSION_MS / 1000, overHttps })
    // Without this page, the administrator could take the own pages for those of the account.
    throw new ApiError(
      'failed_precondition',
      'You no longer see the pages of another account. Nothing was done. Reload the page to continue as yourself.',
    )
  }
}

/** At the top of every page that is shown meanwhile. */
export function impersonationBanner({ administrator, account, untilMs }: Impersonation, csrfToken: string): Html {
  const until = new Date(untilMs).toISOString()
  return html`<aside class="impersonation" aria-label="Impersonation">
<p><b>${administrator.username}</b> sees this page as <b>${account.username}</b>, until <time datetime="${until}">${until.slice(0, 16).replace('T', ' ')} UTC</time>. Nothing can be changed.</p>
${form(endPlace, csrfToken, html`<button>End now</button>\n`)}</aside>
`
}

/** Style sheets and scripts, which are the same for everyone. */
function isAsset(req: Request): boolean {
  return isRead(req) && /\.(?:css|js)$/.test(req.path)
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isEnd({ method, path }: Request): boolean {
  return method === 'POST' && path === endPlace
}

function notShown({ administrator, account }: Impersonation): ApiError {
  return new ApiError(
    'permission_denied',
    `${administrator.username} may neither see this page nor change anything as ${account.username}. Only the account's owner may.`,
  )
}
