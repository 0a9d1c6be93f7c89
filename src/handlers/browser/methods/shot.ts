import type { Page } from 'playwright-core'
import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { BrowserDeps } from '../index.ts'
import { viewport } from '../load-page.ts'
import { textOf, withPage } from '../with-page.ts'

const maxHeight = 16_384
const maxPngBytes = 32 * 1024 * 1024

export default (deps: BrowserDeps): Handler<'browser.shot'> =>
  async (args, ctx) => {
    const { clock, baseUrl, screenshots } = deps
    const shot = await withPage(deps, args, ctx, async ({ page, url, status }) => ({
      url,
      status,
      title: (await textOf(page)).title,
      ...(await screenshotOf(page, args.full)),
    }))
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

async function screenshotOf(page: Page, isFull: boolean) {
  const whole = isFull ? Number(await page.evaluate('document.documentElement.scrollHeight')) : viewport.height
  const wanted = Math.max(viewport.height, Number.isFinite(whole) ? Math.ceil(whole) : viewport.height)
  const height = Math.min(wanted, maxHeight)
  const png = await page.screenshot({
    type: 'png',
    fullPage: isFull,
    clip: { x: 0, y: 0, width: viewport.width, height },
    animations: 'disabled',
  })
  if (png.length > maxPngBytes) throw new ApiError('upstream_failed', 'The screenshot is larger than 32 MiB.')
  return { png, height, isTruncated: wanted > maxHeight }
}
