import type { Browser, BrowserContext } from 'playwright-core'

const closeMs = 5000

/** Closes a context. If a page keeps its process busy, the browser ends instead, and the next use starts another. */
export async function closeContext(browser: Browser, context: BrowserContext | undefined): Promise<void> {
  if (!context) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), closeMs)
  })
  const closed = context.close().then(
    () => 'closed' as const,
    () => 'closed' as const,
  )
  if ((await Promise.race([closed, late])) === 'late') await browser.close().catch(() => undefined)
  clearTimeout(timer)
}
