import { type Response, Router } from 'express'
import { resetIsOver } from '#runtime/accounts/administered.ts'
import { isSecret } from '#runtime/accounts/secrets.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, problem } from '../kit/form-fields.ts'
import { newPasswordFields } from './credential-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { setRetryAfter } from './signing-notices.ts'
import { newPasswordOf } from './signing-up.ts'
import { formOf, visitorOf } from './visitor.ts'

const place = '/reset'
const title = 'Set a new password'

/** `/reset`: sets a new password by a link of an administrator. */
export function resetPages(services: AccountServices): Router {
  const { administered } = services
  const router = Router()
  const usernameOf = async (secret: string): Promise<string | undefined> =>
    isSecret(secret) ? administered.resetLinkOf(secret) : undefined

  router.get(place, async (req, res) => {
    const secret = typeof req.query.token === 'string' ? req.query.token : ''
    const username = await usernameOf(secret)
    return username === undefined ? showRefusal(res) : showForm(res, { secret, username })
  })
  router.post(place, async (req, res) => {
    const values = formOf(res)
    const secret = values.text('token')
    // Before a password is hashed, which is expensive.
    const username = await usernameOf(secret)
    if (username === undefined) return showRefusal(res)
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      const accountId = await administered.useResetLink(secret, newPasswordOf(values))
      await services.record(res, 'password_reset', { actor: username, subject: username })
      await visitorOf(res).signIn(accountId, req.headers['user-agent'])
    })
    if (!error) return res.redirect(303, '/settings')
    setRetryAfter(res, error)
    return showForm(res, { secret, username, error })
  })
  return router
}

function showForm(res: Response, parts: { secret: string; username: string; error?: ApiError }): void {
  const main = html`${problem(parts.error)}<p>For the account <b>${parts.username}</b>. It is signed out everywhere else.</p>
${form(
  place,
  visitorOf(res).csrfToken,
  html`<input type="hidden" name="token" value="${parts.secret}">
<input type="hidden" name="username" value="${parts.username}" autocomplete="username">
${newPasswordFields(parts.error)}<button>Set the password</button>
`,
)}`
  show(res, { title, main }, parts.error?.status)
}

function showRefusal(res: Response): void {
  const error = resetIsOver()
  show(res, { title, main: html`${problem(error)}<p><a href="/signin">Sign in</a></p>\n` }, error.status)
}
