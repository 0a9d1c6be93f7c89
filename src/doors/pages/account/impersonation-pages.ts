import { type Request, type Response, Router } from 'express'
import { type Begun, checkReason, IMPERSONATION_MINUTES } from '#runtime/accounts/impersonations.ts'
import { wrongCode } from '#runtime/accounts/second-factor.ts'
import { publicPath } from '#runtime/base/base-path.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { buttonForm, form, moment, textField } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import { endPlace, impersonationOf } from './impersonation.ts'
import { presentPasswordField, provePassword } from './second-factor-pages.ts'
import type { AccountServices } from './services.ts'
import { accountOf, formOf, sentBy, visitorOf } from './visitor.ts'

/** Where an administrator begins to see the pages of an account. */
export const beginPlace = '/admin/account/impersonation'
const ownPlace = '/settings/security/impersonations/end'
/** The first page that is shown. */
const firstPage = '/settings'

/** Beginning by a passkey, and ending: by the administrator and by the account's owner. */
export function impersonationPages(services: AccountServices): Router {
  const { impersonations, passkeys, record } = services
  const router = Router()
  router.post(`${beginPlace}/passkey/options`, async (_req, res) => {
    res.json(await passkeys.offerSignIn(boundTo(res)))
  })
  router.post(`${beginPlace}/passkey`, async (req, res) => {
    await services.countAttempt(req)
    const { id, reason, response } = (sentBy(res).json ?? {}) as { id?: unknown; reason?: unknown; response?: unknown }
    const asked = { username: textOf(id), reason: checkReason(textOf(reason)) }
    if ((await passkeys.signIn(boundTo(res), response)) !== accountOf(res).id) {
      await record(res, 'sign_in_failed', { detail: 'passkey' })
      throw new ApiError('invalid_argument', 'The passkey was not accepted, or it took too long. Try again.')
    }
    await begin(services, res, asked)
    res.json({ next: publicPath(firstPage) })
  })
  router.post(endPlace, async (_req, res) => {
    const present = impersonationOf(res)
    if (!present) return res.redirect(303, '/')
    const { id, account, administrator } = present
    if (await impersonations.end(account.id, id)) {
      await record(res, 'impersonation_ended', { actor: administrator.username, subject: account.username })
    }
    visitorOf(res).endImpersonation()
    return res.redirect(303, `/admin/account?${new URLSearchParams({ username: account.username, done: 'ended' })}`)
  })
  router.post(ownPlace, async (_req, res) => {
    const { id, username } = accountOf(res)
    if (await impersonations.end(id, formOf(res).text('impersonation'))) {
      await record(res, 'impersonation_ended', { subject: username })
    }
    res.redirect(303, '/settings/security?done=impersonation')
  })
  return router
}

/**
 * Begins by the password, and a code if the administrator's account has a second factor.
 *
 * @throws ApiError for what was typed, or for the account
 */
export async function beginByPassword(services: AccountServices, req: Request, res: Response): Promise<void> {
  const { secondFactor, record } = services
  const values = formOf(res)
  const asked = { username: values.text('username'), reason: checkReason(values.text('reason')) }
  await provePassword(services, req, res)
  const { id } = accountOf(res)
  if ((await secondFactor.state(id)).isOn && (await secondFactor.use(id, values.text('code'))) === undefined) {
    await record(res, 'second_factor_refused', { detail: req.path })
    throw wrongCode()
  }
  await begin(services, res, asked)
  res.redirect(303, firstPage)
}

/** Nothing is shown before the account is notified and the audit log has an entry. */
async function begin(
  { impersonations, accountMail, audit, addressOf }: AccountServices,
  res: Response,
  asked: { readonly username: string; readonly reason: string },
): Promise<void> {
  const begun = await impersonations.begin({ ...asked, sessionId: accountOf(res).sessionId }, async (tx, each) => {
    await accountMail.informWithin(tx, each.account.id, noticeOf(each))
    await audit.recordWithin(tx, {
      ...{ action: 'impersonation_began', via: 'page', address: addressOf(res.req) },
      ...{ actor: each.administrator, subject: each.account.username, detail: each.reason },
    })
  })
  visitorOf(res).beginImpersonation(begun.secret)
}

function noticeOf({ administrator, reason, untilMs }: Begun) {
  return {
    title: 'An administrator sees your pages',
    text: `${administrator} can see pages of your account until ${iso(untilMs)}, but cannot change anything. The reason: ${reason}. You can end this on the Security page of your account.`,
    link: '/settings/security',
  }
}

interface BeginParts {
  readonly username: string
  readonly error: ApiError | undefined
}

/** The form on the page of an account; undefined if nobody may see its pages. */
export async function beginForm(
  { impersonations, passkeys, secondFactor }: AccountServices,
  res: Response,
  { username, error }: BeginParts,
): Promise<Html | undefined> {
  if (!impersonations.isOn) return undefined
  const { id } = accountOf(res)
  const [factor, keys] = await Promise.all([secondFactor.state(id), passkeys.list(id)])
  const reason = textField({
    label: 'Reason',
    name: 'reason',
    hint: 'The account is notified of it, with your name.',
    error,
    input: { required: true, maxlength: 200, autocomplete: 'off', value: error && formOf(res).text('reason') },
  })
  const code = textField({
    label: 'Code',
    name: 'code',
    hint: 'A code from your app, or a recovery code.',
    error,
    input: { required: true, autocomplete: 'one-time-code' },
  })
  const withPasskey = html`<span data-confirm="${beginPlace}/passkey" data-id="${username}" hidden><button class="second" type="button">See the pages, with a passkey</button> <span role="alert" class="fault"></span></span>\n`
  const inside = html`<input type="hidden" name="username" value="${username}">
${reason}${presentPasswordField(error)}${factor.isOn && code}<button>See the pages</button>
${keys.length > 0 && passkeys.arePossible() && withPasskey}`
  return html`<h2>Pages of the account</h2>
<p>For ${IMPERSONATION_MINUTES} minutes, you see pages of this account as its owner does. You cannot change anything, and pages with secrets or private messages are not shown.</p>
${form(beginPlace, visitorOf(res).csrfToken, inside)}`
}

/** Who sees the pages of the account now, on the page of its security; undefined if nobody does. */
export async function seenBy(
  { impersonations }: Pick<AccountServices, 'impersonations'>,
  res: Response,
  timeZone: string,
): Promise<Html | undefined> {
  const present = await impersonations.list(accountOf(res).id)
  if (present.length === 0) return undefined
  const rows = present.map(({ id, administrator, reason, untilMs }) => [
    html`${administrator}`,
    html`${reason}`,
    moment(untilMs, timeZone),
    buttonForm(ownPlace, visitorOf(res).csrfToken, ['impersonation', id], 'End', {
      class: 'second',
      'aria-label': `End access to your pages for ${administrator}`,
    }),
  ])
  return html`<h2>Administrators who see your pages</h2>
${recordTable('Administrators who see your pages', ['Administrator', 'Reason', 'Until', 'End'], rows)}`
}

/** Binds a challenge to the session of the administrator. */
function boundTo(res: Response): string {
  return `impersonation ${visitorOf(res).binding}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
