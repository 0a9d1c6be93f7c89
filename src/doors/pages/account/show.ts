import type { Response } from 'express'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { ShownPage } from '#runtime/kit/site.ts'
import { form } from '../kit/form-fields.ts'
import { page } from '../kit/layout.ts'
import { impersonationBanner } from './impersonation.ts'
import { type Visitor, visitorOf } from './visitor.ts'

interface ViewParts extends ShownPage {
  /** Whether the page loads the script for passkeys. */
  readonly withScript?: boolean
  /** The address to which browsers go on at once. */
  readonly refreshTo?: string
}

/**
 * Sends a page to the visitor, signed in or not.
 *
 * @param outcome its status, or the error that it shows, also with Retry-After for programs
 */
export function show(res: Response, parts: ViewParts, outcome: number | ApiError = 200): void {
  const { status, retryAfterS } = typeof outcome === 'number' ? { status: outcome } : outcome
  if (retryAfterS !== undefined) res.setHeader('Retry-After', Math.ceil(retryAfterS))
  const visitor = visitorOf(res)
  const { title, description, place, withScript, refreshTo, scripts = [], styles = [], main } = parts
  res
    .status(status)
    .type('html')
    .send(
      page({
        title: `${status >= 400 ? 'Error: ' : ''}${title} - Onedoor`,
        description: description ?? 'Accounts on this Onedoor server.',
        head: html`<meta name="csrf-token" content="${visitor.csrfToken}">
<link rel="stylesheet" href="/account.css">
${refreshTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${refreshTo}">\n`}${styles.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}<script src="/copy.js" defer></script>
${withScript && html`<script src="/webauthn.js" defer></script>\n<script src="/passkeys.js" defer></script>\n`}${scripts.map((src) => html`<script src="${src}" defer></script>\n`)}`,
        banner: visitor.impersonation && impersonationBanner(visitor.impersonation, visitor.csrfToken),
        links: links(visitor, place),
        main: html`${visitor.announcement !== undefined && html`<p class="notice">${visitor.announcement}</p>\n`}${place !== undefined && settingsNavigation(visitor, place)}<h1>${title}</h1>\n${main}`,
      }),
    )
}

function links({ signedIn, impersonation, csrfToken, pendingApprovals }: Visitor, place: string | undefined): Html {
  if (!signedIn) return html`<a href="/signin">Sign in</a>`
  const { username, isAdmin } = signedIn.account
  const link = (to: string, text: string, isHere: boolean) =>
    html`<a${attributes({ href: to, 'aria-current': isHere && 'true' })}>${text}</a>\n`
  const approvals = pendingApprovals > 0 && link('/approvals', `Approvals (${pendingApprovals})`, false)
  if (impersonation) return html`${approvals}${link('/settings', 'Settings', place !== undefined)}`
  return html`${approvals}${link('/settings', 'Settings', place !== undefined)}${isAdmin && link('/admin', 'Administration', false)}${form(
    '/signout',
    csrfToken,
    html`<button class="plain">Sign out ${username}</button>\n`,
  )}`
}

/** The settings: those of every account, with the families' between them. */
function settingsNavigation({ familyPages, usesCredits }: Visitor, here: string): Html {
  const entries: readonly (readonly [string, string])[] = [
    ['/settings', 'Profile'],
    ['/settings/security', 'Security'],
    ['/settings/tokens', 'Tokens'],
    ['/settings/programs', 'Programs'],
    ['/settings/connections', 'Connections'],
    ...familyPages.map(({ path, title }) => [`/settings${path}`, title] as const),
    ...(usesCredits ? [['/settings/credits', 'Credits'] as const] : []),
    ['/settings/budgets', 'Budgets'],
    ['/settings/rules', 'Rules'],
    ['/settings/data', 'Your data'],
  ]
  return html`<nav class="places" aria-label="Settings">
${entries.map(([to, text]) => html`<a${attributes({ href: to, 'aria-current': to === here && 'page' })}>${text}</a>\n`)}</nav>
`
}
