import { type Request, type Response, Router } from 'express'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, problem, textField } from '../kit/form-fields.ts'
import { exportPages, exportParts } from './export.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { setRetryAfter } from './signing-notices.ts'
import { storedParts } from './stored.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/data'

/** `/settings/data`: everything an account owns and its size, with export and deletion. */
export function dataPages(services: AccountServices): Router {
  const router = Router()
  router.get(place, (_req, res) => showData(services, res))
  router.use(exportPages(services, (res, error) => showData(services, res, error)))
  router.post('/settings/delete', (req, res) => deleteAccount(services, req, res))
  return router
}

async function showData(services: AccountServices, res: Response, error?: ApiError): Promise<void> {
  const { storedBy, exports, profiles } = services
  const { id, username } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const [stored, present, { timeZone }] = await Promise.all([storedBy(id), exports.of(id), profiles.get(id)])
  const main = html`${problem(error)}${storedParts(stored)}${exportParts(present, csrfToken, timeZone)}<h2>Delete the account</h2>
<p>Deletes <b>${username}</b> with everything it owns: records, tokens${visitorOf(res).usesCredits && ', credits'}. This cannot be undone, and also deletes
everything it published. The server's audit log keeps the username and its actions for a while.</p>
${form(
  '/settings/delete',
  csrfToken,
  html`${textField({
    label: 'Password',
    name: 'password',
    hint: 'To confirm that it is you.',
    error,
    input: { type: 'password', autocomplete: 'current-password', required: true },
  })}<button class="danger">Delete the account permanently</button>
`,
)}`
  show(res, { title: 'Your data', place, main }, error?.status)
}

async function deleteAccount(services: AccountServices, req: Request, res: Response): Promise<void> {
  const { accounts, credentials } = services
  const { id, username } = accountOf(res)
  const error = await faultOf(async () => {
    await services.countAttempt(req)
    if (!(await credentials.isRight(id, formOf(res).text('password')))) {
      await services.record(res, 'password_refused', { detail: 'deletion' })
      throw invalidArgument('password', 'is wrong', 'The password is wrong. Nothing was deleted.')
    }
    await refuseLastAdministrator(accounts, id)
    await accounts.remove(username)
    await services.record(res, 'account_deleted', { subject: username })
  })
  if (error) {
    setRetryAfter(res, error)
    return showData(services, res, error)
  }
  visitorOf(res).forget()
  return res.redirect(303, '/signin?done=deleted')
}

/** Without an administrator, a server with other accounts could be repaired only from the command line. */
async function refuseLastAdministrator(accounts: AccountServices['accounts'], id: string): Promise<void> {
  const all = await accounts.list()
  if (all.length === 1 || all.some((account) => account.isAdmin && account.id !== id)) return
  if (!all.some((account) => account.isAdmin)) return
  throw new ApiError(
    'failed_precondition',
    'You are the only administrator, and other accounts exist: create another administrator first, with onedoor account create NAME --admin.',
  )
}
