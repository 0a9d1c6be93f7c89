import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { BrowserDeps } from '../index.ts'
import { viewport } from '../load-page.ts'
import { readPicture } from '../page-reading.ts'
import { withPage } from '../with-page.ts'

export default (deps: BrowserDeps): Handler<'browser.shot'> =>
  async (args, ctx) => {
    const { clock, baseUrl, screenshots } = deps
    const shot = readPicture(await withPage(deps, args, ctx, args.full ? 'shoot-all' : 'shoot'))
    const now = clock.now()
    const { path, expiresMs } = await screenshots.add(shot.png)
    return {
      url: `${baseUrl}${path}`,
      page_url: shot.url,
      ...(shot.title ? { title: shot.title } : {}),
      status: shot.status,
      width_px: viewport.width,
      height_px: shot.height,
      is_truncated: shot.isTruncated,
      expires: iso(expiresMs),
      as_of: iso(now),
    }
  }
