import { expect } from 'vitest'
import type { TestVisitor } from './visitor.ts'

/** Where a server is: all its addresses begin with both. */
interface Place {
  readonly origin: string
  /** A path without a slash at its end. */
  readonly base: string
}

/** The addresses in a page that a browser requests or opens. */
const addressesIn = (html: string) =>
  [...html.matchAll(/\s(href|src|action|formaction|poster)="([^"]*)"/g)].map(([, name = '', address = '']) => ({
    address: address.replaceAll('&amp;', '&'),
    opens: !name.endsWith('action'),
  }))

/**
 * Opens all pages that links lead to.
 *
 * @param start paths
 * @param maxPages where to stop
 * @returns the status and the text of what was opened, by path, and addresses that leave the server
 */
export async function crawl(
  visitor: TestVisitor,
  { origin, base }: Place,
  start: readonly string[],
  maxPages = Number.POSITIVE_INFINITY,
) {
  const outside: string[] = []
  const opened = new Map<string, number>()
  const texts = new Map<string, string>()
  const queue = [...start]
  for (let path = queue.shift(); path !== undefined && texts.size < maxPages; path = queue.shift()) {
    const page = path.replace(/[?#].*$/, '')
    const kind = kindOf(page.slice(base.length))
    if (opened.has(page) || (/\*$/.test(kind) && (opened.get(kind) ?? 0) >= 2)) continue
    if (/\*$/.test(kind)) opened.set(kind, (opened.get(kind) ?? 0) + 1)
    const { status, html, headers, location } = await visitor.get(path, { 'Accept-Encoding': 'identity' })
    opened.set(page, status)
    texts.set(page, html)
    for (const cookie of headers.getSetCookie()) expect(cookie).toContain(`Path=${base};`)
    const isPage = headers.get('content-type')?.startsWith('text/html')
    const led = location === undefined ? [] : [{ address: location, opens: true }]
    for (const { address, opens } of [...(isPage ? addressesIn(html) : []), ...led]) {
      const own = address.startsWith(origin) ? address.slice(origin.length) : address
      if (!own.startsWith('/')) expect(own, path).toMatch(/^(?:https?:|#|data:|mailto:|webcal:|\?|$)/)
      else if (!own.startsWith(base) || !/^(?:[/?#]|$)/.test(own.slice(base.length))) outside.push(`${own} on ${path}`)
      else if (opens) queue.push(own)
    }
  }
  return { outside, opened, texts }
}

/** Pages of methods and guides have one template each. */
function kindOf(page: string): string {
  return page.replace(/^(\/docs\/[^/]+)\/.*$/, '$1/*').replace(/^\/docs\/[a-z]+$/, '/docs/*')
}
