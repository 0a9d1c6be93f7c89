import { type Request, type Response, Router } from 'express'
import type { Passkey } from '#runtime/accounts/passkeys.ts'
import type { Session } from '#runtime/accounts/sessions.ts'
import { publicPath } from '#runtime/base/base-path.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { deviceName } from '#runtime/base/text/device-name.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import {
  buttonForm,
  form,
  moment,
  notice,
  offsetOf,
  pageLinks,
  problem,
  type Shown,
  textField,
} from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import { newPasswordFields } from './account-fields.ts'
import { seenBy } from './impersonation-pages.ts'
import { firstPasswordForm, oidcLink } from './oidc-parts.ts'
import { needRecentSignIn } from './recent-sign-in.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { passwordChanged } from './signing-in.ts'
import { newPasswordOf } from './signing-up.ts'
import { accountOf, formOf, sentBy, visitorOf } from './visitor.ts'

const place = '/settings/security'

/** Browsers on a page. */
const pageSize = 50

const notices: Readonly<Record<string, string>> = {
  password: 'The password was changed, and all other browsers are signed out.',
  session: 'That browser was signed out.',
  impersonation: 'The administrator no longer sees your pages.',
  others: 'All other browsers were signed out.',
  passkey: 'The passkey was added. You can now sign in with it.',
  linked: 'The account was linked.',
  unlinked: 'The link was removed.',
  removed: 'The passkey was removed. Also remove it from your device.',
}

interface Parts {
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
  /** The position of the first browser on the page. */
  readonly offset?: number
}

/** `/settings/security`: password, passkeys, and the browsers that are signed in. */
export function securityPages(services: AccountServices): Router {
  const { sessions, record } = services
  const router = Router()
  router.get(place, (req, res) => {
    const { done, offset } = req.query
    return showSecurity(services, res, { done: noticeOf(notices, done), offset: offsetOf(offset) })
  })
  router.post('/settings/security/password', (req, res) => changePassword(services, req, res))
  router.post('/settings/security/sessions/end', async (_req, res) => {
    await sessions.end(accountOf(res).id, formOf(res).text('session'))
    await record(res, 'session_ended')
    res.redirect(303, `${place}?done=session`)
  })
  router.post('/settings/security/sessions/end-others', async (_req, res) => {
    const { id, sessionId } = accountOf(res)
    await sessions.endOthers(id, sessionId)
    await record(res, 'sessions_ended')
    res.redirect(303, `${place}?done=others`)
  })
  addPasskeyRoutes(router, services)
  return router
}

function addPasskeyRoutes(router: Router, services: AccountServices): void {
  const { accountMail, passkeys, record } = services
  router.post('/settings/security/passkeys/options', async (_req, res) => {
    const account = accountOf(res)
    await needRecentSignIn(services, res, 'add a passkey')
    res.json(await passkeys.offerNew(account, `add ${account.sessionId}`))
  })
  router.post('/settings/security/passkeys', async (_req, res) => {
    const { id, sessionId } = accountOf(res)
    const { name, response } = (sentBy(res).json ?? {}) as { name?: unknown; response?: unknown }
    if (typeof name !== 'string') throw new ApiError('invalid_argument', 'The name is missing.')
    await passkeys.add(id, `add ${sessionId}`, name, response)
    await record(res, 'passkey_added', { detail: name })
    await accountMail.inform(id, {
      title: 'New passkey',
      text: 'A passkey was added that can be used to sign in to your account. If this was not you, remove it and change your password.',
    })
    res.json({ next: publicPath(`${place}?done=passkey`) })
  })
  router.post('/settings/security/passkeys/remove', async (_req, res) => {
    await passkeys.remove(accountOf(res).id, formOf(res).text('passkey'))
    await record(res, 'passkey_removed', { detail: formOf(res).text('passkey') })
    res.redirect(303, `${place}?done=removed`)
  })
}

async function showSecurity(
  services: AccountServices,
  res: Response,
  { error, done, offset = 0 }: Parts,
): Promise<void> {
  const { passkeys, profiles, sessions } = services
  const { id, sessionId } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const [{ timeZone }, open, keys, factor, { address }] = await Promise.all([
    profiles.get(id),
    sessions.page(id, { offset, limit: pageSize }),
    passkeys.list(id),
    services.secondFactor.state(id),
    services.recovery.of(id),
  ])
  const shown = { offset, total: open.total, pageSize }
  const main = html`${notice(done)}${problem(error)}<h2>Password</h2>
${(await firstPasswordForm(services, csrfToken, id)) ?? passwordForm(csrfToken, error)}<h2>Passkeys</h2>
${passkeys.arePossible() ? passkeyParts(keys, csrfToken, timeZone) : passkeysNotHere}<h2>Second factor</h2>
<p>Signing in with your password ${factor.isOn ? 'also requires' : 'does not require'} a code from an app. <a href="${place}/second-factor">Change this</a></p>
<h2>Recovery address</h2>
<p>${address === undefined ? 'You have none, so only an administrator can reset a forgotten password.' : address} <a href="${place}/recovery">Change this</a></p>
${await oidcLink(services, res, { id, timeZone })}${await seenBy(services, res, timeZone)}<h2>Signed-in browsers</h2>
${sessionParts({ open: open.sessions, hereId: sessionId, csrfToken, timeZone, shown })}`
  show(res, { title: 'Security', place, main, withScript: passkeys.arePossible() }, error)
}

async function changePassword(services: AccountServices, req: Request, res: Response): Promise<void> {
  const { credentials } = services
  const values = formOf(res)
  const { id, sessionId } = accountOf(res)
  const error = await faultOf(async () => {
    await services.countAttempt(req)
    const password = newPasswordOf(values)
    if (!(await credentials.isRight(id, values.text('password')))) {
      await services.record(res, 'password_refused', { detail: 'change' })
      throw invalidArgument('present_password', 'is wrong', 'The current password is wrong.')
    }
    await credentials.change(id, password, sessionId)
    await services.record(res, 'password_changed')
    await services.accountMail.inform(id, passwordChanged)
  })
  if (!error) return res.redirect(303, `${place}?done=password`)
  return showSecurity(services, res, { error })
}

function passwordForm(csrfToken: string, error: ApiError | undefined): Html {
  return form(
    '/settings/security/password',
    csrfToken,
    html`${textField({
      label: 'Current password',
      name: 'password',
      path: 'present_password',
      error,
      input: { type: 'password', autocomplete: 'current-password', required: true },
    })}${newPasswordFields(error, 'New password')}<button>Change the password</button>
`,
  )
}

const passkeysNotHere = html`<p class="note">Passkeys need a server with a host name and https (or <code>localhost</code>). The operator has to
set <code>BASE_URL</code> to such an address.</p>
`

function passkeyParts(keys: readonly Passkey[], csrfToken: string, timeZone: string): Html {
  const rows = keys.map(({ id, name, createdAtMs, lastUsedAtMs }) => [
    html`${name}`,
    moment(createdAtMs, timeZone),
    lastUsedAtMs === undefined ? html`never` : moment(lastUsedAtMs, timeZone),
    buttonForm('/settings/security/passkeys/remove', csrfToken, ['passkey', id], 'Remove', {
      class: 'second',
      'aria-label': `Remove the passkey ${name}`,
    }),
  ])
  return html`<p>A passkey signs you in without a password: with your fingerprint, your face, or your device's code.</p>
${rows.length > 0 && recordTable('Passkeys', ['Name', 'Added', 'Last used', 'Remove'], rows)}<noscript><p class="note">Adding a passkey requires JavaScript.</p></noscript>
<form id="passkey-add" hidden>
${textField({ label: 'Name of the new passkey', name: 'passkey_name', input: { required: true, maxlength: 60, value: 'Passkey' } })}<button>Add a passkey</button>
<p class="fault" role="alert"></p>
</form>
`
}

interface SessionParts {
  readonly open: readonly Session[]
  /** The session of this browser. */
  readonly hereId: string
  readonly csrfToken: string
  readonly timeZone: string
  readonly shown: Shown
}

function sessionParts({ open, hereId, csrfToken, timeZone, shown }: SessionParts): Html {
  const rows = open.map(({ id, device, address, createdAtMs, lastUsedAtMs }) => [
    html`<span title="${device}">${deviceName(device)}</span>`,
    html`<span class="long">${address ?? 'unknown'}</span>`,
    moment(createdAtMs, timeZone),
    moment(lastUsedAtMs, timeZone),
    id === hereId
      ? html`this browser`
      : buttonForm('/settings/security/sessions/end', csrfToken, ['session', id], 'Sign out', {
          class: 'second',
          'aria-label': `Sign out ${deviceName(device)}`,
        }),
  ])
  return html`<p>A browser stays signed in for 30 days.</p>
${recordTable('Signed-in browsers', ['Browser', 'Address', 'Signed in', 'Last used', 'Sign out'], rows)}${pageLinks(
  'browsers',
  shown,
  (offset) => `${place}?offset=${offset}`,
)}${
  shown.total > 1 &&
  form('/settings/security/sessions/end-others', csrfToken, html`<button class="second">Sign out all others</button>\n`)
}`
}
