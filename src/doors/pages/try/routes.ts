import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Router } from 'express'
import { versionedAssets } from '../kit/assets.ts'
import { pageCache, sendCached } from '../kit/cached.ts'
import { contentSecurity } from '../kit/content-security.ts'
import { readerNow } from '../kit/reader.ts'
import type { TrialSandbox } from '../kit/trial-sandbox.ts'
import type { About } from '../reference/about.ts'
import { tryPage } from './try-page.ts'

const packageDir = dirname(createRequire(import.meta.url).resolve('#swagger-ui/package.json'))
const ownDir = join(import.meta.dirname, 'browser')
const kitDir = join(import.meta.dirname, '../kit/browser')

/** Swagger UI from its package's build for browsers, and the page's own style and script. */
const assets = versionedAssets('/docs/try', [
  { name: 'swagger-ui.css', dir: packageDir },
  { name: 'swagger-ui-bundle.js', dir: packageDir },
  { name: 'try.css', dir: ownDir },
  { name: 'try.js', dir: ownDir },
  { name: 'own-world.js', dir: kitDir },
  { name: 'session.js', dir: kitDir },
])

interface TryOptions {
  readonly about: () => Promise<About>
  readonly overHttps: boolean
  /** The sandbox in which methods can be tried. */
  readonly sandbox: TrialSandbox | undefined
}

/** `/docs/try`: every method with a form that calls this server, and the files of the page. */
export function tryPages({ about, overHttps, sandbox }: TryOptions): Router {
  const router = Router()
  const kept = pageCache()
  router.get('/docs/try', contentSecurity({ overHttps, withScripts: true }), async (req, res) => {
    const page = await kept(readerNow(), async () =>
      tryPage((await about()).families, { assets: await assets.base(), sandbox }),
    )
    await sendCached(req, res, 'html', page)
  })
  return router.use(assets.routes)
}
