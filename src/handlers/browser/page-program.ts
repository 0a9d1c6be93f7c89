import type { Page } from 'playwright-core'
import { answerBrowserWork } from '#runtime/isolation/chromium/browser-work.ts'
import { evaluateIsolated } from '#runtime/isolation/chromium/isolated-world.ts'
import { loadPage, type PageRequest, viewport } from './load-page.ts'
import { maxHeight, maxPngBytes, maxTextLength, maxTitleLength } from './page-reading.ts'

/** What to do with a page: read its text, or take a picture of the visible part or of all of it. */
export type PageTask = 'read' | 'shoot' | 'shoot-all'

export interface PageJob extends PageRequest {
  readonly task: PageTask
}

function readTitleAndText(page: Page): Promise<object> {
  const title = `Reflect.get(Document.prototype, 'title', document).slice(0, ${maxTitleLength})`
  const text = `body === null ? '' : Reflect.get(HTMLElement.prototype, 'innerText', body).slice(0, ${maxTextLength})`
  return read(page, `{ title: ${title}, text: ${text} }`) as Promise<object>
}

/** Evaluates with `body`: elements with names can hide `document.body`, but not this. */
function read(page: Page, result: string): Promise<unknown> {
  const body = "Reflect.get(Document.prototype, 'body', document)"
  return evaluateIsolated(page, page.mainFrame(), `((body) => (${result}))(${body})`)
}

async function screenshotOf(page: Page, isFull: boolean) {
  const element = "Reflect.get(Document.prototype, 'documentElement', document)"
  const scroll = `Reflect.get(Element.prototype, 'scrollHeight', ${element})`
  const whole = isFull ? Number(await read(page, scroll)) : viewport.height
  const wanted = Math.max(viewport.height, Number.isFinite(whole) ? Math.ceil(whole) : viewport.height)
  const height = Math.min(wanted, maxHeight)
  const png = await page.screenshot({
    type: 'png',
    fullPage: isFull,
    clip: { x: 0, y: 0, width: viewport.width, height },
    animations: 'disabled',
  })
  if (png.length > maxPngBytes)
    throw Object.assign(new Error('the screenshot is too large'), { name: 'LargeScreenshot' })
  return { png, height, isTruncated: wanted > maxHeight }
}

/** Loads a page and reads it or takes a picture of it. */
answerBrowserWork<PageJob>((browser, job, proxy = '') =>
  loadPage(browser, job, proxy, async ({ page, ...loaded }) => ({
    ...loaded,
    ...(await readTitleAndText(page)),
    ...(job.task === 'read' ? {} : await screenshotOf(page, job.task === 'shoot-all')),
  })),
)
