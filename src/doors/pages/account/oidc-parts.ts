import type { Response } from 'express'
import type { Oidc } from '#runtime/accounts/oidc/oidc.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { form, moment, textField } from '../kit/form-fields.ts'
import { newPasswordFields } from './account-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { visitorOf } from './visitor.ts'

/** Where the pages of the provider's sign-in are. */
export const oidcPlaces = {
  start: '/signin/oidc',
  callback: '/signin/oidc/callback',
  settings: '/settings/security',
  link: '/settings/security/oidc/link',
  unlink: '/settings/security/oidc/unlink',
  passkey: '/settings/security/oidc/passkey',
  password: '/settings/security/oidc/password',
} as const

/** The button of the provider on `/signin`, or why it is missing. @param next where to go after signing in */
export async function oidcButton(
  { oidc }: AccountServices,
  csrfToken: string,
  next: string,
): Promise<Html | undefined> {
  if (!oidc) return undefined
  if (await oidc.fault()) {
    return html`<p class="note">${oidc.name} cannot be reached right now. Sign in with your password or a passkey.</p>\n`
  }
  const inside = html`<input type="hidden" name="next" value="${next}">
<button class="second">Sign in with ${oidc.name}</button>
`
  return html`<p class="or">or</p>\n${form(oidcPlaces.start, csrfToken, inside)}`
}

/**
 * Sends a person on to the provider. A redirect would do, but browsers check each further redirect of the provider, to servers
 * that nobody can list, against the form's page.
 */
export function sendOn(res: Response, { name }: Oidc, address: string): void {
  show(res, {
    title: `Sign in with ${name}`,
    main: html`<p role="status">You are being sent to ${name}.</p>\n<p><a href="${address}" rel="noreferrer">Continue to ${name}</a></p>\n`,
    refreshTo: address,
  })
}

/** The link with the provider, on the page of the account's security. */
export async function oidcLink(
  { oidc, credentials, passkeys }: AccountServices,
  res: Response,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
): Promise<Html | undefined> {
  if (!oidc) return undefined
  const { csrfToken } = visitorOf(res)
  const [since, hasPassword, keys] = await Promise.all([
    oidc.linkedSince(id),
    credentials.hasPassword(id),
    passkeys.list(id),
  ])
  const [act, text] =
    since === undefined ? (['link', 'Link with'] as const) : (['unlink', 'Remove the link with'] as const)
  const state =
    since === undefined
      ? html`<p>If you link this account, you can also sign in with ${oidc.name}.</p>\n`
      : html`<p>Linked since ${moment(since, timeZone)}. You can sign in with ${oidc.name}.</p>\n`
  const withPassword = form(
    oidcPlaces[act],
    csrfToken,
    html`${textField({
      label: 'Password',
      name: 'oidc_password',
      hint: 'Enter your password to confirm that it is you.',
      input: { type: 'password', autocomplete: 'current-password', required: true },
    })}<button class="second">${text} ${oidc.name}</button>
`,
  )
  const withPasskey = html`<div data-confirm="${oidcPlaces.passkey}" data-id="${act}" hidden>
<button type="button" class="second">${text} ${oidc.name}, with a passkey</button> <span role="alert" class="fault"></span>
</div>
`
  const isWayLeft = since === undefined || hasPassword
  return html`<h2>${oidc.name}</h2>
${state}${isWayLeft && hasPassword && withPassword}${isWayLeft && keys.length > 0 && withPasskey}${!isWayLeft && html`<p class="note">To remove the link, first set a password.</p>\n`}`
}

/** Sets the first password of an account that a sign-in provider created; undefined for all others. */
export async function firstPasswordForm(
  { oidc, credentials }: AccountServices,
  csrfToken: string,
  id: string,
): Promise<Html | undefined> {
  if (!oidc || (await credentials.hasPassword(id))) return undefined
  return html`<p>This account has no password, because you sign in with ${oidc.name}. With a password you can also sign in without it.</p>
${form(oidcPlaces.password, csrfToken, html`${newPasswordFields(undefined, 'New password')}<button>Set a password</button>\n`)}`
}

/** Offers people who have signed out here to sign out at the provider too. */
export async function oidcSignOut({ oidc }: AccountServices): Promise<Html | undefined> {
  const address = await oidc?.signOutAddress()
  if (!oidc || address === undefined) return undefined
  return html`<p><a href="${address}" rel="noreferrer">Also sign out of ${oidc.name}</a></p>\n`
}
