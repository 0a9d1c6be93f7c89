import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, faultOf, type SentFile, type Site, type Visit } from '#runtime/kit/site.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { maxHtmlBytes } from '../app-arguments.ts'
import { checkCalls, faultLines } from '../check/callable.ts'
import type { AppsDeps } from '../index.ts'
import * as rows from '../rows/apps.ts'
import { grantsOf } from '../rows/grants.ts'
import { changeApp, contentOf } from '../save-app.ts'
import {
  type AppFields,
  appParts,
  deletionPage,
  emptyFields,
  newAppForm,
  ownApps,
  place,
  sourceFaults,
  versionsList,
} from './app-forms.ts'
import { BuildPages } from './build-pages.ts'
import { ViewerPages } from './viewer-pages.ts'

/** A file, and a text whose line ends may double its size. */
const maxFormBytes = 3 * maxHtmlBytes

const notices: Readonly<Record<string, string>> = {
  created: 'The app was saved.',
  saved: 'The app was changed.',
  restored: 'The version was restored.',
  deleted: 'The app was deleted.',
  withdrawn: 'The app can no longer make calls on your behalf.',
}

/** `/settings/apps`: the apps of an account, and the grants it has given to apps. */
export function ownAppPages(site: Site, deps: AppsDeps): Omit<FamilyPages, 'path'> {
  const pages = new OwnAppPages(site, deps)
  const viewers = new ViewerPages(site, deps)
  const routes = Router()
  const guarded = (work: (req: Request, res: Response, id: string) => Promise<void>) => (req: Request, res: Response) =>
    orMissing(site.visit(res), () => work(req, res, String(req.params.id)))
  routes.get('/apps', (req, res) => pages.list(req, res))
  addBuildPages(routes, site, deps)
  routes.post('/apps', (req, res) => pages.create(req, res))
  routes.post('/apps/source', (req, res) => orMissing(site.visit(res), () => pages.edit(req, res)))
  routes.get(
    '/apps/:id',
    guarded((req, res, id) => pages.show(req, res, id)),
  )
  routes.get(
    '/apps/:id/source',
    guarded((_req, res, id) => pages.source(res, id)),
  )
  routes.post(
    '/apps/:id/public',
    guarded((_req, res, id) => pages.publish(res, id)),
  )
  routes.post(
    '/apps/:id/restore',
    guarded((_req, res, id) => pages.restore(res, id)),
  )
  routes.get(
    '/apps/:id/delete',
    guarded((_req, res, id) => pages.confirmDeletion(res, id)),
  )
  routes.post(
    '/apps/:id/delete',
    guarded((_req, res, id) => pages.remove(res, id)),
  )
  routes.get(
    '/apps/:id/allow',
    guarded((req, res, id) => viewers.ask(req, res, id)),
  )
  routes.post(
    '/apps/:id/allow',
    guarded((_req, res, id) => viewers.allow(res, id)),
  )
  routes.get(
    '/apps/:id/open',
    guarded((_req, res, id) => viewers.offer(res, id)),
  )
  routes.post(
    '/apps/:id/open',
    guarded((_req, res, id) => viewers.pay(res, id)),
  )
  const uploads = ['/apps', '/apps/source'].map((path) => ({
    path: path as '/apps',
    maxBytes: maxFormBytes,
    maxFieldBytes: 2 * maxHtmlBytes,
  }))
  return { title: 'Apps', routes, uploads }
}

function addBuildPages(routes: Router, site: Site, deps: AppsDeps): void {
  const pages = new BuildPages(site, deps)
  routes.get('/apps/new', (req, res) => pages.form(req, res))
  routes.post('/apps/new', (_req, res) => pages.begin(res))
  routes.get('/apps/builds/:id', (req, res) => orMissing(site.visit(res), () => pages.show(res, String(req.params.id))))
}

class OwnAppPages {
  readonly #site: Site
  readonly #deps: AppsDeps

  constructor(site: Site, deps: AppsDeps) {
    this.#site = site
    this.#deps = deps
  }

  async list(req: Request, res: Response, rejected?: { fields: AppFields; error: ApiError }): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const [timeZone, { items }, granted] = await Promise.all([
      visit.timeZone(),
      visit.call('apps.collection', {}),
      grantsOf(this.#deps.store, visit.accountId),
    ])
    const error = rejected?.error
    const { csrfToken } = visit
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(error)}${ownApps(
      controls,
      items,
      granted,
      {
        timeZone,
        csrfToken,
      },
    )}${newAppForm(controls, csrfToken, rejected?.fields ?? emptyFields, error)}`
    visit.show({ title: 'Apps', place, main }, error?.status)
  }

  async create(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const fields = fieldsOf(visit)
    let next = ''
    const error = await faultOf(async () => {
      const source = (await sourceOf(visit.file)) ?? fields.source
      if (source.trim() === '') throw missingSource()
      const isPublic = visit.form.has('public')
      const args = { ...argumentsOf(fields), name: fields.name, html: source, public: isPublic }
      const app = await visit.call('apps.create', { ...args, ...(fields.slug === '' ? {} : { slug: fields.slug }) })
      // Its page shows the faults of the source.
      next = `${place}/${app.id}`
    })
    if (error) return this.list(req, res, { fields, error })
    return res.redirect(303, `${next}?done=created`)
  }

  async show(
    req: Request,
    res: Response,
    id: string,
    rejected?: { fields: AppFields; error: ApiError },
  ): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const app = await this.#own(visit, id)
    const [timeZone, faults, versions] = await Promise.all([
      visit.timeZone(),
      this.#faultsIn(visit, app.html),
      this.#deps.store.all<rows.ListedVersion>(rows.versions({ app: id, owner: visit.accountId })),
    ])
    const { csrfToken } = visit
    const error = rejected?.error
    const main = html`<p><a href="${place}">All apps</a></p>
${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(error)}${sourceFaults(faults)}${appParts(
  controls,
  app,
  csrfToken,
  {
    fields: rejected?.fields,
    error,
  },
)}${versionsList(controls, versions, { app, timeZone, csrfToken })}`
    visit.show({ title: app.name, place, main }, error?.status)
  }

  async edit(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const id = visit.form.text('id')
    const { slug, html: current } = await this.#own(visit, id)
    const fields = fieldsOf(visit)
    const error = await faultOf(async () => {
      const source = (await sourceOf(visit.file)) ?? fields.source
      const isSame = source.trim() === '' || source === withPlainLines(current)
      const args = { ...argumentsOf(fields), slug, ...(isSame ? {} : { html: source }) }
      await visit.call('apps.edit', { ...args, ...(fields.name === '' ? {} : { name: fields.name }) })
    })
    if (error) return this.show(req, res, id, { fields, error })
    return res.redirect(303, `${place}/${id}?done=saved`)
  }

  async source(res: Response, id: string): Promise<void> {
    const { slug, html: source } = await this.#own(this.#site.visit(res), id)
    res.setHeader('Content-Disposition', `attachment; filename="${slug}.html"`)
    res.type('text/plain').send(source)
  }

  async publish(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const isPublic = visit.form.text('public') === 'true'
    await this.#own(visit, id)
    if (isPublic) await this.#publishes(visit)
    await this.#deps.store.run(rows.setPublic({ id, owner: visit.accountId, public: isPublic }))
    res.redirect(303, `${place}/${id}?done=saved`)
  }

  async restore(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const owner = visit.accountId
    const number = Number(visit.form.text('number'))
    if (rows.isPublic(await this.#own(visit, id))) await this.#publishes(visit)
    await this.#deps.store.write(async (tx) => {
      const app = await tx.get<rows.WholeAppRow>(rows.ownedById({ id, owner }))
      const version = Number.isInteger(number)
        ? await tx.get<rows.VersionRow>(rows.version({ app: id, owner, number }))
        : undefined
      if (!app || !version) throw noSuchApp()
      await changeApp(tx, app, { content: contentOf(version), price: rows.priceOf(app), now: this.#deps.clock.now() })
    })
    res.redirect(303, `${place}/${id}?done=restored`)
  }

  async confirmDeletion(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const main = deletionPage(this.#site.controls, await this.#own(visit, id), visit.csrfToken)
    visit.show({ title: 'Delete an app', place, main })
  }

  async remove(res: Response, id: string): Promise<void> {
    const { changes } = await this.#deps.store.run(rows.remove({ id, owner: this.#site.visit(res).accountId }))
    if (changes === 0) throw noSuchApp()
    res.redirect(303, `${place}?done=deleted`)
  }

  /** @throws ApiError rate_limited */
  async #publishes({ accountId }: Visit): Promise<void> {
    refuseBeyond(await this.#deps.limits.ofPublicWrites(accountId))
  }

  /** The faults of a source that are found without running it; none if too many sources are being checked. */
  async #faultsIn({ accountId }: Visit, source: string): Promise<string[]> {
    const report = await this.#deps.checker.source(accountId, source).catch((failure) => {
      if (failure instanceof ApiError) return { issues: [], calls: [] }
      throw failure
    })
    return faultLines(report.issues, checkCalls(report.calls))
  }

  async #own({ accountId }: Visit, id: string): Promise<rows.WholeAppRow> {
    const app = await this.#deps.store.get<rows.WholeAppRow>(rows.ownedById({ id, owner: accountId }))
    if (!app) throw noSuchApp()
    return { ...app, public: asBoolean(app.public) }
  }
}

function noSuchApp(): ApiError {
  return new ApiError('not_found', 'You have no such app.')
}

function fieldsOf({ form }: Visit): AppFields {
  const of = (name: string) => form.text(name).trim()
  return {
    name: of('name'),
    slug: of('slug'),
    description: of('description'),
    tags: of('tags'),
    price: of('price'),
    icon: withPlainLines(of('icon')),
    source: withPlainLines(form.text('source')),
  }
}

/** Browsers end the lines of a form with two characters. */
function withPlainLines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** The arguments that the forms of new and existing apps share. Empty fields are omitted. */
function argumentsOf({ description, tags, price, icon }: AppFields) {
  return {
    ...(description === '' ? {} : { description }),
    ...(tags === '' ? {} : { tags }),
    ...(price === '' ? {} : { price: Number(price) }),
    ...(icon === '' ? {} : { icon }),
  }
}

async function sourceOf(file: SentFile | undefined): Promise<string | undefined> {
  if (!file) return undefined
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of file.content) {
    bytes += piece.length
    if (bytes <= maxHtmlBytes) pieces.push(piece)
  }
  if (bytes > maxHtmlBytes) throw tooLarge()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch (cause) {
    const details = [{ path: 'html', message: 'must be text in UTF-8' }]
    throw new ApiError('invalid_argument', 'The source must be UTF-8 text.', { details, cause })
  }
}

function tooLarge(): ApiError {
  const details = [{ path: 'html', message: 'must have at most 262,144 bytes' }]
  return new ApiError('invalid_argument', 'The source can be at most 262,144 bytes.', { details })
}

function missingSource(): ApiError {
  const details = [{ path: 'html', message: 'is missing' }]
  return new ApiError('invalid_argument', 'Enter the source, or choose a file.', { details })
}

/** Shows the same page for an app that does not exist and for another account's. */
async function orMissing(visit: Visit, work: () => Promise<unknown>): Promise<void> {
  const error = await faultOf(work)
  if (!error) return
  if (error.code !== 'not_found') throw error
  visit.show(
    { title: 'No such app', place, main: html`<p>${error.message} <a href="${place}">All apps</a></p>\n` },
    404,
  )
}
