import { type Response, Router } from 'express'
import { MAILED_RESET_MINUTES } from '#runtime/accounts/account-mail.ts'
import { usernameFault } from '#runtime/accounts/accounts.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { form, problem } from '../kit/form-fields.ts'
import { usernameField } from './account-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { formOf, visitorOf } from './visitor.ts'

const place = '/reset/request'
const title = 'Forgotten password'

/** `/reset/request`: sends a link to set a new password. The response is the same whether or not the account exists. */
export function resetRequestPages(services: AccountServices): Router {
  const { accounts, accountMail, record } = services
  const router = Router()
  router.get(place, (_req, res) => showRequest(services, res))
  router.post(place, async (req, res) => {
    const username = formOf(res).text('username').trim().toLowerCase()
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      if (accountMail.mailer === undefined || usernameFault(username) !== undefined) return
      // By the typed name, so that the limit does not show which accounts exist either.
      refuseBeyond(await services.resetRequests.take(username))
      const meant = await accounts.find(username)
      await record(res, 'reset_requested', { subject: meant?.username })
      await accountMail.sendReset(username)
    })
    return error ? showRequest(services, res, error) : showSent(res)
  })
  return router
}

function showRequest({ accountMail }: AccountServices, res: Response, error?: ApiError): void {
  const main = accountMail.mailer
    ? html`${problem(error)}<p>If the account has a recovery address, a link to set a new password is sent to it.</p>
${form(place, visitorOf(res).csrfToken, html`${usernameField({ autofocus: true, maxlength: 24 })}<button>Send the link</button>\n`)}`
    : html`<p>This server cannot send mail. Ask its administrator for a link to set a new password.</p>\n`
  show(res, { title, main: html`${main}<p><a href="/signin">Sign in</a></p>\n` }, error)
}

function showSent(res: Response): void {
  const main = html`<p class="notice" role="status">If this account exists and has a recovery address, a link was sent to it. It works once, within
${MAILED_RESET_MINUTES} minutes.</p>
<p>If the account has no recovery address, ask the administrator for a link.</p>
<p><a href="/signin">Sign in</a></p>
`
  show(res, { title, main })
}
