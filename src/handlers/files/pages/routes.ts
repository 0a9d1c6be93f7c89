import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import { maxFileBytes } from '../file-content.ts'
import { deletionPage, filesList, place, uploadForm } from './list-page.ts'

const notices: Readonly<Record<string, string>> = {
  stored: 'The file was stored.',
  public: 'The file is public. Anyone who has its address can read it.',
  private: 'The file is private. Copies may stay in caches for up to five minutes.',
  deleted: 'The file was deleted.',
}

/** `/settings/files`: the files of an account. The pages only call operations of this family. */
export function filePages(site: Site): Omit<FamilyPages, 'path'> {
  const routes = Router()
  routes.get('/files', (req, res) => showFiles(site, req, res))
  routes.post('/files', (req, res) => store(site, req, res))
  routes.post('/files/:id/share', (req, res) => share(site, res, req.params.id))
  routes.get('/files/:id/delete', (req, res) => askBeforeDeletion(site, res, req.params.id))
  routes.post('/files/:id/delete', (req, res) =>
    orMissing(site.visit(res), async () => {
      await site.visit(res).call('files.delete', { id: req.params.id })
      res.redirect(303, `${place}?done=deleted`)
    }),
  )
  return { title: 'Files', routes, uploads: [{ path: '/files', maxBytes: maxFileBytes }] }
}

async function showFiles(site: Site, req: Request, res: Response, error?: ApiError): Promise<void> {
  const { controls } = site
  const visit = site.visit(res)
  const [timeZone, listed] = await Promise.all([visit.timeZone(), visit.call('files.list', {})])
  const { done, page } = req.query
  const main = html`${controls.notice(noticeOf(notices, done))}${controls.problem(error)}${uploadForm(
    controls,
    visit.csrfToken,
    maxFileBytes,
    error,
  )}${filesList(controls, listed, { timeZone, csrfToken: visit.csrfToken, page: pageOf(page) })}`
  visit.show({ title: 'Files', place, main, scripts: ['/upload.js'] }, error?.status)
}

async function store(site: Site, req: Request, res: Response): Promise<void> {
  const visit = site.visit(res)
  const error = await faultOf(async () => {
    const { file } = visit
    if (!file) throw missingFile()
    await visit.call('files.put', { name: file.name, content: '' }, file.content)
  })
  if (error) return showFiles(site, req, res, error)
  return res.redirect(303, `${place}?done=stored`)
}

function share(site: Site, res: Response, id: string): Promise<void> {
  const visit = site.visit(res)
  const isPublic = visit.form.text('public') === 'true'
  return orMissing(visit, async () => {
    await visit.call('files.share', { id, public: isPublic })
    res.redirect(303, `${place}?done=${isPublic ? 'public' : 'private'}`)
  })
}

function askBeforeDeletion(site: Site, res: Response, id: string): Promise<void> {
  const visit = site.visit(res)
  return orMissing(visit, async () => {
    const { items } = await visit.call('files.list', {})
    const file = items.find((each) => each.id === id)
    if (!file) throw new ApiError('not_found', 'You have no such file.')
    const main = deletionPage(site.controls, file, visit.csrfToken)
    visit.show({ title: 'Delete a file', place, main })
  })
}

/** A file that does not exist and another account's file look the same. */
async function orMissing(visit: Visit, work: () => Promise<unknown>): Promise<void> {
  const error = await faultOf(work)
  if (!error) return
  if (error.code !== 'not_found' && error.code !== 'invalid_argument') throw error
  const main = html`<p>You have no such file. <a href="${place}">All files</a></p>\n`
  visit.show({ title: 'No such file', place, main }, 404)
}

function missingFile(): ApiError {
  const details = [{ path: 'file', message: 'must be chosen' }]
  return new ApiError('invalid_argument', 'Choose a file first.', { details })
}

function pageOf(value: unknown): number {
  return typeof value === 'string' && /^[1-9]\d{0,2}$/.test(value) ? Number(value) : 1
}
