import { type Request, type Response, Router } from 'express'
import { type FactorKey, wrongCode } from '#runtime/accounts/second-factor.ts'
import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { qrSvg } from '#runtime/graphics/qr-code.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, notice, problem, textField } from '../kit/form-fields.ts'
import { codeBlock } from '../kit/layout.ts'
import { codeField } from './second-step.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/security/second-factor'
/** The entry of the navigation to which the page belongs. */
const navigation = '/settings/security'
const title = 'Second factor'

const notices: Readonly<Record<string, string>> = {
  off: 'Signing in no longer requires a code.',
}

/** `/settings/security/second-factor`: codes of an authenticator app, and recovery codes. */
export function secondFactorPages(services: AccountServices): Router {
  const { secondFactor, record, accountMail } = services
  const router = Router()
  router.get(place, (req, res) => showFactor(services, res, { done: noticeOf(notices, req.query.done) }))
  router.post(`${place}/begin`, async (req, res) => {
    const { id } = accountOf(res)
    const error = await faultOf(async () => {
      await provePassword(services, req, res)
      await secondFactor.begin(id)
    })
    await showFactor(services, res, { error, isBegun: true })
  })
  router.post(`${place}/confirm`, async (_req, res) => {
    const { id } = accountOf(res)
    const error = await faultOf(async () => {
      const codes = await secondFactor.confirm(id, formOf(res).text('code'))
      await record(res, 'second_factor_on')
      await accountMail.inform(id, { title: 'Second factor on', text: 'Signing in now requires a code from your app.' })
      showCodes(res, codes)
    })
    if (error) await showFactor(services, res, { error, isBegun: true })
  })
  router.post(`${place}/codes`, async (req, res) => {
    const error = await faultOf(async () => {
      await proveBoth(services, req, res)
      const codes = await secondFactor.renew(accountOf(res).id)
      await record(res, 'recovery_codes_made')
      showCodes(res, codes)
    })
    if (error) await showFactor(services, res, { error })
  })
  router.post(`${place}/off`, async (req, res) => {
    const { id } = accountOf(res)
    const error = await faultOf(async () => {
      await proveBoth(services, req, res)
      await secondFactor.turnOff(id)
      await record(res, 'second_factor_off')
      await accountMail.inform(id, { title: 'Second factor off', text: 'Signing in no longer requires a code.' })
    })
    return error ? showFactor(services, res, { error }) : res.redirect(303, `${place}?done=off`)
  })
  return router
}

/** The field for the password of the account, as `provePassword` reads it. */
export function presentPasswordField(error: ApiError | undefined): Html {
  return textField({
    label: 'Current password',
    name: 'password',
    error,
    input: { type: 'password', autocomplete: 'current-password', required: true },
  })
}

/**
 * Checks that the person at this browser knows the password of the account.
 *
 * @throws ApiError invalid_argument, rate_limited
 */
export async function provePassword(services: AccountServices, req: Request, res: Response): Promise<void> {
  await services.countAttempt(req)
  if (await services.credentials.isRight(accountOf(res).id, formOf(res).text('password'))) return
  await services.record(res, 'password_refused', { detail: req.path })
  throw invalidArgument('password', 'is wrong', 'The password is wrong. Nothing was changed.')
}

/** The second factor itself is changed only with both factors. */
async function proveBoth(services: AccountServices, req: Request, res: Response): Promise<void> {
  await provePassword(services, req, res)
  if ((await services.secondFactor.use(accountOf(res).id, formOf(res).text('code'))) !== undefined) return
  await services.record(res, 'second_factor_refused', { detail: req.path })
  throw wrongCode()
}

interface Parts {
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
  /** Whether to show the key that is being set up, which only its form does. */
  readonly isBegun?: boolean
}

async function showFactor(services: AccountServices, res: Response, { error, done, isBegun }: Parts): Promise<void> {
  const { id, username, isAdmin, isNamespaceAdmin } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const [{ isOn, codesLeft }, key] = await Promise.all([
    services.secondFactor.state(id),
    isBegun ? services.secondFactor.begun(id, username) : undefined,
  ])
  const isNeeded = services.config.adminSecondFactor && (isAdmin || isNamespaceAdmin)
  const content = isOn
    ? onParts(csrfToken, codesLeft, error)
    : key
      ? await keyParts(csrfToken, key, error)
      : offParts(csrfToken, isNeeded, error)
  const main = html`${notice(done)}${problem(error)}${content}<p><a href="${navigation}">Security</a></p>\n`
  show(res, { title, place: navigation, main }, error)
}

function offParts(csrfToken: string, isNeeded: boolean, error: ApiError | undefined): Html {
  return html`${isNeeded && html`<p>Administrators of this server need a second factor. Set one up here, or add a passkey at <a href="${navigation}">Security</a>.</p>\n`}<p>With a second factor, signing in with the password also requires a code from an authenticator app on your phone. A passkey
needs no code.</p>
${form(`${place}/begin`, csrfToken, html`${presentPasswordField(error)}<button>Set up an app</button>\n`)}`
}

async function keyParts(csrfToken: string, key: FactorKey, error: ApiError | undefined): Promise<Html> {
  const code = await qrSvg(key.address, { size: 240, margin: 4, errorCorrection: 'medium' })
  return html`<p>Scan this with your authenticator app, or type the key into it. It shows a new six-digit code every 30 seconds.</p>
<div role="img" aria-label="QR code with the key below">${code}</div>
${codeBlock(key.text, 'The key')}${form(
  `${place}/confirm`,
  csrfToken,
  html`${codeField({ error, hint: 'The six digits that the app shows now.' })}<button>Turn on</button>\n`,
)}`
}

function onParts(csrfToken: string, codesLeft: number, error: ApiError | undefined): Html {
  return html`<p>Signing in with your password requires a code from your app. You have ${codesLeft} unused recovery codes.</p>
${form(
  `${place}/codes`,
  csrfToken,
  html`${presentPasswordField(error)}${codeField({ error, hint: 'A code from your app, or a recovery code.' })}<button>Create new recovery codes</button>
<button class="second" formaction="${place}/off">Turn off</button>
`,
)}`
}

function showCodes(res: Response, codes: readonly string[]): void {
  const main = html`<p class="notice" role="status"><b>Copy them now. They will not be shown again.</b> Each of these codes signs you in once if you do not have your app.
Earlier recovery codes no longer work.</p>
${codeBlock(codes.join('\n'), 'Recovery codes')}<p><a href="${place}">${title}</a></p>
`
  show(res, { title: 'Recovery codes', place: navigation, main })
}
