import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { once } from '#runtime/base/once.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import { formBounds } from '../raster/raster.ts'
import type { Image } from '../results.ts'
import { dailyFigure, pictureGrid, place, uploadForm } from './grid-page.ts'
import { deletionPage, picturePage } from './picture-page.ts'

const pageSize = 48
/** The argument is required and has to be base64; the bytes of the form replace it. */
const inForm = 'AAAA'

const notices: Readonly<Record<string, string>> = {
  stored: 'The picture was stored.',
  saved: 'The changes were saved.',
  public: 'The picture is public: anyone with its address can see it.',
  private: 'The picture is private. Copies may remain in caches for up to five minutes.',
  deleted: 'The picture was deleted.',
}

const readScript = once(() => readFile(join(import.meta.dirname, 'browser', 'picture.js')))

/** `/settings/images`: the pictures of an account. The pages only call operations of this family. */
export function imagePages(site: Site): Omit<FamilyPages, 'path'> {
  const routes = Router()
  routes.get('/images', (req, res) => showGrid(site, req, res))
  routes.post('/images', (req, res) => store(site, req, res))
  routes.get('/images/picture.js', async (_req, res) => {
    res.type('js').send(await readScript())
  })
  routes.get('/images/:id', (req, res) => showPicture(site, req, res, req.params.id))
  routes.post('/images/:id', (req, res) => edit(site, req, res, req.params.id))
  routes.post('/images/:id/share', (req, res) => share(site, res, req.params.id))
  routes.get('/images/:id/delete', (req, res) =>
    withOwn(site, res, req.params.id, async (image, visit) => {
      const main = deletionPage(site.controls, image, visit.csrfToken)
      visit.show({ title: 'Delete a picture', place, main })
    }),
  )
  routes.post('/images/:id/delete', (req, res) =>
    orMissing(site.visit(res), async () => {
      await site.visit(res).call('images.delete', { id: req.params.id })
      res.redirect(303, `${place}?done=deleted`)
    }),
  )
  return {
    title: 'Pictures',
    routes,
    uploads: [{ path: '/images', maxBytes: formBounds.maxBytes }],
  }
}

async function showGrid(site: Site, req: Request, res: Response, error?: ApiError): Promise<void> {
  const { controls } = site
  const visit = site.visit(res)
  const { done, cursor } = req.query
  const after = typeof cursor === 'string' && cursor !== '' ? cursor : undefined
  const args = { scope: 'mine', limit: pageSize, ...(after === undefined ? {} : { cursor: after }) } as const
  const [listed, ofDay] = await Promise.all([visit.call('images.list', args), pictureOfDay(visit)])
  const description = error ? visit.form.text('description') : ''
  const form = uploadForm(controls, visit.csrfToken, { maxBytes: formBounds.maxBytes, description, error })
  const main = html`${controls.notice(noticeOf(notices, done))}${controls.problem(error)}${form}${pictureGrid(
    listed,
    after === undefined,
  )}${ofDay && html`<h2>Picture of the day</h2>\n${dailyFigure(ofDay)}`}`
  visit.show({ title: 'Pictures', place, main, scripts: ['/upload.js', `${place}/picture.js`] }, error?.status)
}

/** Without it, the page is shown all the same. */
async function pictureOfDay(visit: Visit): Promise<Image | undefined> {
  let image: Image | undefined
  await faultOf(async () => {
    image = await visit.call('images.daily', {})
  })
  return image
}

async function store(site: Site, req: Request, res: Response): Promise<void> {
  const visit = site.visit(res)
  const description = visit.form.text('description').trim()
  const error = await faultOf(async () => {
    const { file } = visit
    if (!file) throw missingFile()
    await visit.call('images.upload', { data: inForm, ...(description && { description }) }, file.content)
  })
  if (error) return showGrid(site, req, res, error)
  return res.redirect(303, `${place}?done=stored`)
}

function showPicture(site: Site, req: Request, res: Response, id: string, error?: ApiError): Promise<void> {
  return withOwn(site, res, id, async (image, visit) => {
    const { controls } = site
    const shown = { timeZone: await visit.timeZone(), csrfToken: visit.csrfToken, error }
    const notice = controls.notice(noticeOf(notices, req.query.done))
    const main = html`${notice}${controls.problem(error)}${picturePage(controls, image, shown)}`
    visit.show({ title: image.title ?? 'Picture', place, main }, error?.status)
  })
}

async function edit(site: Site, req: Request, res: Response, id: string): Promise<void> {
  const visit = site.visit(res)
  const [title, description] = [visit.form.text('title').trim(), visit.form.text('description').trim()]
  const tags = visit.form
    .text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  let error: ApiError | undefined
  await orMissing(visit, async () => {
    error = await faultOf(() =>
      visit.call('images.update', { id, tags, ...(title && { title }), ...(description && { description }) }),
    )
    if (error?.code === 'not_found') throw error
    if (!error) res.redirect(303, `${place}/${id}?done=saved`)
  })
  if (error && error.code !== 'not_found') await showPicture(site, req, res, id, error)
}

function share(site: Site, res: Response, id: string): Promise<void> {
  const visit = site.visit(res)
  const isPublic = visit.form.text('public') === 'true'
  return orMissing(visit, async () => {
    await visit.call('images.share', { id, public: isPublic })
    res.redirect(303, `${place}/${id}?done=${isPublic ? 'public' : 'private'}`)
  })
}

/** Shows a page about one of the reader's own pictures. */
function withOwn(
  site: Site,
  res: Response,
  id: string,
  show: (image: Image, visit: Visit) => Promise<void>,
): Promise<void> {
  const visit = site.visit(res)
  return orMissing(visit, async () => {
    // Without a change, it returns the picture to its owner alone. images.get also returns published pictures of others.
    await show(await visit.call('images.update', { id }), visit)
  })
}

/** A picture that does not exist and another account's look the same. */
async function orMissing(visit: Visit, work: () => Promise<unknown>): Promise<void> {
  const error = await faultOf(work)
  if (!error) return
  if (error.code !== 'not_found' && error.code !== 'invalid_argument') throw error
  const main = html`<p>You have no such picture. <a href="${place}">All pictures</a></p>\n`
  visit.show({ title: 'No such picture', place, main }, 404)
}

function missingFile(): ApiError {
  const details = [{ path: 'data', message: 'must be chosen' }]
  return new ApiError('invalid_argument', 'Choose a picture first.', { details })
}
