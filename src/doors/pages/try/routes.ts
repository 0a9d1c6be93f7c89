import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Router } from 'express'
import { once } from '#runtime/base/once.ts'
import { cached, pageCache, sendCached } from '../kit/cached.ts'
import { contentSecurity } from '../kit/content-security.ts'
import { readerNow } from '../kit/reader.ts'
import type { About } from '../reference/about.ts'
import { tryPage } from './try-page.ts'

const require = createRequire(import.meta.url)

/**
 * `/docs/try`: every method with a form that calls this server, and the files of the page. The address of its files
 * changes with them, so that browsers can cache them indefinitely.
 */
export function tryPages({ about, overHttps }: { about: () => Promise<About>; overHttps: boolean }): Router {
  const router = Router()
  const files = once(readAssets)
  const kept = pageCache()
  router.get('/docs/try', contentSecurity({ overHttps, withScripts: true }), async (req, res) => {
    const { version } = await files()
    const page = await kept(readerNow(), async () => tryPage((await about()).families, `/docs/try/${version}`))
    await sendCached(req, res, 'html', page)
  })
  router.get('/docs/try/:version/:name', async (req, res, next) => {
    const { version, assets } = await files()
    const asset = req.params.version === version ? assets.get(req.params.name) : undefined
    if (!asset) return next()
    return sendCached(req, res, asset.type, asset.content, { isImmutable: true })
  })
  return router
}

/**
 * Reads the files of the page: Swagger UI from its package's build for browsers, and the page's own style and script.
 * The version changes with any of them.
 */
async function readAssets() {
  const packageDir = dirname(require.resolve('swagger-ui-dist/package.json'))
  const ownDir = join(import.meta.dirname, 'browser')
  const files = [
    { name: 'swagger-ui.css', type: 'css', dir: packageDir },
    { name: 'swagger-ui-bundle.js', type: 'js', dir: packageDir },
    { name: 'try.css', type: 'css', dir: ownDir },
    { name: 'try.js', type: 'js', dir: ownDir },
  ]
  const assets = await Promise.all(
    files.map(async ({ name, type, dir }) => {
      const text = await readFile(join(dir, name), 'utf8')
      return [name, { type, content: cached(withoutMap(text)) }] as const
    }),
  )
  const etags = assets.map(([, { content }]) => content.etag)
  const version = createHash('sha256').update(etags.join()).digest('hex').slice(0, 12)
  return { version, assets: new Map(assets) }
}

/** The source maps are not served: a browser with open developer tools must not request them. */
function withoutMap(text: string): string {
  return text.replace(/(\/\/|\/\*)# sourceMappingURL=.*$/m, '')
}
