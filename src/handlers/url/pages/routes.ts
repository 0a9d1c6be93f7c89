import { type Request, type Response, Router } from 'express'
import { notice, problem } from '#doors/pages/account/fields.ts'
import { type AccountServices, faultOf } from '#doors/pages/account/services.ts'
import { show } from '#doors/pages/account/view.ts'
import { accountOf, formOf, visitorOf } from '#doors/pages/account/visitor.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { sendExport } from './export.ts'
import { argumentsOf, emptyFields, fieldsOf, type LinkFields, sentFields } from './link-form.ts'
import { linkPage } from './link-page.ts'
import { linksList, newLinkForm, pageSize, place } from './list-page.ts'
import { pageCalls } from './page-calls.ts'

const notices: Readonly<Record<string, string>> = {
  made: 'The link is made.',
  saved: 'The link is changed.',
  deleted: 'The link is deleted. Its short address leads nowhere from now on.',
}

const largestOffset = 1_000_000
const maxDays = 366
const pngSize = 1024

/** `/settings/links`: the short links of an account. What the pages show and do, the operations of the URL service do. */
export function linkPages(services: AccountServices): Router {
  const { baseUrl, profiles } = services
  const callFor = pageCalls(services)
  const router = Router()
  const prefix = () => `${baseUrl()}/u/`

  async function showLinks(
    req: Request,
    res: Response,
    sent: { fields: LinkFields; id: string; error?: ApiError | undefined } = { fields: emptyFields, id: '' },
  ) {
    const wish = { search: textOf(req.query.search), tag: textOf(req.query.tag), offset: offsetOf(req.query.offset) }
    const [{ timeZone }, listed] = await Promise.all([
      profiles.get(accountOf(res).id),
      callFor(res, 'url.list', { ...wish, limit: pageSize }),
    ])
    const error = sent.error && gathered(sent.error)
    const main = html`${notice(notices[textOf(req.query.done)])}${problem(error)}<p><a href="#new-link">New link</a></p>
${linksList(listed, wish, timeZone)}${newLinkForm(visitorOf(res).csrfToken, { ...sent, error, prefix: prefix() })}`
    show(res, { title: 'Links', place, main }, error?.status)
  }

  async function showLink(
    req: Request,
    res: Response,
    id: string,
    sent: { fields?: LinkFields; error?: ApiError | undefined } = {},
  ) {
    const days = daysOf(req.query.days)
    const [{ timeZone }, { url }, stats] = await Promise.all([
      profiles.get(accountOf(res).id),
      callFor(res, 'url.get', { id }),
      callFor(res, 'url.stats', { id, days }),
    ])
    const error = sent.error && gathered(sent.error)
    const fields = sent.fields ?? fieldsOf(url, timeZone)
    const { csrfToken } = visitorOf(res)
    const main = html`<p><a href="${place}">All links</a></p>
${notice(notices[textOf(req.query.done)])}${problem(error)}${linkPage({ link: url, stats }, { csrfToken, fields, timeZone, error })}`
    show(res, { title: url.title ?? url.id, place, main }, error?.status)
  }

  router.get(place, (req, res) => showLinks(req, res))

  router.post(place, async (req, res) => {
    const form = formOf(res)
    const fields = sentFields(form)
    const id = form.text('id').trim()
    let made = ''
    const error = await faultOf(async () => {
      const { timeZone } = await profiles.get(accountOf(res).id)
      made = (await callFor(res, 'url.create', { ...argumentsOf(fields, timeZone), id })).url.id
    })
    if (error) return showLinks(req, res, { fields, id, error })
    return res.redirect(303, `${place}/${made}?done=made`)
  })

  router.get(`${place}.:format`, async (req, res, next) => {
    const { format } = req.params
    if (format !== 'csv' && format !== 'json') return next()
    return sendExport(res, format, callFor, services.log)
  })

  router.get(`${place}/:id`, (req, res) => orMissing(res, () => showLink(req, res, req.params.id)))

  router.post(`${place}/:id`, async (req, res) => {
    const { id } = req.params
    const fields = sentFields(formOf(res))
    const error = await faultOf(async () => {
      const { timeZone } = await profiles.get(accountOf(res).id)
      await callFor(res, 'url.update', { ...argumentsOf(fields, timeZone), id })
    })
    if (error) return orMissing(res, () => showLink(req, res, id, { fields, error }))
    return res.redirect(303, `${place}/${encodeURIComponent(id)}?done=saved`)
  })

  router.post(`${place}/:id/delete`, (req, res) =>
    orMissing(res, async () => {
      await callFor(res, 'url.delete', { id: req.params.id })
      res.redirect(303, `${place}?done=deleted`)
    }),
  )

  router.get(`${place}/:id/qr.:format`, async (req, res, next) => {
    const { id, format } = req.params
    if (format !== 'svg' && format !== 'png') return next()
    return orMissing(res, async () => {
      const { content, contentType, encoding } = await callFor(res, 'url.qr', { id, format, size: pngSize })
      res.type(contentType).send(Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))
    })
  })

  return router
}

/** A link that there is not, or that is somebody else's, is a page that there is not. */
async function orMissing(res: Response, work: () => Promise<unknown>): Promise<void> {
  const error = await faultOf(work)
  if (!error) return
  if (error.code !== 'not_found' && error.code !== 'invalid_argument') throw error
  const main = html`<p>You have no such link. <a href="${place}">All links</a></p>\n`
  show(res, { title: 'No such link', place, main }, 404)
}

/** Faults stand at their fields, under the fields' own names; the sentence above them leads there. */
function gathered(error: ApiError): ApiError {
  if (error.code === 'conflict') {
    const details = [{ path: 'id', message: 'is taken; choose another' }]
    return new ApiError('conflict', 'Another link has this name, or had it once.', { details })
  }
  if (!error.details) return error
  return new ApiError(error.code, 'See what is said below the fields.', { details: error.details })
}

/** A value of the address that is a text; a list of them is nothing that a form of ours sends. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function offsetOf(value: unknown): number {
  const text = textOf(value)
  return /^\d{1,7}$/.test(text) ? Math.min(Number(text), largestOffset) : 0
}

function daysOf(value: unknown): number {
  const text = textOf(value)
  return /^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text), maxDays) : 30
}
