import type { Handler } from '#generated/server/handlers.ts'
import { findLink } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'
import { qrPng, qrSvg } from '../qr-code.ts'

export default ({ addresses }: UrlDeps): Handler<'url.qr'> =>
  async ({ format = 'svg', size = 512, margin = 4, errorCorrection = 'medium', ...named }, ctx) => {
    const shortURL = addresses.shortUrl((await findLink(named, addresses, ctx)).id)
    const options = { size, margin, errorCorrection }
    if (format === 'svg') {
      return { shortURL, contentType: 'image/svg+xml', encoding: 'text', content: await qrSvg(shortURL, options) }
    }
    const content = (await qrPng(shortURL, options)).toString('base64')
    return { shortURL, contentType: 'image/png', encoding: 'base64', content }
  }
