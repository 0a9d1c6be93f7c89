import { Router } from 'express'
import { once } from '#runtime/base/once.ts'
import { type Cached, cached, sendCached } from '../kit/cached.ts'
import { contentSecurity } from '../kit/content-security.ts'
import { type Reader, readerNow } from '../kit/reader.ts'
import type { About } from '../reference/about.ts'
import { type Asset, readAssets } from './assets.ts'
import { tryPage } from './try-page.ts'

export interface TryPagesOptions {
  readonly about: () => Promise<About>
  readonly overHttps: boolean
}

interface Made {
  /** The address of its files. */
  readonly folder: string
  readonly assets: ReadonlyMap<string, Asset>
}

/**
 * `/docs/try`: every method with a form that calls this server, and the files of the page. The address of its files
 * changes with them, so that browsers can cache them indefinitely.
 */
export function tryPages({ about, overHttps }: TryPagesOptions): Router {
  const router = Router()
  const made = once(async (): Promise<Made> => {
    const { version, assets } = await readAssets()
    const all = [...assets].map(([name, asset]) => [`${version}/${name}`, asset] as const)
    return { folder: `/docs/try/${version}`, assets: new Map(all) }
  })
  const pages = new Map<Reader, Cached>()
  router.get('/docs/try', contentSecurity({ overHttps, withScripts: true }), async (req, res) => {
    const reader = readerNow()
    const page = pages.get(reader) ?? cached(tryPage((await about()).families, (await made()).folder))
    pages.set(reader, page)
    await sendCached(req, res, 'html', page)
  })
  router.get('/docs/try/:version/:name', async (req, res, next) => {
    const asset = (await made()).assets.get(`${req.params.version}/${req.params.name}`)
    if (!asset) return next()
    return sendCached(req, res, asset.type, asset.content, { isImmutable: true })
  })
  return router
}
