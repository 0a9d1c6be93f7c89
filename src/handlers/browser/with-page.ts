import { ApiError } from '#runtime/base/errors.ts'
import { readWebAddress } from '#runtime/base/web-address.ts'
import type { Context } from '#runtime/calls/context.ts'
import { BrowserEnded } from '#runtime/isolation/chromium/chromium.ts'
import { isWebPort } from '#runtime/outbound/addresses.ts'
import type { BrowserDeps } from './index.ts'
import type { PageTask } from './page-program.ts'
import { pageTimeout, visitPage } from './visit-page.ts'

/** How long a page may take while another caller, who has no page open, waits. */
const sharedMs = 10_000

/**
 * Visits a page when it is the caller's turn. Tries again if the browser ended, which may have had another reason than the page.
 *
 * @returns the result of the task, as `visitPage` returns it
 * @throws ApiError invalid_argument, rate_limited, upstream_failed; upstream_timeout also after 10 seconds, while another
 * caller waits; what `visitPage` throws
 */
export async function withPage(
  { outbound, settings, chromium, limiter }: BrowserDeps,
  { url: address, wait }: { readonly url: string; readonly wait?: string },
  ctx: Context,
  task: PageTask,
): Promise<unknown> {
  const url = readUrl(address)
  const resolve = (host: string) => outbound.resolve(host, 'url')
  // An error about the caller's own address names the argument; all other addresses are rejected by the proxy.
  await resolve(url.hostname)
  const release = await limiter.take(ctx.subject, { signal: ctx.signal })
  const needed = new AbortController()
  const leave = () => needed.abort(pageTimeout(wait, `${sharedMs / 1000} seconds, while other callers were waiting`))
  let endOffer: (() => void) | undefined
  // A page to which text by others may have led is not run.
  const visit = {
    url,
    wait,
    scripts: !ctx.isTainted,
    task,
    signal: AbortSignal.any([ctx.signal, needed.signal]),
    // Not before: with a browser that starts slowly, nobody would ever get a page.
    onBegun: () => {
      endOffer ??= limiter.offerAfter(sharedMs, leave)
    },
    maxBytes: settings.browserPageBytes,
    resolve,
  }
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await visitPage(chromium, visit)
      } catch (cause) {
        if (!(cause instanceof BrowserEnded)) throw cause
        if (attempt === 1) continue
        throw new ApiError('upstream_failed', 'The browser stopped twice while the page was open.', { cause })
      }
    }
  } finally {
    endOffer?.()
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
