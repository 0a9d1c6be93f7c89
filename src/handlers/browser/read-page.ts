import type { Page } from 'playwright-core'
import type { BrowserHandlers } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { readWebAddress } from '#runtime/base/web-address.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { SharedChromium } from '#runtime/isolation/chromium/chromium.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { isWebPort } from '#runtime/outbound/addresses.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { Turns } from '#runtime/outbound/turns.ts'
import { type Loaded, type Visit, viewport, visit } from './load-page.ts'
import type { createShots } from './screenshots.ts'
import type { browserSettings } from './settings.ts'

const maxCharacters = 40_000
const maxHeight = 16_384
const maxShotBytes = 32 * 1024 * 1024
const bounds = { maxRunningPerSubject: 1, maxWaiting: 40, maxWaitingPerSubject: 5 }

type World = Pick<FamilyWorld<typeof browserSettings>, 'outbound' | 'settings' | 'clock' | 'baseUrl'> & {
  readonly chromium: SharedChromium
  readonly shots: ReturnType<typeof createShots>
  readonly turns: Turns
}

interface PageArgs {
  readonly url: string
  readonly wait?: string
}

/** Who may have a page open, and who waits for one. */
export function pageTurns(pages: number): Turns {
  return new Turns({ ...bounds, maxRunning: pages }, 'The browser')
}

/** `browser.read` and `browser.shot`. */
export function createBrowserMethods(world: World): BrowserHandlers<Context> {
  const { clock, baseUrl, shots } = world
  return {
    async read(args, ctx) {
      const { url, status, title, text } = await open(world, args, ctx, async (loaded) => ({
        ...aboutOf(loaded),
        ...(await textOf(loaded.page)),
      }))
      const characters = [...text.trim()]
      return {
        url,
        ...(title ? { title } : {}),
        status,
        text: characters.slice(0, maxCharacters).join(''),
        is_truncated: characters.length > maxCharacters,
        as_of: iso(clock.now()),
      }
    },

    async shot(args, ctx) {
      const shot = await open(world, args, ctx, async (loaded) => ({
        ...aboutOf(loaded),
        title: (await textOf(loaded.page)).title,
        ...(await pictureOf(loaded.page, args.full)),
      }))
      const now = clock.now()
      const { path, expiresMs } = await shots.keep(shot.png)
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
    },
  }
}

const aboutOf = ({ url, status }: Loaded) => ({ url, status })

/** Visits a page when it is the caller's turn; once more where the browser has crashed meanwhile. */
async function open<T>(
  { outbound, settings, chromium, turns }: World,
  { url: given, wait }: PageArgs,
  ctx: Context,
  work: (loaded: Loaded) => Promise<T>,
): Promise<T> {
  const url = addressOf(given)
  // For the caller's own address the error names the argument; for all others the proxy refuses.
  await outbound.resolve(url.hostname, 'url')
  const release = await turnOf(turns, ctx)
  try {
    const resolve = (host: string) => outbound.resolve(host, 'url')
    const ranOutOfMemory = () => chromium.ranOutOfMemory()
    const going = { url, wait, signal: ctx.signal, maxBytes: settings.browserPageBytes, resolve, ranOutOfMemory }
    const first = await chromium.get()
    try {
      return await visit(first, going, work)
    } catch (failure) {
      if (first.isConnected() || failure instanceof ApiError) throw failure
      return await visitAgain(chromium, going, work)
    }
  } finally {
    release()
  }
}

/** The browser had ended, which another page may have caused. When this one ends it again, it is the page. */
async function visitAgain<T>(chromium: SharedChromium, going: Visit, work: (loaded: Loaded) => Promise<T>): Promise<T> {
  const second = await chromium.get()
  try {
    return await visit(second, going, work)
  } catch (cause) {
    if (second.isConnected() || cause instanceof ApiError) throw cause
    throw new ApiError('upstream_failed', 'The browser ended twice while it had the page open.', { cause })
  }
}

function addressOf(given: string): URL {
  const text = given.trim()
  const url = readWebAddress('url', /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`)
  if (isWebPort(url.port)) return url
  const message = 'must be an address on the public internet, on a port for web pages'
  throw new ApiError('invalid_argument', `url ${message}.`, { details: [{ path: 'url', message }] })
}

async function turnOf(turns: Turns, ctx: Context): Promise<() => void> {
  try {
    return await turns.take(ctx.subject, ctx.signal)
  } catch (failure) {
    if (!(failure instanceof OutboundFailure)) throw failure
    throw new ApiError('rate_limited', failure.message, { retryAfterS: failure.retryAfterS ?? 1 })
  }
}

/** What a page says: not more of it than can be used. */
async function textOf(page: Page): Promise<{ title: string; text: string }> {
  const { title, text } = (await page.evaluate(
    '({ title: document.title.slice(0, 1000), text: (document.body?.innerText ?? "").slice(0, 400000) })',
  )) as { title: unknown; text: unknown }
  const plain = String(text).replaceAll('\0', '').toWellFormed()
  return {
    title: String(title).replaceAll('\0', '').toWellFormed().trim(),
    text: plain
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n'),
  }
}

async function pictureOf(page: Page, isFull: boolean) {
  const whole = isFull ? Number(await page.evaluate('document.documentElement.scrollHeight')) : viewport.height
  const wanted = Math.max(viewport.height, Number.isFinite(whole) ? Math.ceil(whole) : viewport.height)
  const height = Math.min(wanted, maxHeight)
  const png = await page.screenshot({
    type: 'png',
    fullPage: isFull,
    clip: { x: 0, y: 0, width: viewport.width, height },
    animations: 'disabled',
  })
  if (png.length > maxShotBytes) throw new ApiError('upstream_failed', 'The picture of the page is larger than 32 MiB.')
  return { png, height, isTruncated: wanted > maxHeight }
}
