import { type Response, Router } from 'express'
import { html } from '#runtime/base/html.ts'
import { partOf, sendPublicPage } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import type { DailyPictures } from '../daily/daily-pictures.ts'
import { dailyImageOf } from '../results.ts'
import { dailyFigure, place } from './grid-page.ts'

const path = '/images'
/** How long a response may be cached, in seconds. */
const freshS = 300

/** `/images`: the picture of the day for everybody, and a link to the reader's own pictures. */
export function dailyPages(site: PublicSite, daily: DailyPictures): Omit<PublicPages, 'path'> {
  const routes = Router()
  routes.get(path, (_req, res) => showPicture(site, res, daily))
  return { title: 'Images', description: 'the picture of the day, and your own pictures', routes }
}

async function showPicture({ baseUrl, layout }: PublicSite, res: Response, daily: DailyPictures): Promise<void> {
  const asker = { subject: 'images.page', signal: new AbortController().signal }
  const part = await partOf(daily.ofDay(daily.today, asker), (row) => dailyFigure(dailyImageOf(row, baseUrl)))
  const main = html`<h1>Picture of the day</h1>
${part.markup}<p><a href="${place}">Your pictures</a>: upload, publish and delete them. This requires an account.</p>
`
  const description = 'The picture of the day, with a link to your own pictures.'
  sendPublicPage(res, layout({ title: 'Images - Onedoor', description, main }), { parts: [part], freshS })
}
