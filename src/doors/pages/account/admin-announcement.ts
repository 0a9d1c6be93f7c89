import { type Response, Router } from 'express'
import type { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { buttonForm, form, moment, notice, problem, textField } from '../kit/form-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/admin/announcement'

const notices: Readonly<Record<string, string>> = {
  set: 'The announcement is shown from the next page on.',
  removed: 'The announcement was removed.',
}

/** `/admin/announcement`: a text on the pages of everyone who is signed in. */
export function adminAnnouncementPages(services: AccountServices): Router {
  const { announcement, record } = services
  const router = Router()
  router.get(place, (req, res) => showForm(services, res, { done: noticeOf(notices, req.query.done) }))
  router.post(place, async (_req, res) => {
    const values = formOf(res)
    const error = await faultOf(async () => {
      await announcement.set(values.text('text'), Number(values.text('days')))
      await record(res, 'announcement_set', { detail: values.text('text') })
    })
    return error ? showForm(services, res, { error }) : res.redirect(303, `${place}?done=set`)
  })
  router.post(`${place}/remove`, async (_req, res) => {
    await announcement.remove()
    await record(res, 'announcement_removed')
    res.redirect(303, `${place}?done=removed`)
  })
  return router
}

interface Parts {
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
}

async function showForm({ announcement, profiles }: AccountServices, res: Response, { error, done }: Parts) {
  const [{ timeZone }, current] = await Promise.all([profiles.get(accountOf(res).id), announcement.get()])
  const { csrfToken } = visitorOf(res)
  const typed = error && formOf(res)
  const main = html`<p><a href="/admin">Administration</a></p>
${notice(done)}${problem(error)}${
  current &&
  html`<p>The current announcement is shown until ${moment(current.untilMs, timeZone)}.</p>\n${buttonForm(`${place}/remove`, csrfToken, ['announcement', 'current'], 'Remove')}`
}${form(
  place,
  csrfToken,
  html`${textField({
    label: 'Text',
    name: 'text',
    hint: 'Everyone who is signed in sees it on each page.',
    error,
    input: { value: typed?.text('text') ?? current?.text, required: true, maxlength: 500 },
  })}${textField({
    label: 'Days',
    name: 'days',
    hint: 'How long it is shown.',
    error,
    input: { value: typed?.text('days') ?? '7', inputmode: 'numeric', required: true },
  })}<button>Announce</button>
`,
)}`
  show(res, { title: 'Announcement', main }, error)
}
