import { type Response, Router } from 'express'
import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { form, notice, problem, textField } from '../kit/form-fields.ts'
import { presentPasswordField, provePassword } from './second-factor-pages.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/security/recovery'
const navigation = '/settings/security'
const title = 'Recovery address'

const notices: Readonly<Record<string, string>> = {
  sent: 'A code was sent to the address. It can take a few minutes.',
  confirmed: 'The address was confirmed.',
  removed: 'The address was removed.',
}

/** `/settings/security/recovery`: the mail address for links to set a new password, and for notices. */
export function recoveryPages(services: AccountServices): Router {
  const { store, accountMail, recovery, record } = services
  const router = Router()
  router.get(place, (req, res) => showRecovery(services, res, { done: noticeOf(notices, req.query.done) }))
  router.post(`${place}/begin`, async (req, res) => {
    const { id } = accountOf(res)
    const error = await faultOf(async () => {
      const address = accountMail.mailer?.outsideAddress(formOf(res).text('address'))
      if (address === undefined) {
        throw invalidArgument('address', 'must be a mail address that is not on this server, such as ada@example.org')
      }
      await provePassword(services, req, res)
      refuseBeyond(await services.mailedCodes.take(id))
      await accountMail.inform(id, {
        title: 'New recovery address',
        text: `Somebody entered ${address} as the new recovery address of your account. If this was not you, change your password.`,
      })
      await store.write(async (tx) => {
        await recovery.begin(tx, id, address)
        await accountMail.sendCode(tx, id, address)
      })
    })
    return error ? showRecovery(services, res, { error }) : res.redirect(303, `${place}?done=sent`)
  })
  router.post(`${place}/confirm`, async (req, res) => {
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      await recovery.confirm(accountOf(res).id, formOf(res).text('mail_code'))
      await record(res, 'recovery_address_confirmed')
    })
    return error ? showRecovery(services, res, { error }) : res.redirect(303, `${place}?done=confirmed`)
  })
  router.post(`${place}/remove`, async (req, res) => {
    const { id } = accountOf(res)
    const error = await faultOf(async () => {
      await provePassword(services, req, res)
      await accountMail.inform(id, {
        title: 'Recovery address removed',
        text: 'Your account no longer has a recovery address. If this was not you, change your password.',
      })
      await recovery.remove(id)
      await record(res, 'recovery_address_removed')
    })
    return error ? showRecovery(services, res, { error }) : res.redirect(303, `${place}?done=removed`)
  })
  return router
}

interface Parts {
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
}

async function showRecovery(services: AccountServices, res: Response, { error, done }: Parts): Promise<void> {
  const { address, pending } = await services.recovery.of(accountOf(res).id)
  const { csrfToken } = visitorOf(res)
  const canSend = services.accountMail.mailer !== undefined
  const main = html`${notice(done)}${problem(error)}<p>If you forget your password, a link to set a new one can be sent to this address. Notices about your account are sent to it
too.</p>
${address !== undefined && html`<p>Your recovery address is <b>${address}</b>.</p>\n`}${
  pending !== undefined && pendingParts(csrfToken, pending, error)
}${!canSend && html`<p class="note">This server cannot send mail, so only an administrator can reset your password.</p>\n`}${
  (canSend || address !== undefined) && addressForm(csrfToken, { canSend, canRemove: address !== undefined, error })
}<p><a href="${navigation}">Security</a></p>
`
  show(res, { title, place: navigation, main }, error)
}

function pendingParts(csrfToken: string, pending: string, error: ApiError | undefined): Html {
  return html`<h2>Confirm ${pending}</h2>
${form(
  `${place}/confirm`,
  csrfToken,
  html`${textField({
    label: 'Code',
    name: 'mail_code',
    hint: 'The code is in the message that was sent to the address. It is valid for an hour.',
    error,
    input: {
      autocomplete: 'one-time-code',
      autocapitalize: 'none',
      spellcheck: 'false',
      required: true,
      maxlength: 40,
    },
  })}<button>Confirm the address</button>
`,
)}`
}

function addressForm(
  csrfToken: string,
  { canSend, canRemove, error }: { canSend: boolean; canRemove: boolean; error: ApiError | undefined },
): Html {
  const address = textField({
    label: 'Mail address',
    name: 'address',
    hint: 'It must not be a mailbox on this server, because you could not read that without your password.',
    error,
    input: { type: 'email', autocomplete: 'email', required: true, maxlength: 254 },
  })
  return html`<h2>${canSend ? 'Set the address' : 'Remove the address'}</h2>
${form(
  `${place}/begin`,
  csrfToken,
  html`${canSend && address}${presentPasswordField(error)}${canSend && html`<button>Send a code</button>\n`}${
    canRemove && html`<button class="second" formaction="${place}/remove" formnovalidate>Remove the address</button>\n`
  }`,
)}`
}
