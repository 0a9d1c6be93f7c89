import { type Response, Router } from 'express'
import type { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, moment, notice, problem, textField } from '../kit/form-fields.ts'
import { zoneField } from './account-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { storedText } from './stored.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const notices: Readonly<Record<string, string>> = {
  welcome: 'Welcome. You are signed in. To call the services from a program, create a token.',
  saved: 'The profile was saved.',
}

/** `/settings`: the profile of an account. */
export function profilePages({ accounts, profiles, storedBy }: AccountServices): Router {
  const router = Router()

  async function showProfile(
    res: Response,
    parts: {
      sent?: { displayName: string; timeZone: string }
      error?: ApiError | undefined
      done?: string | undefined
    },
  ) {
    const account = accountOf(res)
    const { id, username } = account
    const [kept, { createdAtMs }, stored] = await Promise.all([profiles.get(id), accounts.get(username), storedBy(id)])
    const { displayName = '', timeZone } = parts.sent ?? kept
    const { error } = parts
    const main = html`${notice(parts.done)}${problem(error)}<dl>
<dt>Username</dt><dd>${username}${account.isAdmin && ', an administrator'}</dd>
<dt>Namespace</dt><dd>${account.namespace}${!account.isAdmin && account.isNamespaceAdmin && ', as its administrator'}</dd>
<dt>Account since</dt><dd>${moment(createdAtMs, kept.timeZone)}</dd>
<dt>Storage</dt><dd><a href="/settings/data">${storedText(stored)}</a></dd>
</dl>
${form(
  '/settings/profile',
  visitorOf(res).csrfToken,
  html`${textField({
    label: 'Display name',
    name: 'display_name',
    hint: 'Shown next to your username. Optional.',
    error,
    input: { value: displayName, autocomplete: 'name', maxlength: 60 },
  })}${zoneField({ chosen: timeZone, error })}<button>Save</button>
`,
)}`
    show(res, { title: 'Profile', place: '/settings', main }, error)
  }

  router.get('/settings', (req, res) => showProfile(res, { done: noticeOf(notices, req.query.done) }))

  router.post('/settings/profile', async (_req, res) => {
    const values = formOf(res)
    const sent = { displayName: values.text('display_name'), timeZone: values.text('time_zone') }
    const error = await faultOf(() => profiles.set(accountOf(res).id, sent))
    if (error) return showProfile(res, { sent, error })
    return res.redirect(303, '/settings?done=saved')
  })

  return router
}
