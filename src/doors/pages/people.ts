import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import { once } from '#runtime/base/once.ts'
import type { PublicPages } from '../../runtime/kit/site.ts'
import { cached, pageCache, sendCached } from './kit/cached.ts'
import { readerNow } from './kit/reader.ts'
import type { About } from './reference/about.ts'
import { homePage } from './start-page.ts'

interface PeoplePagesOptions {
  readonly about: () => Promise<About>
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  /** Whether no account exists yet. */
  readonly isEmpty: () => Promise<boolean>
  /** The pages of families that the start page lists. */
  readonly publicPages: readonly PublicPages[]
}

/** `/` (a page, or the catalogue for clients that ask for JSON) and `/api/v1` (the catalogue). */
export function peoplePages({ about, baseUrl, isEmpty, publicPages }: PeoplePagesOptions): Router {
  const router = Router()
  const pages = pageCache()
  const kept = (name: string, make: (about: About) => string | Promise<string>) =>
    pages(`${name} for ${readerNow()}`, async () => make(await about()))
  const catalogue = once(async () => cached(JSON.stringify((await about()).catalogue)))
  const style = once(async () => cached(await readFile(join(import.meta.dirname, 'kit/pages.css'))))

  router.get('/pages.css', async (req, res) => sendCached(req, res, 'css', await style()))
  router.get('/', async (req, res) => {
    res.vary('Accept')
    if (req.accepts(['html', 'json']) === 'json') return sendCached(req, res, 'json', await catalogue())
    // The page also works while the database does not respond.
    const empty = await isEmpty().catch(() => false)
    const key = empty ? 'home without accounts' : 'home'
    const page = await kept(key, (it) => homePage(it.families, { baseUrl, isEmpty: empty, publicPages }))
    return sendCached(req, res, 'html', page)
  })
  router.get('/api/v1', async (req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    await sendCached(req, res, 'json', await catalogue())
  })
  return router
}
