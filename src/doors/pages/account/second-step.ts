import { type Request, type Response, Router } from 'express'
import type { FirstProof, HalfSignIn } from '#runtime/accounts/half-sign-ins.ts'
import { wrongCode } from '#runtime/accounts/second-factor.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, problem, textField } from '../kit/form-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { formOf, visitorOf } from './visitor.ts'

const place = '/signin/code'

interface FirstStep {
  readonly accountId: string
  readonly proof: FirstProof
  /** Where to go once signed in. */
  readonly next: string
}

/**
 * Responds to a first step that succeeded: signs in, or asks for a code if the account has a second factor. A passkey needs
 * none: it is both factors.
 *
 * @throws ApiError permission_denied for an account that is disabled
 */
export async function finishFirstStep(
  services: AccountServices,
  req: Request,
  res: Response,
  { accountId, proof, next }: FirstStep,
): Promise<void> {
  const { isOn } = await services.secondFactor.state(accountId)
  if (isOn) {
    // The page's token comes with the cookie to which the sign-in is bound.
    const { csrfToken } = visitorOf(res)
    const step = await services.halfSignIns.begin(accountId, boundTo(res), proof)
    return showCodeForm(res, { step, next, csrfToken })
  }
  const actor = await visitorOf(res).signIn(accountId, req.headers['user-agent'])
  await services.record(res, 'sign_in', { actor, detail: proof })
  res.redirect(303, next)
}

/** `/signin/code`: the second step of a sign-in. @param nextPage checks where to go */
export function secondStepPages(services: AccountServices, nextPage: (wanted: unknown) => string): Router {
  const router = Router()
  router.get(place, (_req, res) => res.redirect(303, '/signin'))
  router.post(place, async (req, res) => {
    const values = formOf(res)
    const step = values.text('step')
    const next = nextPage(values.text('next'))
    let isOver = false
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      const half = await services.halfSignIns.tryOne(step, boundTo(res))
      isOver = half === undefined
      if (!half) throw stepIsOver()
      const used = await services.secondFactor.use(half.accountId, values.text('code'))
      if (used === undefined) {
        await recordRefusal(services, res, half)
        throw wrongCode()
      }
      isOver = !(await services.halfSignIns.finish(step))
      if (isOver) throw stepIsOver()
      const actor = await visitorOf(res).signIn(half.accountId, req.headers['user-agent'])
      await services.record(res, 'sign_in', { actor, detail: `${half.proof}, ${used}` })
    })
    if (!error) return res.redirect(303, next)
    if (!isOver) return showCodeForm(res, { step, next, csrfToken: visitorOf(res).csrfToken, error })
    const main = html`${problem(error)}<p><a href="/signin?next=${encodeURIComponent(next)}">Sign in again</a></p>\n`
    return show(res, { title: 'Sign in', main }, error)
  })
  return router
}

/** Only somebody with the password comes so far, so its owner should know, once for each sign-in. */
async function recordRefusal(
  { accountMail, record }: AccountServices,
  res: Response,
  { accountId, username, isFirstTry }: HalfSignIn,
): Promise<void> {
  await record(res, 'second_factor_refused', { subject: username, detail: 'sign-in' })
  if (!isFirstTry) return
  await accountMail.inform(accountId, {
    title: 'Wrong code at sign-in',
    text: 'Somebody signed in with your password, but entered a wrong code. If this was not you, change your password.',
  })
}

function boundTo(res: Response): string {
  return `code ${visitorOf(res).binding}`
}

function stepIsOver(): ApiError {
  return new ApiError('failed_precondition', 'This sign-in took too long, or too many codes were wrong. Sign in again.')
}

interface CodeForm {
  readonly step: string
  readonly next: string
  readonly csrfToken: string
  readonly error?: ApiError
}

function showCodeForm(res: Response, { step, next, csrfToken, error }: CodeForm): void {
  const main = html`${problem(error)}${form(
    place,
    csrfToken,
    html`<input type="hidden" name="step" value="${step}">
<input type="hidden" name="next" value="${next}">
${codeField({ error, hint: 'The six digits that your app shows now, or one of your recovery codes.', autofocus: true })}<button>Sign in</button>
`,
  )}<p><a href="/signin">Start again</a></p>
`
  show(res, { title: 'Enter the code', main }, error)
}

/** The field for a code of an app or a recovery code. */
export function codeField({
  hint,
  autofocus,
  error,
}: {
  hint: string
  autofocus?: boolean
  error?: ApiError | undefined
}) {
  const input = {
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: true,
    autofocus,
  }
  return textField({ label: 'Code', name: 'code', hint, error, input: { ...input, maxlength: 40 } })
}
