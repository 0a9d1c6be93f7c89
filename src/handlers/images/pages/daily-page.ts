import { type Response, Router } from 'express'
import { attributes, html } from '#runtime/base/html.ts'
import { partOf, sendPublicPage } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import type { Daily } from '../daily/daily-pictures.ts'
import { dailyImageOf } from '../results.ts'
import { addressOf, altOf, place } from './grid-page.ts'

const path = '/images'
/** For how long a copy of the page will do, in seconds. */
const freshS = 300

/** `/images`: the picture of the day for everybody, and the way to one's own. */
export function imageEntrance(site: PublicSite, daily: Daily): PublicPages {
  const routes = Router()
  routes.get(path, (_req, res) => showEntrance(site, res, daily))
  return { path, title: 'Images', description: 'the picture of the day, and your own pictures', routes }
}

async function showEntrance({ baseUrl, layout }: PublicSite, res: Response, daily: Daily): Promise<void> {
  const asker = { subject: 'images.page', signal: new AbortController().signal }
  const part = await partOf(daily.of(undefined, asker), (row) => {
    const image = dailyImageOf(row, baseUrl)
    const { width_px: width, height_px: height } = image
    return html`<figure class="picture-of-day">
<a href="${addressOf(image, 'full')}"><img${attributes({ src: addressOf(image, '1024'), alt: altOf(image), width, height })}></a>
<figcaption class="caption">${image.title}, <time datetime="${image.day}">${image.day}</time></figcaption>
</figure>
`
  })
  const main = html`<h1>Picture of the day</h1>
${part.markup}<p><a href="${place}">Your pictures</a>: upload, publish and delete them. You need an account.</p>
`
  const description = 'The picture of the day, and the way to your own pictures.'
  sendPublicPage(res, layout({ title: 'Images - Onedoor', description, main }), { parts: [part], freshS })
}
