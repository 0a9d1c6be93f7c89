import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import { argumentsOf, emptyFields, fieldsOf, type LinkFields, sentFields } from './link-form.ts'
import { deletionPage, linkPage } from './link-page.ts'
import { linksList, newLinkForm, pageSize, place } from './list-page.ts'
import { sendExport } from './send-export.ts'

const notices: Readonly<Record<string, string>> = {
  made: 'The link was created.',
  saved: 'The link was saved.',
  deleted: 'The link was deleted. Its short address no longer works.',
}

const maxOffset = 100_000
const maxDays = 366
const pngSize = 1024

/** `/settings/links`: the short links of an account. The pages do everything by calling operations of this family. */
export function linkPages(site: Site): Omit<FamilyPages, 'path'> {
  const pages = new LinkPages(site)
  const routes = Router()
  routes.get('/links', (req, res) => pages.showLinks(req, res))
  routes.post('/links', (req, res) => pages.create(req, res))
  routes.get('/links.:format', async (req, res, next) => {
    const { format } = req.params
    if (format !== 'csv' && format !== 'json') return next()
    return sendExport(res, format, site.visit(res).call, site.log)
  })
  routes.get('/links/:id', (req, res) =>
    orMissing(site.visit(res), () => pages.showLink(req, res, { id: req.params.id })),
  )
  routes.post('/links/:id', (req, res) => pages.change(req, res, req.params.id))
  routes.get('/links/:id/delete', (req, res) =>
    orMissing(site.visit(res), () => pages.confirmDeletion(res, req.params.id)),
  )
  routes.post('/links/:id/delete', (req, res) =>
    orMissing(site.visit(res), async () => {
      await site.visit(res).call('url.delete', { id: req.params.id })
      res.redirect(303, `${place}?done=deleted`)
    }),
  )
  routes.get('/links/:id/qr.:format', async (req, res, next) => {
    const { id, format } = req.params
    if (format !== 'svg' && format !== 'png') return next()
    return orMissing(site.visit(res), () => sendQrCode(res, site.visit(res), id, format))
  })
  return { title: 'Links', routes }
}

/** A form that was rejected: its fields, and why. */
interface Rejected {
  readonly fields: LinkFields
  readonly error: ApiError
}

class LinkPages {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  async showLinks(req: Request, res: Response, rejected?: Rejected & { readonly id: string }): Promise<void> {
    const { baseUrl, controls } = this.#site
    const visit = this.#site.visit(res)
    const { query } = req
    const selection = { search: textOf(query.search), tag: textOf(query.tag), offset: offsetOf(query.offset) }
    const [timeZone, listed] = await Promise.all([
      visit.timeZone(),
      visit.call('url.list', { ...selection, limit: pageSize }),
    ])
    const error = rejected && fieldErrorsOf(rejected.error)
    const { fields, id } = rejected ?? { fields: emptyFields, id: '' }
    const form = newLinkForm(controls, visit.csrfToken, { fields, id, error, prefix: `${baseUrl}/u/` })
    const main = html`${controls.notice(noticeOf(notices, query.done))}${controls.problem(error)}<p><a href="#new-link">New link</a></p>
${linksList(controls, listed, selection, timeZone)}${form}`
    visit.show({ title: 'Links', place, main }, error?.status)
  }

  async showLink(req: Request, res: Response, { id, rejected }: { id: string; rejected?: Rejected }): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const [timeZone, { url }, stats] = await Promise.all([
      visit.timeZone(),
      visit.call('url.get', { id }),
      visit.call('url.stats', { id, days: daysOf(req.query.days) }),
    ])
    const error = rejected && fieldErrorsOf(rejected.error)
    const fields = rejected?.fields ?? fieldsOf(url, timeZone)
    const shown = { csrfToken: visit.csrfToken, fields, timeZone, error }
    const main = html`<p><a href="${place}">All links</a></p>
${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(error)}${linkPage(controls, { link: url, stats }, shown)}`
    visit.show({ title: url.title ?? url.id, place, main }, error?.status)
  }

  async confirmDeletion(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const { url } = await visit.call('url.get', { id })
    const main = deletionPage(this.#site.controls, url, visit.csrfToken)
    visit.show({ title: 'Delete a link', place, main })
  }

  async create(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const fields = sentFields(visit.form)
    const id = visit.form.text('id').trim()
    let created = ''
    const error = await faultOf(async () => {
      const args = argumentsOf(fields, await visit.timeZone())
      created = (await visit.call('url.create', { ...args, id })).url.id
    })
    if (error) return this.showLinks(req, res, { fields, id, error })
    return res.redirect(303, `${place}/${created}?done=made`)
  }

  async change(req: Request, res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const fields = sentFields(visit.form)
    const error = await faultOf(async () => {
      await visit.call('url.update', { ...argumentsOf(fields, await visit.timeZone()), id })
    })
    if (error) return orMissing(visit, () => this.showLink(req, res, { id, rejected: { fields, error } }))
    return res.redirect(303, `${place}/${encodeURIComponent(id)}?done=saved`)
  }
}

async function sendQrCode(res: Response, visit: Visit, id: string, format: 'svg' | 'png'): Promise<void> {
  const { content, contentType, encoding } = await visit.call('url.qr', { id, format, size: pngSize })
  res.type(contentType).send(Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))
}

/** A link that does not exist and another account's link look the same. */
async function orMissing(visit: Visit, work: () => Promise<unknown>): Promise<void> {
  const error = await faultOf(work)
  if (!error) return
  if (error.code !== 'not_found' && error.code !== 'invalid_argument') throw error
  const main = html`<p>You have no such link. <a href="${place}">All links</a></p>\n`
  visit.show({ title: 'No such link', place, main }, 404)
}

/** Errors by the names of the form's fields, which show them; the sentence above the form refers to the fields. */
function fieldErrorsOf(error: ApiError): ApiError {
  if (error.code === 'conflict') {
    const details = [{ path: 'id', message: 'is taken; choose another' }]
    return new ApiError('conflict', 'Another link uses or once used this name.', { details })
  }
  if (!error.details) return error
  return new ApiError(error.code, 'See the messages below the fields.', { details: error.details })
}

/** A value of the query. Forms of this server send each name once. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function offsetOf(value: unknown): number {
  const text = textOf(value)
  return /^\d{1,7}$/.test(text) ? Math.min(Number(text), maxOffset) : 0
}

function daysOf(value: unknown): number {
  const text = textOf(value)
  return /^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text), maxDays) : 30
}
