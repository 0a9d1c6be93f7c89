import type { Page } from 'playwright-core'
import { ApiError } from '#runtime/base/errors.ts'
import { readWebAddress } from '#runtime/base/web-address.ts'
import type { Context } from '#runtime/calls/context.ts'
import { isWebPort } from '#runtime/outbound/addresses.ts'
import type { BrowserDeps } from './index.ts'
import { type Loaded, loadPage } from './load-page.ts'

/**
 * Loads a page when it is the caller's turn, and uses it. Tries again if the browser ended, which another page may have caused.
 *
 * @throws ApiError invalid_argument, rate_limited, upstream_failed; what `loadPage` and `use` throw
 */
export async function withPage<T>(
  { outbound, settings, chromium, limiter }: BrowserDeps,
  { url: address, wait }: { readonly url: string; readonly wait?: string },
  ctx: Context,
  use: (loaded: Loaded) => Promise<T>,
): Promise<T> {
  const url = readUrl(address)
  const resolve = (host: string) => outbound.resolve(host, 'url')
  // An error about the caller's own address names the argument; all other addresses are rejected by the proxy.
  await resolve(url.hostname)
  const release = await limiter.take(ctx.subject, { signal: ctx.signal })
  const ranOutOfMemory = () => chromium.ranOutOfMemory()
  const request = { url, wait, signal: ctx.signal, maxBytes: settings.browserPageBytes, resolve, ranOutOfMemory }
  try {
    for (let attempt = 1; ; attempt++) {
      const browser = await chromium.get()
      try {
        return await loadPage(browser, request, use)
      } catch (cause) {
        if (browser.isConnected() || cause instanceof ApiError) throw cause
        if (attempt === 1) continue
        throw new ApiError('upstream_failed', 'The browser stopped twice while the page was open.', { cause })
      }
    }
  } finally {
    release()
  }
}

/** The address of a web page; its scheme may be omitted. */
function readUrl(address: string): URL {
  const text = address.trim()
  const url = readWebAddress('url', /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`)
  if (isWebPort(url.port)) return url
  const message = 'must be an address on the public internet with a port for web pages'
  throw new ApiError('invalid_argument', `url ${message}.`, { details: [{ path: 'url', message }] })
}

/** The title and the visible text of a page, cut to bounded lengths. */
export async function textOf(page: Page): Promise<{ title: string; text: string }> {
  const { title, text } = (await page.evaluate(
    '({ title: document.title.slice(0, 1000), text: (document.body?.innerText ?? "").slice(0, 400000) })',
  )) as { title: unknown; text: unknown }
  return {
    title: storable(title).trim(),
    text: storable(text)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n'),
  }
}

const storable = (text: unknown) => String(text).replaceAll('\0', '').toWellFormed()
