import { Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import { creditsText } from '#runtime/money/amounts.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { AppsDeps } from '../index.ts'
import { type AppRow, priceOf, publicApps } from '../rows/apps.ts'
import { exampleSource, sdkMarkup, sdkPath, sdkTypes } from './sdk-page.ts'

const path = '/apps'
const pageSize = 50
const lastPage = 200
/** The apps of a page, and the first app of the next page if there is one. */
export const galleryQuery = (page: number) => publicApps({ limit: pageSize + 1, offset: (page - 1) * pageSize })
/** How long a response may be cached, in seconds. */
const freshS = 30

/** `/apps`: the public apps; and the guide for authors. */
export function galleryPages(site: PublicSite, { store, layout, transfers }: AppsDeps): Omit<PublicPages, 'path'> {
  const router = Router()
  router.get(sdkPath, (_req, res) => {
    const description = 'How to write small apps that this server hosts, and the methods they may call.'
    res.setHeader('Cache-Control', `public, max-age=${freshS}`)
    res
      .type('html')
      .send(layout({ title: 'Writing apps - Onedoor', description, main: sdkMarkup(site, transfers.isOn) }))
  })
  router.get(`${sdkPath}/:name.html`, async (req, res) => {
    const source = await exampleSource(String(req.params.name))
    if (source === undefined)
      throw new ApiError('unknown_method', `This example does not exist. See ${sdkPath} for the list of examples.`)
    res.setHeader('Cache-Control', `public, max-age=${freshS}`)
    // As text: the scripts of an app must not run on a page of the server.
    res.type('text/plain; charset=utf-8').send(source)
  })
  router.get(`${sdkPath}/onedoor.d.ts`, async (_req, res) => {
    res.setHeader('Cache-Control', `public, max-age=${freshS}`)
    res.setHeader('Content-Disposition', 'attachment; filename="onedoor.d.ts"')
    res.type('text/plain; charset=utf-8').send(await sdkTypes())
  })
  router.get(path, async (req, res) => {
    const asked = String(req.query.page)
    const page = /^[1-9]\d{0,2}$/.test(asked) ? Math.min(Number(asked), lastPage) : 1
    const rows = await store.all<AppRow>(galleryQuery(page))
    const description = 'Small tools that people on this server have made public.'
    res.setHeader('Cache-Control', `public, max-age=${freshS}`)
    res.type('html').send(layout({ title: 'Apps - Onedoor', description, main: gallery(rows, page, transfers.isOn) }))
  })
  return { title: 'Apps', description: 'small tools that people on this server have made public', routes: router }
}

function gallery(rows: readonly AppRow[], page: number, usesCredits: boolean): Html {
  const shown = rows.slice(0, pageSize)
  return html`<h1>Apps</h1>
<p>Small tools that people on this server have made public, newest first. <a href="/settings/apps">Your own apps</a>. <a href="${sdkPath}">How to write apps</a></p>
${
  shown.length === 0
    ? html`<p>Nobody has published an app yet.</p>\n`
    : html`<ol class="entries" role="list">
${shown.map((row) => entry(row, usesCredits))}</ol>\n`
}<nav class="pages" aria-label="Pages of apps">
${page > 1 && html`<a href="${path}?page=${page - 1}" rel="prev">Newer apps</a>\n`}${
  rows.length > pageSize && page < lastPage && html`<a href="${path}?page=${page + 1}" rel="next">Older apps</a>\n`
}</nav>
`
}

function entry(row: AppRow, usesCredits: boolean): Html {
  const price = usesCredits ? priceOf(row) : 0
  return html`<li>
<h2>${
    asBoolean(row.has_icon) && html`<img src="${path}/${row.slug}/icon.svg" alt="" width="24" height="24"> `
  }<a href="${path}/${row.slug}">${row.name}</a></h2>
<p class="note">${row.author}${price > 0 && `, ${creditsText(price)} for each opening`}</p>
${row.description !== row.name && html`<p>${row.description.slice(0, 300)}</p>\n`}</li>
`
}
