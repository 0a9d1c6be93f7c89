import { type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf, fieldFault } from '#runtime/calls/site.ts'
import { form, problem, textField } from '../kit/fields.ts'
import type { AccountServices } from './services.ts'
import { sayWhenToRetry } from './signing.ts'
import { show } from './view.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/data'

/** `/settings/data`: everything an account owns, to take along or to delete. */
export function dataPages(services: AccountServices): Router {
  const { accounts, archive, credentials, log } = services
  const router = Router()

  function showData(res: Response, error?: ApiError) {
    const { username } = accountOf(res)
    const { csrfToken } = visitorOf(res)
    const main = html`${problem(error)}<h2>Export</h2>
<p>Everything the account owns as one zip archive of JSON files. What is secret stays out of it: passwords, tokens, keys.</p>
${form('/settings/export', csrfToken, html`<button>Export</button>\n`)}<h2>Delete the account</h2>
<p>Deletes <b>${username}</b> with everything it owns: records, tokens, credits. It cannot be undone, and what was published
is gone as well.</p>
${form(
  '/settings/delete',
  csrfToken,
  html`${textField({
    label: 'Password',
    name: 'password',
    hint: 'To make sure that it is you.',
    error,
    input: { type: 'password', autocomplete: 'current-password', required: true },
  })}<button class="danger">Delete the account for good</button>
`,
)}`
    show(res, { title: 'Your data', place, main }, error?.status)
  }

  router.get(place, (_req, res) => showData(res))

  router.post('/settings/export', async (_req, res) => {
    const { id, username } = accountOf(res)
    const stream = archive.of(id)
    res.attachment(`onedoor-${username}.zip`)
    stream.on('error', (failure) => {
      log.error({ requestId: res.getHeader('X-Request-Id'), err: failure }, 'an export broke off')
      // The answer has begun: only a broken connection still tells that it is not whole.
      res.destroy()
    })
    res.on('close', () => stream.destroy())
    stream.pipe(res)
  })

  router.post('/settings/delete', async (req, res) => {
    const { id, username } = accountOf(res)
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      if (!(await credentials.isRight(id, formOf(res).text('password')))) {
        throw fieldFault('password', 'is not the right one', 'The password is not the right one. Nothing was deleted.')
      }
      await refuseLastAdministrator(id)
      await accounts.remove(username)
    })
    if (error) {
      sayWhenToRetry(res, error)
      return showData(res, error)
    }
    visitorOf(res).forget()
    return res.redirect(303, '/signin?done=deleted')
  })

  return router

  /** An instance with people but no administrator could be mended only from the command line. */
  async function refuseLastAdministrator(id: string): Promise<void> {
    const all = await accounts.list()
    if (all.length === 1 || all.some((account) => account.isAdmin && account.id !== id)) return
    if (!all.some((account) => account.isAdmin)) return
    throw new ApiError(
      'failed_precondition',
      'You are the only administrator, and there are other accounts: make another administrator first, with onedoor account create NAME --admin.',
    )
  }
}
